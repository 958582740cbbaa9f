import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/durations.ts'
import { statementOf } from '#contract/ledger.ts'
import { schedule } from '#jobs/schedule.ts'
import { auditBooks } from '#server/audit/audit.ts'
import { staff as campaignStaff } from '#server/campaigns/campaigns.ts'
import { releaseExpired } from '#server/checkout/checkout.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import { eraseFinished } from '#server/orders/erasure.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { placeOrder, sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import * as payments from './payments.ts'

const hour = hourMs
const shop = setUpShop()
const till = setUpTill(shop)
let owner: Office
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  await emptyOutbox()
  // It is noon in Toronto.
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', price: 1000, stock: 5, taxClass: 'zero_rated' })
  owner = await openOwner(shop)
  await writeAccount()
  visitor = shop.visitor(phoneHeaders)
})

const account = { EMAIL: 'pay@shop.example', RECIPIENT: 'Lantern Lane Foods Inc.', HOURS: '24' }

async function writeAccount(keys: Record<string, string> = account) {
  const { providers } = await owner.staff.paymentSetup()
  const version = providers.find(({ provider }) => provider === 'etransfer')?.version ?? 0
  const rest = { mode: 'live', places: null, least: null, most: null } as const
  await owner.staff.writePaymentProvider({ provider: 'etransfer', version, isOn: true, keys, ...rest })
}

/** Returns the error code of a call that fails, or null if the call succeeds. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )

/** Fills the cart for a pickup in two days at noon, or in the given slot. */
async function fill(slot = { date: '2026-11-22', time: '12:00' }, { api } = visitor) {
  await api.cart.add({ sku: 'tea', quantity: 2 })
  await api.checkout.setPickupSlot(slot)
  await api.checkout.setContact(sampleContact)
}

/** Places an order and starts an e-transfer. */
async function order(slot?: Parameters<typeof fill>[0]) {
  await fill(slot)
  const { orderID, orderNumber } = await placeOrder(visitor)
  const started = await visitor.api.payments.start({ orderID, option: 'etransfer' })
  return { orderID, orderNumber, reference: `${orderID}-A1`, started }
}
const offered = async (about = {}) =>
  (await visitor.api.checkout.paymentConfig(about)).options.map(({ id }) => id).includes('etransfer')
const expire = () => payments.checkPending(shop.ctx())
const statusOf = async (id: string) => (await orders.find(shop.ctx(), id))?.status
/** Returns how many places are taken in each slot that has orders. The smallest number comes first. */
const taken = async () =>
  (await shop.query<{ taken: number }>('select taken from slot_use where taken > 0 order by taken')).map(
    (row) => row.taken,
  )
const stock = async () => (await shop.query<{ held: number; on_hand: number }>('select held, on_hand from stock'))[0]
const emptyOutbox = () => rm(join(shop.app.config.DATA_DIR, 'outbox'), { recursive: true, force: true })
const mails = async () => (await mailsTo(shop, sampleContact.email)).map(({ subject }) => subject)
async function expectSoundBooks() {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  try {
    expect(await auditBooks(client)).toEqual([])
  } finally {
    await client.end()
  }
}
const receive = (reference: string, amount = 2000) => owner.staff.confirmTransfer({ reference, amount })
/**
 * Tests that advance the clock by many hours call these staff functions directly. The owner's session has then ended,
 * because a staff session ends after 12 hours without activity.
 */
const { staff } = payments

