import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { schedule } from '#jobs/schedule.ts'
import * as credit from '#server/credit/credit.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, fillCheckout, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

const shop = setUpShop()
const till = setUpTill(shop)
let member: Visitor
let memberId: string
const password = 'a long enough password'

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  // A teapot costs 11.30 with 13% tax in Ontario.
  await addProducts(shop.ctx(), { id: 'teapot', price: 1000, stock: 20, taxClass: 'standard' })
  member = shop.visitor()
  const { userID } = await registerMember(shop, member, { name: 'Mei', email: 'mei@shop.example', password })
  memberId = userID
})

const give = (amount: number, key = 'welcome') =>
  credit.grant(shop.ctx(), { memberId, money: { amount, currency: 'CAD' }, reason: 'gift', key })
const balance = async () => {
  const { available, pending } = await member.api.storeCredit.balance()
  return [available.amount, pending.amount]
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => error.code,
  )
const payAll = async ({ api }: { api: Client }) => {
  const { id, hash } = await api.billing.view()
  return api.storeCredit.pay({ id, hash })
}
const sums = ({ total, credit, amountDue }: { total: Money; credit: Money; amountDue: Money }) =>
  [total, credit, amountDue].map(({ amount }) => amount)
type Money = { amount: number }
const runJob = (name: string) => schedule.find((job) => job.name === name)?.run(shop.ctx())

describe('on the bill', () => {
  beforeEach(() => fillCart(member, 'teapot'))

  test('uses no credit until the shopper asks, and shows the available amount', async () => {
    await give(500)
    const bill = await member.api.billing.view()
    expect([...sums(bill), bill.creditAvailable?.amount]).toEqual([1130, 0, 1130, 500])
  })

  test.each([
    ['the chosen amount', 500, { amount: 200 }, [1130, 200, 930]],
    ['all available credit', 500, {}, [1130, 500, 630]],
    ['at most the available credit', 500, { amount: 900 }, [1130, 500, 630]],
    ['at most the amount due', 5000, {}, [1130, 1130, 0]],
    ['no credit after a choice of zero', 500, { amount: 0 }, [1130, 0, 1130]],
  ])('%s is used', async (_, given, wanted, expected) => {
    await give(given)
    await member.api.storeCredit.apply({})
    expect(sums(await member.api.storeCredit.apply(wanted))).toEqual(expected)
    expect(sums(await member.api.billing.view())).toEqual(expected)
    expect(await balance()).toEqual([given, 0])
  })

  test("the used credit follows the cart's total", async () => {
    await give(1500)
    await member.api.storeCredit.apply({})
    await member.api.cart.add({ sku: 'teapot' })
    expect(sums(await member.api.billing.view())).toEqual([2260, 1500, 760])
  })

  test('cannot be used by a member without any, by a guest or with an invalid amount', async () => {
    expect(await refusal(member.api.storeCredit.apply({}))).toBe('credit.insufficient')
    expect(await refusal(shop.visitor().api.storeCredit.apply({}))).toBe('account.sign_in_required')
    expect(await refusal(shop.visitor().api.storeCredit.balance())).toBe('account.sign_in_required')
    for (const amount of [-1, 1.5, 2 ** 53, Number.NaN]) {
      expect(await refusal(member.api.storeCredit.apply({ amount }))).toBe('input.invalid')
    }
  })

  test('cannot be used for a deposit where none is due', async () => {
    await give(500)
    expect(await refusal(member.api.storeCredit.applyToDeposit({}))).toBe('credit.no_deposit')
  })

  test('of one member cannot be used by another', async () => {
    await give(500)
    const other = shop.visitor()
    await registerMember(shop, other, { name: 'Other', email: 'other@shop.example', password })
    await fillCart(other, 'teapot')
    expect(await refusal(other.api.storeCredit.apply({}))).toBe('credit.insufficient')
    expect((await other.api.storeCredit.history({})).entries).toEqual([])
    const { id, hash } = await member.api.billing.view()
    expect(await refusal(other.api.storeCredit.pay({ id, hash }))).toBe('not_found')
  })
})

