import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { dayMs } from '#contract/durations.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { Failure } from '#server/platform/fail.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import { orderToken } from './codes.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
let guest: Visitor

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 5 })
  guest = shop.visitor()
})

const shelf = async () => (await shop.query("select on_hand, held from stock where sku = 'bun'"))[0]
const kinds = (id: string) => shop.query('select kind, by from order_timeline where order_id = $1 order by id', [id])
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ApiError | Failure) => (error instanceof Failure ? error.items[0]?.code : error.code),
  )
const mailsAbout = async (words: string, id: string) =>
  (await mailsTo(shop, sampleContact.email)).filter(
    ({ subject, messageId }) => subject?.includes(words) && messageId?.includes(id),
  )
/** Places a guest's order, paid or pay-at-store; returns it with the token of its emailed link. */
async function paid(as = guest, { payAtStore = false } = {}) {
  await fillCart(as, 'bun', 2)
  const { orderID: id } = await placeOrder(as, { payAtStore })
  await transact(shop.ctx(), async (ctx) =>
    orders.markPaid(ctx, await orders.lock(ctx, id), { paymentOption: 'snappay_alipay' }),
  )
  const token = new URL(orders.signedLink(shop.ctx(), { id, locale: 'en' })).searchParams.get('token') ?? ''
  return { id, token }
}

describe('a guest’s order link', () => {
  test('cancels a paid order on any device and returns its stock once', async () => {
    const { id, token } = await paid()
    const elsewhere = shop.visitor()
    const { cancellation } = await elsewhere.api.orders.detail({ id, token })
    expect(cancellation).toMatchObject({ isAllowed: true, canAsk: false, back: { money: { amount: 2260 } } })
    const press = () => elsewhere.api.orders.cancelByLink({ id, token, reason: 'wrong_time' })
    const both = await Promise.all([press(), press()])
    for (const gone of [...both, await press()]) {
      expect(gone).toMatchObject({
        status: 'CANCELLED',
        refundStatus: 'PENDING',
        cancellation: { isAllowed: false, reason: 'ended', canAsk: false },
        timeline: [{ kind: 'placed' }, { kind: 'paid' }, { kind: 'cancelled', by: 'shopper' }],
      })
    }
    expect(await shelf()).toEqual({ on_hand: 5, held: 0 })
  })

  test('is not needed in the browser that placed the order', async () => {
    const { id } = await paid()
    expect(await guest.api.orders.cancelByLink({ id })).toMatchObject({ status: 'CANCELLED' })
  })

  test('that is forged, expired, missing or of another order gets not_found and changes nothing', async () => {
    const { id, token } = await paid()
    const other = await paid(shop.visitor())
    const [expires = '', signature = ''] = token.split('.')
    const later = (Number.parseInt(expires, 36) + 1).toString(36)
    const wrong = {
      missing: undefined,
      empty: '',
      anothers: other.token,
      prolonged: `${later}.${signature}`,
      unsigned: `${expires}.`,
      endless: `zzzzzzzzzz.${signature}`,
      over: orderToken(shop.app.secret, id, new Date(shop.app.now().getTime() - 91 * dayMs)),
      strangers: orderToken('another shop’s secret that is long enough', id, shop.app.now()),
    }
    const stranger = shop.visitor()
    for (const [name, token] of Object.entries(wrong)) {
      const answers = await Promise.all([
        codeOf(stranger.api.orders.cancelByLink({ id, token })),
        codeOf(stranger.api.orders.askToCancel({ id, token })),
        codeOf(stranger.api.orders.commentByLink({ id, token, comment: 'Hello' })),
      ])
      expect(new Set(answers), name).toEqual(new Set(['not_found']))
    }
    expect(await guest.api.orders.detail({ id })).toMatchObject({ status: 'NEW', timeline: [{}, {}] })
  })

  test('and staff who accept in parallel: exactly one of them succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, token } = await paid(shop.visitor())
      const [cancelled, accepted] = await Promise.all([
        codeOf(shop.visitor().api.orders.cancelByLink({ id, token })),
        codeOf(orders.accept(shop.ctx(), { id })),
      ])
      expect([cancelled, accepted]).toEqual(
        cancelled === 'done' ? ['done', 'orders.step'] : ['orders.accepted', 'done'],
      )
      if (accepted === 'done') await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
      expect(await shelf()).toEqual({ on_hand: 5, held: 0 })
    }
  })
})