describe('an e-transfer', () => {
  test('gives instructions and holds the order until the deadline', async () => {
    await fill()
    expect(await offered()).toBe(true)
    const { orderID, orderNumber } = await placeOrder(visitor)
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(transfer).toEqual({
      email: account.EMAIL,
      recipient: account.RECIPIENT,
      amount: { amount: 2000, currency: 'CAD' },
      message: orderNumber,
      until: '2026-11-21T17:00:00.000Z',
    })
    expect(await visitor.api.payments.check({ orderID })).toMatchObject({ status: 'INTERIM', transfer })
    expect(await visitor.api.payments.start({ orderID, option: 'etransfer' })).toMatchObject({ transfer })
    shop.clock.advance(23 * hour)
    await expire()
    expect(await statusOf(orderID)).toBe('INTERIM')
    expect(await stock()).toMatchObject({ held: 2 })
    const [cart] = await shop.query<{ held_until: Date }>('select held_until from carts')
    expect(cart?.held_until).toEqual(new Date('2026-11-21T17:00:00Z'))
  })

  test('is emailed once, also if the shopper changes the method and comes back', async () => {
    await fill()
    const { orderID } = await placeOrder(visitor)
    const start = (option: 'etransfer' | 'snappay_wechat') => visitor.api.payments.start({ orderID, option })
    await start('etransfer')
    expect(await mails()).toHaveLength(1)
    // A second email would have the same key, and so the same file.
    await emptyOutbox()
    for (const option of ['snappay_wechat', 'etransfer', 'snappay_wechat', 'etransfer'] as const) await start(option)
    expect(await mails()).toEqual([])
  })

  test('is emailed after the shopper comes back, if another method was chosen before the email went out', async () => {
    await fill()
    const { orderID } = await placeOrder(visitor)
    await visitor.api.payments.start({ orderID, option: 'etransfer' })
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    expect(await mails()).toEqual([])
    await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(await mails()).toHaveLength(1)
  })

  test('ends before the store must begin, and is not offered with less than an hour left', async () => {
    const { started } = await order({ date: '2026-11-20', time: '18:00' })
    const { leadMinutes = 0 } =
      (await shop.query<{ leadMinutes: number }>('select lead_minutes as "leadMinutes" from locations'))[0] ?? {}
    const until = new Date('2026-11-20T23:00:00Z').getTime() - leadMinutes * 60_000
    expect(started.transfer?.until).toBe(new Date(until).toISOString())
    visitor = shop.visitor(phoneHeaders)
    await fill({ date: '2026-11-20', time: '13:00' })
    expect(await offered()).toBe(false)
    const { orderID } = await placeOrder(visitor)
    expect(await refusal(visitor.api.payments.start({ orderID, option: 'etransfer' }))).toBe('payments.unavailable')
    expect(await till.attempt(orderID)).toEqual([])
  })

  test('is for Canadian dollars, and neither for a balance nor for another visitor’s order', async () => {
    const ctx = await till.shopper()
    const usd = await till.order(ctx, { currency: 'USD' })
    const rest = await till.order(ctx, { status: 'NEW', paymentStatus: 'PAID_ONLINE', total: 5000, balance: 1000 })
    const start = (orderID: string, part: 'order' | 'balance') =>
      payments.start(ctx, { orderID, option: 'etransfer', part })
    const unavailable = { items: [{ code: 'payments.unavailable' }] }
    await expect(start(usd.id, 'order')).rejects.toMatchObject(unavailable)
    await expect(start(rest.id, 'balance')).rejects.toMatchObject(unavailable)
    const { id } = await till.order(await till.shopper())
    await expect(start(id, 'order')).rejects.toMatchObject({ items: [{ code: 'not_found' }] })
  })

  test('is emailed at once, and a reminder follows once', async () => {
    const { orderNumber } = await order()
    expect(await mails()).toEqual([`Send your e-transfer for order ${orderNumber}`])
    const [mail] = await mailsTo(shop, sampleContact.email)
    for (const words of ['$20.00', account.EMAIL, account.RECIPIENT, orderNumber]) expect(mail?.text).toContain(words)
    shop.clock.advance(17 * hour)
    await payments.remindOfTransfers(shop.ctx())
    expect(await mails()).toHaveLength(1)
    shop.clock.advance(hour)
    await payments.remindOfTransfers(shop.ctx())
    await payments.remindOfTransfers(shop.ctx())
    expect((await mails()).slice(1)).toEqual([
      expect.stringMatching(/is due by Saturday, November 21 at 12\u00a0p\.m\./),
    ])
  })

  test('releases stock, coupon and credit at its deadline, and an email says so', async () => {
    const { userID: memberId } = await registerMember(shop, visitor, {
      name: 'Mei',
      email: sampleContact.email,
      password: 'a long enough password',
    })
    await credit.grant(shop.ctx(), { memberId, money: { amount: 300, currency: 'CAD' }, reason: 'gift', key: 'gift' })
    const code = 'ONCE'
    const reward = { kind: 'amount', amount: 200 } as const
    await coupons.put(shop.ctx(), { code, name: { en: code, zh: code }, reward, maxUsesEach: 1 })
    await fill()
    await visitor.api.coupons.apply({ code })
    await visitor.api.storeCredit.apply({ amount: 300 })
    const { orderID, orderNumber } = await placeOrder(visitor)
    await visitor.api.payments.start({ orderID, option: 'etransfer' })
    const available = async () => (await visitor.api.storeCredit.balance()).available.amount
    expect(await available()).toBe(0)
    shop.clock.advance(24 * hour + 1000)
    await expire()
    await expire()
    expect(await statusOf(orderID)).toBe('FAILED')
    expect(await stock()).toMatchObject({ held: 0, on_hand: 5 })
    expect(await available()).toBe(300)
    expect(await mails()).toContain(`Your order ${orderNumber} is cancelled: no e-transfer arrived`)
    // The e-transfer closed the cart. `reorder` fills the next cart, and the coupon can be used again.
    expect((await visitor.api.orders.detail({ id: orderID })).isInCart).toBe(false)
    expect(await visitor.api.orders.reorder({ id: orderID })).toMatchObject({ added: 2, differences: [] })
    await visitor.api.coupons.apply({ code })
    expect((await visitor.api.billing.view()).coupon).toMatchObject({ problem: null })
  })

  test('closes the cart, so that two orders wait side by side, and each is paid or released on its own', async () => {
    const email = 'mei@shop.example'
    await registerMember(shop, visitor, { name: 'Mei', email, password: 'a long enough password' })
    const one = await order()
    expect(await visitor.api.cart.view()).toMatchObject({ lineItems: {} })
    expect(await visitor.api.orders.detail({ id: one.orderID })).toMatchObject({ status: 'INTERIM', isInCart: false })
    shop.clock.advance(2 * hour)
    const two = await order({ date: '2026-11-22', time: '13:00' })
    expect(two.orderID).not.toBe(one.orderID)
    expect([await statusOf(one.orderID), await statusOf(two.orderID)]).toEqual(['INTERIM', 'INTERIM'])
    expect(await stock()).toMatchObject({ held: 4, on_hand: 5 })
    expect(await taken()).toEqual([1, 1])
    // The job that releases expired holds leaves the holds of both orders as they are.
    await releaseExpired(shop.ctx())
    expect(await stock()).toMatchObject({ held: 4 })
    expect(await receive(two.reference)).toEqual({ state: 'paid', isNew: true })
    expect(await stock()).toMatchObject({ held: 2, on_hand: 3 })
    shop.clock.advance(22 * hour + 1000)
    await expire()
    await expire()
    expect([await statusOf(one.orderID), await statusOf(two.orderID)]).toEqual(['FAILED', 'NEW'])
    expect(await stock()).toMatchObject({ held: 0, on_hand: 3 })
    expect(await taken()).toEqual([1])
    expect(await shop.query('select 1 from carts where held_until is not null')).toEqual([])
  })

  test('keeps what was added to the cart after the order was placed', async () => {
    await fill()
    const { orderID } = await placeOrder(visitor)
    await visitor.api.cart.add({ sku: 'tea', quantity: 1 })
    await visitor.api.payments.start({ orderID, option: 'etransfer' })
    const { lineItems } = await visitor.api.cart.view()
    expect(Object.values(lineItems).map(({ quantity }) => quantity)).toEqual([1])
    expect(await stock()).toMatchObject({ held: 2 })
    expect(await receive(`${orderID}-A1`)).toEqual({ state: 'paid', isNew: true })
    expect(await stock()).toMatchObject({ held: 0, on_hand: 3 })
  })

  test('is shown again until its deadline, even if a new one would arrive too late', async () => {
    const { orderID, started } = await order()
    shop.clock.advance(23.5 * hour)
    expect(await offered({ orderID })).toBe(false)
    const again = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(again).toMatchObject({ transfer: started.transfer })
    expect(await till.attempt(orderID)).toHaveLength(1)
  })

  test('is cancelled by the shopper, who gets stock and slot back to order again', async () => {
    const { orderID, reference } = await order()
    expect(await visitor.api.orders.cancelByLink({ id: orderID })).toMatchObject({
      status: 'CANCELLED',
      isInCart: false,
    })
    expect(await stock()).toMatchObject({ held: 0, on_hand: 5 })
    expect(await taken()).toEqual([])
    expect(await visitor.api.orders.reorder({ id: orderID })).toMatchObject({ added: 2 })
    expect(await receive(reference)).toEqual({ state: 'late_paid', isNew: true })
  })

  test('counts towards the limits of what a browser holds, as an open cart does', async () => {
    await order()
    const held = await shop.query('select state from carts where held_until > $1', [shop.ctx().app.now()])
    expect(held).toEqual([{ state: 'closed' }])
  })

  test('gives way to another method, which has the usual time', async () => {
    const { orderID, reference } = await order()
    expect(await offered({ orderID })).toBe(true)
    shop.clock.advance(2 * hour)
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    const [transfer, wechat] = await till.attempt(orderID)
    expect([transfer?.state, wechat?.state, wechat?.provider]).toEqual(['failed', 'pending', 'snappay'])
    const found = await orders.find(shop.ctx(), orderID)
    expect(found?.expiresAt?.toISOString()).toMatch(/^2026-11-20T19:30:0/)
    expect(await visitor.api.payments.check({ orderID })).not.toHaveProperty('transfer')
    expect(await stock()).toMatchObject({ held: 2 })
    // The money of the e-transfer arrives before the WeChat payment is made.
    expect(await receive(reference)).toEqual({ state: 'paid', isNew: true })
    expect(await statusOf(orderID)).toBe('NEW')
  })

  test('follows another method', async () => {
    await fill()
    const { orderID } = await placeOrder(visitor)
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(transfer?.until).toBe('2026-11-21T17:00:00.000Z')
    expect((await till.attempt(orderID)).map(({ state }) => state)).toEqual(['failed', 'pending'])
  })
})