describe('an order partly paid with credit', () => {
  beforeEach(async () => {
    await give(500)
    await fillCart(member, 'teapot')
    await member.api.storeCredit.apply({})
  })

  test('holds its credit while it waits: its own bill shows it, other carts cannot use it', async () => {
    const order = await placeOrder(member)
    expect(sums(order)).toEqual([1130, 500, 630])
    expect(await balance()).toEqual([0, 500])
    expect(sums(await member.api.billing.view())).toEqual([1130, 500, 630])
    expect((await placeOrder(member)).orderID).toBe(order.orderID)
    expect(await credit.available(shop.ctx(), { memberId, currency: 'CAD' })).toBe(0)
  })

  test('spends the credit when a provider pays the rest', async () => {
    const { orderID } = await placeOrder(member)
    await member.api.payments.startSnapPayAlipay({ orderID })
    await till.control(`${orderID}-A1`, { action: 'never' })
    await till.control(`${orderID}-A1`, { action: 'pay' })
    expect(await till.attempt(orderID)).toMatchObject([{ amount: 630 }])
    shop.clock.advance(2000)
    expect(await member.api.payments.checkSnapPay({ orderID })).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
    expect(await balance()).toEqual([0, 0])
    expect((await member.api.storeCredit.history({})).entries[0]).toMatchObject({
      kind: 'spent',
      orderID,
      pending: false,
    })
  })

  test('releases the credit if the order fails', async () => {
    const { orderID } = await placeOrder(member)
    await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, orderID)))
    expect(await balance()).toEqual([500, 0])
  })

  test('releases the credit if the order expires', async () => {
    await placeOrder(member)
    shop.clock.advance(31 * 60_000)
    await runJob('check pending payments')
    expect(await balance()).toEqual([500, 0])
  })

  test('passes its credit on to the new order of a changed cart', async () => {
    await placeOrder(member)
    await member.api.cart.add({ sku: 'teapot' })
    expect(sums(await placeOrder(member))).toEqual([2260, 500, 1760])
    expect(await balance()).toEqual([0, 500])
    expect(await shop.query('select state from credit_uses order by state')).toEqual([
      { state: 'held' },
      { state: 'released' },
    ])
  })

  test('spends its credit at once if it is paid at the store', async () => {
    const order = await placeOrder(member, { payAtStore: true })
    expect(order).toMatchObject({ status: 'NEW', paymentStatus: 'NOT_PAID', payAtStore: true })
    expect(await balance()).toEqual([0, 0])
  })

  test('is refused if the credit was spent meanwhile', async () => {
    const bill = await member.api.billing.view()
    await credit.hold(shop.ctx(), { orderId: 'elsewhere', memberId, money: { amount: 100, currency: 'CAD' } })
    expect(await refusal(member.api.billing.place({ id: bill.id, hash: bill.hash }))).toBe('billing.changed')
  })
})

describe('a deposit', () => {
  beforeEach(async () => {
    await shop.query(`update products set prepayment = '{"percent": 50}'`)
    await fillCart(member, 'teapot')
  })

  test('is paid with credit, and the balance stays due', async () => {
    await give(2000)
    const bill = await member.api.storeCredit.applyToDeposit({})
    expect([...sums(bill), bill.depositDue?.amount, bill.balance.amount]).toEqual([1130, 565, 0, 565, 565])
  })

  test('uses the amount of credit that the shopper asks for', async () => {
    await give(2000)
    expect(sums(await member.api.storeCredit.applyToDeposit({ amount: 100 }))).toEqual([1130, 100, 465])
    expect(sums(await member.api.storeCredit.applyToDeposit({ amount: 900 }))).toEqual([1130, 565, 0])
  })

  test('can be skipped by paying the whole bill with credit', async () => {
    await give(2000)
    expect(await payAll(member)).toMatchObject({ credit: { amount: 1130 }, balance: { amount: 0 } })
  })
})