describe('a request to cancel an order that the store has begun', () => {
  test('is recorded once, and granting it returns the stock and emails the shopper', async () => {
    guest = shop.visitor({ 'accept-language': 'zh-CN' })
    const { id, token } = await paid(guest, { payAtStore: true })
    expect(await codeOf(guest.api.orders.askToCancel({ id, note: '' }))).toBe('orders.ask_needless')
    await orders.accept(shop.ctx(), { id })
    const { cancellation } = await guest.api.orders.detail({ id })
    expect(cancellation).toMatchObject({ isAllowed: false, reason: 'accepted', canAsk: true })
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => shop.visitor().api.orders.askToCancel({ id, token, note: '临时有事' })),
    )
    expect(asked[0]).toMatchObject({ cancelRequest: 'ASKED', cancellation: { canAsk: false } })
    expect((await orders.staff.cancelRequests(shop.ctx())).orders.map(({ orderID }) => orderID)).toEqual([id])
    expect(await orders.staff.cancelRequestCount(shop.ctx())).toEqual({ count: 1 })
    const grant = () => orders.staff.grantCancel(shop.ctx(), { order: id, note: '没问题', keepStock: false })
    const [granted] = await Promise.all([grant(), grant()])
    expect(granted).toMatchObject({ status: 'CANCELLED', cancelRequest: 'GRANTED' })
    expect(await kinds(id)).toEqual([
      { kind: 'accepted', by: 'staff' },
      { kind: 'cancel_asked', by: 'shopper' },
      { kind: 'cancelled', by: 'staff' },
    ])
    expect(await shelf()).toEqual({ on_hand: 5, held: 0 })
    expect((await orders.staff.cancelRequests(shop.ctx())).orders).toEqual([])
    expect(await codeOf(orders.staff.declineCancel(shop.ctx(), { order: id, note: '' }))).toBe('orders.not_asked')
    const mails = await mailsAbout('已取消', id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/店家同意了您的申请，订单已取消[\s\S]*没问题/)
  })

  test('that is declined keeps the order, emails the reason and cannot be repeated', async () => {
    const { id } = await paid()
    await orders.prepare(shop.ctx(), { id })
    await guest.api.orders.askToCancel({ id, note: 'My train is late' })
    const decline = () => orders.staff.declineCancel(shop.ctx(), { order: id, note: 'They are in the oven' })
    const [kept] = await Promise.all([decline(), decline()])
    expect(kept).toMatchObject({ status: 'NEW', fulfilmentStatus: 'PREPARING', cancelRequest: 'DECLINED' })
    expect(await codeOf(guest.api.orders.askToCancel({ id, note: '' }))).toBe('orders.declined')
    expect(await codeOf(orders.staff.grantCancel(shop.ctx(), { order: id, note: '', keepStock: false }))).toBe(
      'orders.not_asked',
    )
    expect((await kinds(id)).map(({ kind }) => kind)).toEqual(['preparing', 'cancel_asked', 'cancel_declined'])
    const mails = await mailsAbout('stays as it is', id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('They are in the oven')
    await orders.ready(shop.ctx(), { id })
    await orders.handOver(shop.ctx(), { id })
  })

  test('has one consistent outcome when staff grant, decline and hand over in parallel', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await paid(guest)
      await orders.accept(shop.ctx(), { id })
      await guest.api.orders.askToCancel({ id, note: '' })
      const [granted, ...others] = await Promise.all([
        codeOf(orders.staff.grantCancel(shop.ctx(), { order: id, note: '', keepStock: false })),
        codeOf(orders.staff.declineCancel(shop.ctx(), { order: id, note: '' })),
        codeOf(orders.handOver(shop.ctx(), { id })),
      ])
      const { status, cancelRequest } = await guest.api.orders.detail({ id })
      expect([status, granted]).toEqual(granted === 'done' ? ['CANCELLED', 'done'] : ['NEW', 'orders.not_asked'])
      expect(cancelRequest).not.toBe('ASKED')
      expect(await shelf()).toEqual({ on_hand: granted === 'done' ? 5 : 3, held: 0 })
      expect(others).toContain(granted === 'done' ? 'orders.step' : 'done')
      await shop.query("update stock set on_hand = 5 where sku = 'bun'")
    }
  })

  test('ends when the order is handed over, and is refused afterwards', async () => {
    const { id } = await paid()
    await orders.accept(shop.ctx(), { id })
    await guest.api.orders.askToCancel({ id, note: '' })
    await orders.handOver(shop.ctx(), { id })
    expect(await guest.api.orders.detail({ id })).toMatchObject({
      cancelRequest: 'NONE',
      cancellation: { canAsk: false, reason: 'ended' },
    })
    expect(await codeOf(guest.api.orders.askToCancel({ id, note: '' }))).toBe('orders.ended')
    await expect(shop.query("update orders set cancel_request = 'ASKED' where id = $1", [id])).rejects.toThrow(
      /violates check/,
    )
  })
})