describe('an order that changes between methods', () => {
  test('is never held longer than the owner’s hours from its placing, and is offered what is kept', async () => {
    const { orderID } = await order()
    shop.clock.advance(20 * hour)
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    expect(await offered({ orderID })).toBe(true)
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(transfer?.until).toBe('2026-11-21T17:00:00.000Z')
    expect((await orders.find(shop.ctx(), orderID))?.expiresAt).toEqual(new Date('2026-11-21T17:00:00Z'))
    shop.clock.advance(3 * hour + 1000)
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    expect(await offered({ orderID })).toBe(false)
    expect(await refusal(visitor.api.payments.start({ orderID, option: 'etransfer' }))).toBe('payments.unavailable')
  })

  test('can still be paid by e-transfer shortly after its placing if the owner waits only an hour', async () => {
    await writeAccount({ ...account, HOURS: '1' })
    await fill()
    const { orderID } = await placeOrder(visitor)
    shop.clock.advance(hour / 3)
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(transfer?.until).toBe('2026-11-20T18:00:00.000Z')
  })
})

describe('its account', () => {
  test('needs an email address, a name and up to a week', async () => {
    for (const wrong of [{ EMAIL: 'no address' }, { HOURS: '0' }, { HOURS: '169' }, { HOURS: '1.5' }])
      expect(await refusal(writeAccount({ ...account, ...wrong }))).toBe('payments.keys_wrong')
    expect(await refusal(writeAccount({ ...account, HOURS: '168' }))).toBe(null)
    const { providers } = await owner.staff.paymentSetup()
    expect(providers.find(({ provider }) => provider === 'etransfer')).toMatchObject({ isComplete: true, isOn: true })
  })

  test('has no notifications', async () => {
    const path = '/api/more/payments/etransfer/notification'
    expect((await shop.visitor().fetch(path, { method: 'POST', body: '{}' })).status).toBe(404)
  })
})