describe('a cancelled order', () => {
  beforeEach(async () => {
    await give(2000)
    await fillCart(member, 'teapot')
  })

  test('returns its credit once', async () => {
    const { orderID } = await payAll(member)
    await Promise.all(Array.from({ length: 5 }, () => member.api.orders.cancel({ id: orderID })))
    expect(await balance()).toEqual([2000, 0])
    expect((await member.api.storeCredit.history({})).entries.map(({ kind }) => kind)).toEqual([
      'given_back',
      'spent',
      'granted',
    ])
  })

  test('that waits for payment releases its credit', async () => {
    await member.api.storeCredit.apply({ amount: 300 })
    const { orderID } = await placeOrder(member)
    await member.api.orders.cancel({ id: orderID })
    expect(await balance()).toEqual([2000, 0])
  })
})

describe('the whole bill', () => {
  beforeEach(() => fillCart(member, 'teapot'))

  test('is paid with credit at once, without a provider', async () => {
    await give(2000)
    const order = await payAll(member)
    expect(order).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE', paymentOption: 'store_credit' })
    expect(sums(order)).toEqual([1130, 1130, 0])
    expect(await balance()).toEqual([870, 0])
    expect(await shop.query('select 1 from payment_attempts')).toEqual([])
    expect(await shop.query("select on_hand, held from stock where sku = 'teapot'")).toEqual([{ on_hand: 19, held: 0 }])
  })

  test('is paid once by twenty parallel requests', async () => {
    await give(5000)
    const { id, hash } = await member.api.billing.view()
    const all = await Promise.all(Array.from({ length: 20 }, () => member.api.storeCredit.pay({ id, hash })))
    expect(new Set(all.map(({ orderID }) => orderID)).size).toBe(1)
    expect(await balance()).toEqual([3870, 0])
  })

  test('is refused if the credit does not suffice, and no order is placed', async () => {
    await give(1129)
    expect(await refusal(payAll(member))).toBe('credit.insufficient')
    expect(await shop.query('select 1 from orders')).toEqual([])
    expect(await balance()).toEqual([1129, 0])
  })

  test('is refused if the bill differs from the shown one', async () => {
    await give(5000)
    const { id, hash } = await member.api.billing.view()
    await member.api.cart.add({ sku: 'teapot' })
    expect(await refusal(member.api.storeCredit.pay({ id, hash }))).toBe('billing.changed')
  })

  test('is paid although an order of the cart waits for a provider, and that order fails', async () => {
    await give(2000)
    const waiting = await placeOrder(member)
    const paid = await payAll(member)
    expect(paid.orderID).not.toBe(waiting.orderID)
    expect(await shop.query('select status from orders order by status')).toEqual([
      { status: 'FAILED' },
      { status: 'NEW' },
    ])
  })

  test('is paid for one of two parallel carts if the credit suffices for one', async () => {
    await give(1130)
    const { id, hash } = await member.api.billing.view()
    const results = await Promise.all([
      refusal(member.api.storeCredit.pay({ id, hash })),
      refusal(
        credit.hold(shop.ctx(), { orderId: 'of another cart', memberId, money: { amount: 1130, currency: 'CAD' } }),
      ),
    ])
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1)
    expect((await balance())[0]).toBe(0)
  })
})

test('an order that credit pays is paid at the moment at which it is placed', async () => {
  await give(2000)
  await fillCart(member, 'teapot')
  const { placedAt, paidAt } = await payAll(member)
  expect(paidAt).toBe(placedAt)
})

test('merged carts can be paid with credit', async () => {
  await give(2000)
  const guest = shop.visitor()
  await fillCart(guest, 'teapot')
  await guest.api.account.signIn({ email: 'mei@shop.example', password })
  await fillCheckout(guest)
  expect(await payAll(guest)).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
})
