import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
let member: Visitor
const minute = 60_000

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 5 })
  member = shop.visitor()
  await registerMember(shop, member, { email: 'mei@shop.example', password: 'seven warm buns', name: 'Mei' })
})

const shelf = async () => (await shop.query("select on_hand, held from stock where sku = 'bun'"))[0]
const placesTaken = async () => (await shop.query('select sum(taken)::int as taken from slot_use'))[0]?.taken
const pay = (id: string) =>
  transact(shop.ctx(), async (ctx) =>
    orders.markPaid(ctx, await orders.lock(ctx, id), { paymentOption: 'snappay_alipay' }),
  )
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ApiError) => error.code,
  )
async function paid(quantity = 2) {
  await fillCart(member, 'bun', quantity)
  const order = await placeOrder(member)
  await pay(order.orderID)
  return order.orderID
}

describe('cancelling', () => {
  test('returns stock and slot once, and shows the pending refund', async () => {
    const id = await paid()
    expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 3, held: 0 }, 1])
    const before = await member.api.orders.detail({ id })
    expect(before.cancellation).toMatchObject({ isAllowed: true, back: { money: { amount: 2260 } } })
    const gone = await member.api.orders.cancel({ id, reason: 'wrong_time', note: 'A day later, please' })
    expect(gone).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID_ONLINE',
      fulfilmentStatus: 'CANCELLED',
      refundStatus: 'PENDING',
      cancellation: { isAllowed: false, reason: 'ended' },
      timeline: [{ kind: 'placed' }, { kind: 'paid' }, { kind: 'cancelled', by: 'shopper' }],
    })
    expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
    await member.api.orders.cancel({ id })
    expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
  })

  test('an unpaid order reopens its cart', async () => {
    await fillCart(member, 'bun', 2)
    const { orderID } = await placeOrder(member)
    await member.api.orders.cancel({ id: orderID })
    expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
    expect((await member.api.cart.view()).pieces).toBe(2)
    expect((await placeOrder(member)).orderID).not.toBe(orderID)
    expect(await pay(orderID)).toBe('closed')
  })

  test('is refused to the member once the store has accepted, but not to the store', async () => {
    const id = await paid()
    await orders.accept(shop.ctx(), { id })
    expect(await codeOf(member.api.orders.cancel({ id }))).toBe('orders.accepted')
    await orders.cancelByStore(shop.ctx(), { id, note: 'The oven broke', restocks: false })
    expect(await member.api.orders.detail({ id })).toMatchObject({
      status: 'CANCELLED',
      timeline: [{}, {}, { kind: 'accepted' }, { kind: 'cancelled', by: 'staff', note: 'The oven broke' }],
    })
    expect(await shelf()).toEqual({ on_hand: 3, held: 0 })
  })

  test('has a deadline before the slot, at least five minutes after placing', async () => {
    await shop.query('update locations set cancel_minutes = 60')
    shop.app.onCatalogueChange('content')
    const id = await paid()
    const { cancellation, slot } = await member.api.orders.detail({ id })
    expect([slot?.time, cancellation.until]).toEqual(['12:30', expect.stringMatching(/^2026-11-20T17:05:/)])
    shop.clock.advance(6 * minute)
    expect(await codeOf(member.api.orders.cancel({ id }))).toBe('orders.too_late')
  })

  test('another member cannot view, cancel, comment on or reorder an order', async () => {
    const id = await paid()
    const other = shop.visitor()
    await registerMember(shop, other, { email: 'lin@shop.example', password: 'eight cold teas', name: 'Lin' })
    const answers = await Promise.all([
      codeOf(other.api.orders.detail({ id })),
      codeOf(other.api.orders.cancel({ id })),
      codeOf(other.api.orders.comment({ id, comment: 'Hello' })),
      codeOf(other.api.orders.reorder({ id })),
    ])
    expect(new Set(answers)).toEqual(new Set(['not_found']))
    expect(await codeOf(shop.visitor().api.orders.cancel({ id }))).toBe('account.sign_in_required')
    expect(await member.api.orders.detail({ id })).toMatchObject({ status: 'NEW', timeline: [{}, {}] })
  })

  test('and accepting in parallel: exactly one of them succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await paid(1)
      const [cancelled, accepted] = await Promise.all([
        codeOf(member.api.orders.cancel({ id })),
        orders.accept(shop.ctx(), { id }).then(
          () => 'done',
          () => 'orders.step',
        ),
      ])
      expect([cancelled, accepted].sort()).toEqual(
        cancelled === 'done' ? ['done', 'orders.step'] : ['done', 'orders.accepted'],
      )
      if (accepted === 'done') await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
      expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
    }
  })

  test('and paying in parallel cancels the order, with a pending refund if it was paid', async () => {
    for (let round = 0; round < 5; round++) {
      await fillCart(member, 'bun', 2)
      const { orderID: id } = await placeOrder(member)
      await Promise.all([member.api.orders.cancel({ id }), pay(id)])
      const { status, paymentStatus, refundStatus } = await member.api.orders.detail({ id })
      expect(status).toBe('CANCELLED')
      expect(refundStatus).toBe(paymentStatus === 'PAID_ONLINE' ? 'PENDING' : 'NONE')
      expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
      await member.api.cart.change({
        lineItems: Object.fromEntries(
          Object.keys((await member.api.cart.view()).lineItems).map((key) => [key, { quantity: 0 }]),
        ),
      })
    }
  })

  test('twenty times in parallel cancels once', async () => {
    const id = await paid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(member.api.orders.cancel({ id }))))
    expect(new Set(answers)).toEqual(new Set(['done']))
    expect(await shop.query("select kind from order_timeline where kind = 'cancelled'")).toHaveLength(1)
    expect([await shelf(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
  })
})

test('the database refuses impossible states', async () => {
  const id = await paid()
  for (const wrong of [
    "fulfilment_status = 'NONE'",
    "fulfilment_status = 'CANCELLED'",
    "fulfilment_status = 'SERVED'",
    "fulfilment_status = 'OUT'",
    "status = 'CANCELLED'",
    "payment_status = 'PAID_AT_STORE'",
    'refunded = total, refunding = 1',
    'refunded = -1',
  ]) {
    await expect(shop.query(`update orders set ${wrong} where id = $1`, [id]), wrong).rejects.toThrow(/violates check/)
  }
})