describe('staff', () => {
  test('find the e-transfer, confirm it, and the order is paid once', async () => {
    const { orderID, orderNumber, reference } = await order()
    const find = async (query = '') => (await owner.staff.expectedPayments({ query })).payments
    const expected = { reference, orderId: orderID, orderNumber, name: sampleContact.name, isReleased: false }
    expect(await find()).toMatchObject([{ ...expected, amount: { amount: 2000 }, until: '2026-11-21T17:00:00.000Z' }])
    for (const query of [orderNumber, orderNumber.slice(-3), 'mei', '20', '20.00', '$20'])
      expect(await find(query), query).toHaveLength(1)
    for (const query of ['21', '%', 'nobody', '999999999999999']) expect(await find(query), query).toEqual([])
    expect(await receive(reference)).toEqual({ state: 'paid', isNew: true })
    expect(await receive(reference)).toEqual({ state: 'paid', isNew: false })
    expect(await orders.find(shop.ctx(), orderID)).toMatchObject({
      status: 'NEW',
      paymentStatus: 'PAID_ONLINE',
      paymentOption: 'etransfer',
      expiresAt: null,
    })
    expect(await stock()).toMatchObject({ held: 0, on_hand: 3 })
    expect(await find()).toEqual([])
    expect((await mails()).at(-1)).toContain('Your receipt for order')
    const { entries } = await owner.people.log({})
    expect(entries.filter(({ call }) => call === 'staff.confirmTransfer').length).toBeGreaterThan(0)
    shop.clock.advance(30 * hour)
    await payments.reconcile(shop.ctx())
    expect((await staff.stuck(shop.ctx())).stuck).toEqual([])
  })

  test('confirm a payment after the clock was set back; the books still agree', async () => {
    const { orderID, reference } = await order()
    shop.clock.advance(-5 * 60_000)
    expect(await staff.confirmTransfer(shop.ctx(), { reference, amount: 2000 })).toMatchObject({ state: 'paid' })
    await expectSoundBooks()
    const paid = await orders.find(shop.ctx(), orderID)
    expect(paid?.paidAt).toEqual(paid?.placedAt)
  })

  test('decide about another amount; meanwhile the shopper cannot pay again', async () => {
    const { orderID, reference } = await order()
    expect(await receive(reference, 1500)).toEqual({ state: 'mismatch', isNew: true })
    expect(await receive(reference, 2000)).toEqual({ state: 'mismatch', isNew: false })
    expect(await statusOf(orderID)).toBe('INTERIM')
    const { stuck } = await owner.staff.stuck()
    expect(stuck).toMatchObject([{ reference, kind: 'mismatch', amount: 1500, currency: 'CAD' }])
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    expect(await till.attempt(orderID)).toHaveLength(1)
    await owner.staff.review({ reference, decision: 'honour' })
    expect(await orders.find(shop.ctx(), orderID)).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE' })
  })

  test('decide about money that came after the order was released', async () => {
    const { orderID, orderNumber, reference } = await order()
    shop.clock.advance(25 * hour)
    await expire()
    await expire()
    expect(await statusOf(orderID)).toBe('FAILED')
    expect((await staff.expectedPayments(shop.ctx(), { query: '' })).payments).toEqual([])
    const { payments: found } = await staff.expectedPayments(shop.ctx(), { query: orderNumber })
    expect(found).toMatchObject([{ reference, isReleased: true }])
    expect(await staff.confirmTransfer(shop.ctx(), { reference, amount: 2000 })).toEqual({
      state: 'late_paid',
      isNew: true,
    })
    expect((await staff.stuck(shop.ctx())).stuck).toMatchObject([{ reference, kind: 'late_paid' }])
    await staff.review(shop.ctx(), { reference, decision: 'refund' })
    await payments.sendRefunds(shop.ctx())
    const { refunds } = await staff.expectedPayments(shop.ctx(), { query: '' })
    expect(refunds).toMatchObject([
      { reference: `${orderID}-R1`, email: sampleContact.email, amount: { amount: 2000 } },
    ])
    expect(await staff.confirmRefund(shop.ctx(), { reference: `${orderID}-R1` })).toEqual({ isNew: true })
    expect((await mails()).at(-1)).toContain('refunded')
  })

  test('send the money of a refund back, are reminded of it, and cannot dismiss it', async () => {
    const { orderID, reference } = await order()
    await receive(reference)
    await owner.staff.refund({ order: orderID, note: '', amount: 500 })
    const list = async () => (await owner.staff.expectedPayments({})).refunds
    expect(await list()).toMatchObject([
      { reference: `${orderID}-R1`, amount: { amount: 500 }, name: sampleContact.name },
    ])
    shop.clock.advance(2 * hour)
    await payments.sendRefunds(shop.ctx())
    const owed = [{ reference: `${orderID}-R1`, kind: 'refund_to_send' }]
    expect((await owner.staff.stuck()).stuck).toMatchObject(owed)
    for (const decision of ['dismiss', 'refund', 'honour'] as const)
      expect(await refusal(owner.staff.review({ reference: `${orderID}-R1`, decision }))).toBe('payments.review')
    expect((await owner.staff.stuck()).stuck).toMatchObject(owed)
    expect(await list()).toHaveLength(1)
    expect(await owner.staff.confirmRefund({ reference: `${orderID}-R1` })).toEqual({ isNew: true })
    expect(await owner.staff.confirmRefund({ reference: `${orderID}-R1` })).toEqual({ isNew: false })
    await payments.sendRefunds(shop.ctx())
    expect(await list()).toEqual([])
    expect((await owner.staff.stuck()).stuck).toEqual([])
    expect(await orders.find(shop.ctx(), orderID)).toMatchObject({ refunded: 500, refunding: 0 })
  })

  test('cancel an order whose smaller payment they accepted and refunded before', async () => {
    const { orderID, reference } = await order()
    await receive(reference, 1500)
    await owner.staff.review({ reference, decision: 'honour' })
    await owner.staff.refund({ order: orderID, note: '' })
    await owner.staff.confirmRefund({ reference: `${orderID}-R1` })
    await owner.staff.cancel({ order: orderID, note: '', keepStock: false })
    await shop.workOff()
    expect(await shop.query('select name from events where done_at is null')).toEqual([])
    expect(await visitor.api.orders.detail({ id: orderID })).toMatchObject({ refundStatus: 'FULL' })
  })

  test('cancel an order whose smaller payment they accepted, and its refund is pending until they send it', async () => {
    const { orderID, reference } = await order()
    await receive(reference, 1500)
    await owner.staff.review({ reference, decision: 'honour' })
    await owner.staff.cancel({ order: orderID, note: '', keepStock: false })
    const status = async () => (await visitor.api.orders.detail({ id: orderID })).refundStatus
    expect(await status()).toBe('PENDING')
    await shop.workOff()
    expect(await status()).toBe('PENDING')
    await owner.staff.confirmRefund({ reference: `${orderID}-R1` })
    expect(await status()).toBe('FULL')
  })

  test('keep the bill’s part of a larger payment, and the rest goes back on its own', async () => {
    const { orderID, reference } = await order()
    await receive(reference, 2500)
    await owner.staff.review({ reference, decision: 'honour' })
    const list = async () =>
      (await owner.staff.expectedPayments({})).refunds.map(({ reference, amount }) => [reference, amount.amount])
    expect(await list()).toEqual([[`${orderID}-R1`, 500]])
    const said = async () =>
      statementOf((await visitor.api.orders.detail({ id: orderID })).ledger).map(({ key, amount }) => [
        key,
        amount?.amount,
      ])
    expect(await said()).toEqual([
      ['received', 2500],
      ['going_back', 500],
    ])
    await expectSoundBooks()
    expect(await owner.staff.confirmRefund({ reference: `${orderID}-R1` })).toEqual({ isNew: true })
    expect((await mails()).at(-1)).toMatch(/^Refund of \$5\.00/)
    expect(await orders.find(shop.ctx(), orderID)).toMatchObject({ refunded: 0, refunding: 0 })
    expect(await refusal(owner.staff.refund({ order: orderID, note: '', amount: 2001 }))).toMatch(/refund_too_much/)
    await owner.staff.cancel({ order: orderID, note: '', keepStock: false })
    await shop.workOff()
    expect(await list()).toEqual([[`${orderID}-R2`, 2000]])
    await owner.staff.confirmRefund({ reference: `${orderID}-R2` })
    expect(await said()).toEqual([
      ['received', 2500],
      ['sent', 2500],
    ])
    await expectSoundBooks()
  })

  test('of another store see and confirm nothing', async () => {
    await openStore(shop.ctx(), 'downtown', 1)
    const { orderID, reference } = await order()
    const other = await openColleague(shop, owner, 'other@shop.test', [{ role: 'manager', location: 'downtown' }])
    expect(await other.staff.expectedPayments({})).toEqual({ payments: [], refunds: [] })
    expect(await refusal(other.staff.confirmTransfer({ reference, amount: 2000 }))).toBe('not_found')
    await receive(reference)
    await owner.staff.refund({ order: orderID, note: '' })
    expect(await other.staff.expectedPayments({})).toEqual({ payments: [], refunds: [] })
    expect(await refusal(other.staff.confirmRefund({ reference: `${orderID}-R1` }))).toBe('not_found')
    const books = await openColleague(shop, owner, 'books@shop.test', [{ role: 'bookkeeper', location: 'markham' }])
    expect((await books.staff.expectedPayments({})).refunds).toHaveLength(1)
    expect(await refusal(books.staff.confirmRefund({ reference: `${orderID}-R1` }))).toBe('staff.no_right')
  })

  test('cannot confirm what is no e-transfer', async () => {
    const ctx = await till.shopper()
    const { id } = await till.order(ctx)
    await payments.startSnapPayWeChat(ctx, { orderID: id })
    for (const reference of [`${id}-A1`, 'nothing'])
      expect(await refusal(receive(reference))).toMatch(/staff\.unknown|not_found/)
    expect(await refusal(owner.staff.confirmRefund({ reference: `${id}-A1` }))).toMatch(/staff\.unknown|not_found/)
    expect(await refusal(receive(`${id}-A1`, 0))).toBe('input.invalid')
  })
})

describe('a group-buy', () => {
  const inGroup = { fissionCampaignId: 'lychees' }
  beforeEach(() => addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 }))

  test('takes e-transfers if the organiser allows it, until it closes', async () => {
    await openGroupBuy(shop.ctx())
    await fillGroupCart(visitor)
    expect(await offered(inGroup)).toBe(false)
    await openGroupBuy(shop.ctx(), { allowsTransfer: true })
    expect(await offered(inGroup)).toBe(true)
    const { orderID } = await placeGroupOrder(visitor)
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(transfer?.until).toBe('2026-11-20T19:00:00.000Z')
    const progress = async () => (await visitor.api.campaigns.detail({ id: 'lychees' })).progress.participants
    expect(await progress()).toBe(0)
    await owner.staff.confirmTransfer({ reference: `${orderID}-A1`, amount: transfer?.amount.amount ?? 0 })
    expect(await progress()).toBe(1)
  })

  test('is run with e-transfers alone, down to the refund of the price difference', async () => {
    await openGroupBuy(shop.ctx(), { allowsTransfer: true, goal: 2 })
    const join = async (at: number, quantity: number) => {
      const buyer = shop.visitor()
      const contact = { name: `Person ${at}`, email: `person${at}@shop.example`, phone: `416-555-${2000 + at}` }
      await fillGroupCart(buyer, { quantity, ...contact })
      expect((await buyer.api.checkout.paymentConfig(inGroup)).options.map(({ id }) => id)).toContain('etransfer')
      const { orderID, amountDue } = await placeGroupOrder(buyer)
      await buyer.api.payments.start({ orderID, option: 'etransfer' })
      return { id: orderID, amount: amountDue.amount }
    }
    const [first, second] = [await join(1, 4), await join(2, 2)]
    const unpaid = await join(3, 1)
    for (const { id, amount } of [first, second])
      expect(await owner.staff.confirmTransfer({ reference: `${id}-A1`, amount })).toMatchObject({ state: 'paid' })
    shop.clock.advance(2 * hour)
    for (let round = 0; round < 3; round++) {
      await expire()
      for (const name of ['settle group-buys that are over', 'send refunds'])
        await schedule.find((job) => job.name === name)?.run(shop.ctx())
      await shop.workOff()
    }
    expect((await visitor.api.campaigns.detail({ id: 'lychees' })).state).toBe('succeeded')
    expect(await statusOf(unpaid.id)).toBe('FAILED')
    // The group-buy lowered the price from 10.00 to 9.00 a piece. Each refund is the difference plus 13% HST.
    const { refunds } = await staff.expectedPayments(shop.ctx(), { query: '' })
    expect(Object.fromEntries(refunds.map(({ orderId, amount }) => [orderId, amount.amount]))).toEqual({
      [first.id]: 452,
      [second.id]: 226,
    })
    for (const { reference } of refunds)
      expect(await staff.confirmRefund(shop.ctx(), { reference })).toEqual({ isNew: true })
    expect((await staff.expectedPayments(shop.ctx(), { query: '' })).refunds).toEqual([])
    expect(await shop.query('select total, refunded, refunding from orders where id = $1', [first.id])).toEqual([
      { total: 4520, refunded: 452, refunding: 0 },
    ])
  })

  test.each([
    { received: 4300, refunded: { amount: 232 } },
    { received: 4000, refunded: undefined },
    { received: 300, refunded: undefined },
  ])('refunds what an accepted payment of $received exceeds the final price by', async ({ received, refunded }) => {
    await openGroupBuy(shop.ctx(), { allowsTransfer: true, goal: 2 })
    const join = async (at: number, quantity: number) => {
      const buyer = shop.visitor()
      const contact = {
        name: `Person ${at}`,
        email: `paid-${received}-${at}@shop.example`,
        phone: `416-555-${2000 + at}`,
      }
      await fillGroupCart(buyer, { quantity, ...contact })
      const { orderID, amountDue } = await placeGroupOrder(buyer)
      await buyer.api.payments.start({ orderID, option: 'etransfer' })
      return { orderID, reference: `${orderID}-A1`, amount: amountDue.amount }
    }
    const [first, second] = [await join(1, 4), await join(2, 2)]
    // The bill is 45.20, which the group-buy lowers by 4.52.
    expect(first.amount).toBe(4520)
    await owner.staff.confirmTransfer({ reference: first.reference, amount: received })
    await owner.staff.review({ reference: first.reference, decision: 'honour' })
    await owner.staff.confirmTransfer({ reference: second.reference, amount: second.amount })
    shop.clock.advance(2 * hour)
    for (let round = 0; round < 3; round++) {
      await schedule.find((job) => job.name === 'settle group-buys that are over')?.run(shop.ctx())
      await shop.workOff()
    }
    const { state, settledAt } = await visitor.api.campaigns.detail({ id: 'lychees' })
    expect([state, settledAt]).toEqual(['succeeded', expect.any(String)])
    const { refunds } = await staff.expectedPayments(shop.ctx(), { query: '' })
    expect(refunds.find(({ orderId }) => orderId === first.orderID)?.amount).toEqual(
      refunded && { ...refunded, currency: 'CAD' },
    )
    const told = (await mailsTo(shop, `paid-${received}-1@shop.example`)).some(({ text }) => text?.includes('$2.32'))
    expect(told).toBe(refunded !== undefined)
  })

  /** Cancels the group-buy as staff do, and lets the worker settle it. */
  async function callOff() {
    await campaignStaff.cancelCampaign(shop.ctx(), { campaign: 'lychees' })
    for (let round = 0; round < 2; round++) {
      await schedule.find((job) => job.name === 'settle group-buys that are over')?.run(shop.ctx())
      await shop.workOff()
    }
  }

  test('asks for no more money once it is cancelled, says so, and leaves late money to staff', async () => {
    await openGroupBuy(shop.ctx(), { allowsTransfer: true, closesAt: new Date('2026-11-25T17:00:00Z') })
    const email = 'called-off@shop.example'
    await fillGroupCart(visitor, { email })
    const { orderID } = await placeGroupOrder(visitor)
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    const subjects = async () => (await mailsTo(shop, email)).map(({ subject }) => subject)
    expect(await subjects()).toEqual([expect.stringContaining('Send your e-transfer')])
    await callOff()
    const order = await visitor.api.orders.detail({ id: orderID })
    expect(order).toMatchObject({ status: 'CANCELLED', paymentStatus: 'NOT_PAID', timeline: expect.any(Array) })
    expect(order.timeline.at(-1)).toMatchObject({ kind: 'cancelled', by: 'shop' })
    expect(await shop.query('select state from payment_attempts')).toEqual([{ state: 'failed' }])
    expect(await shop.query('select state from campaign_joins')).toEqual([{ state: 'left' }])
    expect(await shop.query('select * from campaign_holds')).toEqual([])
    expect((await visitor.api.campaigns.detail({ id: 'lychees' })).settledAt).not.toBeNull()
    expect(await visitor.api.payments.check({ orderID })).not.toHaveProperty('transfer')
    shop.clock.advance(20 * hour)
    await payments.remindOfTransfers(shop.ctx())
    const letters = (await mailsTo(shop, email)).map(({ subject, text }) => ({ subject, text }))
    expect(letters.slice(1)).toEqual([
      { subject: '“Lychee box” is not going ahead', text: expect.stringContaining('do not send the e-transfer') },
    ])
    const confirm = { reference: `${orderID}-A1`, amount: transfer?.amount.amount ?? 0 }
    expect(await staff.confirmTransfer(shop.ctx(), confirm)).toEqual({ state: 'late_paid', isNew: true })
    expect((await staff.stuck(shop.ctx())).stuck).toMatchObject([{ reference: `${orderID}-A1`, kind: 'late_paid' }])
    expect(await subjects()).toHaveLength(2)
  })

  test.each(['fails', 'expires'] as const)(
    'cancels unpaid orders and refuses further payments; an open payment %s',
    async (end) => {
      await openGroupBuy(shop.ctx(), { allowsTransfer: true })
      const [idle, busy] = [visitor, shop.visitor(phoneHeaders)]
      await fillGroupCart(idle)
      const { orderID } = await placeGroupOrder(idle)
      await fillGroupCart(busy, { email: `${end}@shop.example`, phone: '416-555-0177' })
      const { orderID: other } = await placeGroupOrder(busy)
      await busy.api.payments.start({ orderID: other, option: 'snappay_wechat' })
      await campaignStaff.cancelCampaign(shop.ctx(), { campaign: 'lychees' })
      for (const [{ api }, id] of [
        [idle, orderID],
        [busy, other],
      ] as const) {
        expect((await api.checkout.paymentConfig({ orderID: id })).options).toEqual([])
        for (const option of ['etransfer', 'snappay_wechat'] as const)
          expect(await refusal(api.payments.start({ orderID: id, option }))).toBe('campaigns.cancelled')
      }
      await callOff()
      // The wallet payment of the second order is still in progress, so this order is not cancelled yet.
      expect([await statusOf(orderID), await statusOf(other)]).toEqual(['CANCELLED', 'INTERIM'])
      expect((await till.attempt(other)).map(({ state }) => state)).toEqual(['pending'])
      // The wallet payment fails or expires.
      if (end === 'fails') {
        await till.control(`${other}-A1`, { action: 'refuse' })
        shop.clock.advance(2000)
        await busy.api.payments.check({ orderID: other })
      } else {
        shop.clock.advance(hour)
        await expire()
        await expire()
      }
      expect(await statusOf(other)).toBe('CANCELLED')
      expect(await shop.query('select * from campaign_holds')).toEqual([])
      expect((await mailsTo(shop, `${end}@shop.example`)).map(({ subject }) => subject)).toEqual([
        '“Lychee box” is not going ahead',
      ])
    },
  )

  test('releases what a failed order still holds once it is cancelled', async () => {
    await openGroupBuy(shop.ctx())
    await fillGroupCart(visitor)
    const { orderID } = await placeGroupOrder(visitor)
    await visitor.api.payments.start({ orderID, option: 'snappay_wechat' })
    await till.control(`${orderID}-A1`, { action: 'refuse' })
    shop.clock.advance(2000)
    expect(await visitor.api.payments.check({ orderID })).toMatchObject({ status: 'FAILED' })
    expect((await visitor.api.orders.detail({ id: orderID })).held).not.toBeNull()
    await campaignStaff.cancelCampaign(shop.ctx(), { campaign: 'lychees' })
    await shop.workOff()
    expect((await visitor.api.orders.detail({ id: orderID })).held).toBeNull()
    expect(await shop.query('select * from campaign_holds')).toEqual([])
  })

  test('that staff close early waits one hour for e-transfers and says so', async () => {
    await openGroupBuy(shop.ctx(), { allowsTransfer: true, closesAt: new Date('2026-11-25T17:00:00Z') })
    const email = 'close@shop.example'
    await fillGroupCart(visitor, { email })
    const { orderID, orderNumber } = await placeGroupOrder(visitor)
    const { transfer } = await visitor.api.payments.start({ orderID, option: 'etransfer' })
    expect(transfer?.until).toBe('2026-11-21T17:00:00.000Z')
    await campaignStaff.closeCampaign(shop.ctx(), { campaign: 'lychees' })
    expect((await mailsTo(shop, email)).at(-1)?.subject).toContain(`Your e-transfer for order ${orderNumber} is due by`)
    const until = '2026-11-20T18:00:00.000Z'
    expect((await visitor.api.payments.check({ orderID })).transfer?.until).toBe(until)
    expect((await visitor.api.orders.detail({ id: orderID })).expiresAt).toBe(until)
    shop.clock.advance(hour)
    await expire()
    expect(await statusOf(orderID)).toBe('FAILED')
    await schedule.find((job) => job.name === 'settle group-buys that are over')?.run(shop.ctx())
    expect((await visitor.api.campaigns.detail({ id: 'lychees' })).state).toBe('failed')
  })

  test('that staff close early waits one hour for an order whose e-transfer had another amount', async () => {
    await openGroupBuy(shop.ctx(), { allowsTransfer: true, closesAt: new Date('2026-11-25T17:00:00Z') })
    const email = 'differs@shop.example'
    await fillGroupCart(visitor, { email })
    const { orderID } = await placeGroupOrder(visitor)
    await visitor.api.payments.start({ orderID, option: 'etransfer' })
    const reference = `${orderID}-A1`
    expect(await receive(reference, 500)).toMatchObject({ state: 'mismatch' })
    await campaignStaff.closeCampaign(shop.ctx(), { campaign: 'lychees' })
    await owner.staff.review({ reference, decision: 'refund' })
    // The order no longer waits for an e-transfer, so the shop sends no email that asks for one.
    expect((await mailsTo(shop, email)).filter(({ subject }) => subject?.includes('is due by'))).toEqual([])
    expect((await visitor.api.orders.detail({ id: orderID })).expiresAt).toBe('2026-11-20T18:00:00.000Z')
    shop.clock.advance(hour)
    await expire()
    expect(await statusOf(orderID)).toBe('FAILED')
    await schedule.find((job) => job.name === 'settle group-buys that are over')?.run(shop.ctx())
    expect((await visitor.api.campaigns.detail({ id: 'lychees' })).state).toBe('failed')
  })

  test('releases what is not paid when it closes', async () => {
    await openGroupBuy(shop.ctx(), { allowsTransfer: true })
    await fillGroupCart(visitor)
    const { orderID } = await placeGroupOrder(visitor)
    await visitor.api.payments.start({ orderID, option: 'etransfer' })
    shop.clock.advance(2 * hour)
    await expire()
    await expire()
    expect(await statusOf(orderID)).toBe('FAILED')
    expect(await shop.query('select * from campaign_holds')).toEqual([])
  })
})

describe('a member who deletes the account', () => {
  const password = 'three dumplings at noon'
  beforeEach(() => registerMember(shop, visitor, { name: 'Mei Lin', email: sampleContact.email, password }))
  const contactOf = async (id: string) => (await orders.find(shop.ctx(), id))?.contact
  const erased = { name: '—', phone: '', email: '' }

  /** Checks that staff still see where to send the refund, confirms it, and checks that the contact is then erased. */
  async function expectSent(orderID: string) {
    await payments.sendRefunds(shop.ctx())
    await eraseFinished(shop.ctx())
    const { refunds } = await staff.expectedPayments(shop.ctx(), { query: '' })
    const { name, email } = sampleContact
    expect(refunds).toMatchObject([{ reference: `${orderID}-R1`, name, email, amount: { amount: 2000 } }])
    await staff.confirmRefund(shop.ctx(), { reference: `${orderID}-R1` })
    await eraseFinished(shop.ctx())
    expect(await contactOf(orderID)).toEqual(erased)
  }

  test('still gets the refund of a cancelled order', async () => {
    const { orderID, reference } = await order()
    await receive(reference)
    await visitor.api.orders.cancel({ id: orderID })
    // The worker has not handled the cancellation yet, so no refund exists when the member deletes the account.
    await visitor.api.account.remove({ password })
    await shop.workOff()
    await expectSent(orderID)
  })

  test('is erased from an order that was refunded first and cancelled then', async () => {
    const { orderID, reference } = await order()
    await receive(reference)
    await owner.staff.refund({ order: orderID, note: '' })
    await payments.sendRefunds(shop.ctx())
    await owner.staff.confirmRefund({ reference: `${orderID}-R1` })
    await visitor.api.orders.cancel({ id: orderID })
    await shop.workOff()
    expect(await shop.query('select reference from refunds')).toHaveLength(1)
    await visitor.api.account.remove({ password })
    expect(await contactOf(orderID)).toEqual(erased)
  })

  test('is erased from a cancelled order after staff dismiss its refused refund', async () => {
    const { orderID, reference } = await order()
    await receive(reference)
    await owner.staff.refund({ order: orderID, note: '' })
    await payments.sendRefunds(shop.ctx())
    await owner.staff.confirmRefund({ reference: `${orderID}-R1` })
    await visitor.api.orders.cancel({ id: orderID })
    await shop.workOff()
    // The refund is refused after it succeeded, as if a bank had sent the money back.
    await shop.query("update refunds set state = 'refused'")
    await shop.query('update payment_attempts set refunded = 0')
    await visitor.api.account.remove({ password })
    await eraseFinished(shop.ctx())
    expect(await contactOf(orderID)).not.toEqual(erased)
    await staff.review(shop.ctx(), { reference: `${orderID}-R1`, decision: 'dismiss' })
    await eraseFinished(shop.ctx())
    expect(await contactOf(orderID)).toEqual(erased)
  })

  test('still gets the refund of money that arrived late', async () => {
    const { orderID, reference } = await order()
    shop.clock.advance(25 * hour)
    await expire()
    await expire()
    await staff.confirmTransfer(shop.ctx(), { reference, amount: 2000 })
    await visitor.api.account.remove({ password })
    await eraseFinished(shop.ctx())
    await staff.review(shop.ctx(), { reference, decision: 'refund' })
    await expectSent(orderID)
  })
})
