import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/durations.ts'
import { shareAtStore, statementOf } from '#contract/ledger.ts'
import { schedule } from '#jobs/schedule.ts'
import { auditBooks } from '#server/audit/books.ts'
import * as credit from '#server/credit/credit.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import * as payments from './payments.ts'

/** Refunds of money that was paid at the store: staff give it back at the counter and confirm this. */

const shop = setUpShop()
const till = setUpTill(shop)
let owner: Office
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(
    shop.ctx(),
    { id: 'teapot', price: 1000, stock: 50, taxClass: 'standard' },
    { id: 'kettle', price: 4000, stock: 50, taxClass: 'standard', prepayment: { percent: 25 } },
    { id: 'bun', price: 350, stock: 50, taxClass: 'standard' },
    { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' },
  )
  owner = await openOwner(shop)
  visitor = shop.visitor()
})

/** Places an order of two teapots for 22.60 and hands it over, paid at the store. */
async function paidAtStore(): Promise<string> {
  await fillCart(visitor, 'teapot', 2)
  const { orderID } = await placeOrder(visitor, { payAtStore: true })
  await handOver(orderID)
  return orderID
}

/** Places an order of a kettle for 45.20, pays its deposit of 11.30 online, and collects the rest at the hand-over. */
async function paidWithDeposit(): Promise<string> {
  await fillCart(visitor, 'kettle', 1)
  const { orderID } = await placeOrder(visitor)
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  await visitor.api.payments.checkSnapPay({ orderID })
  await handOver(orderID)
  return orderID
}

async function handOver(id: string) {
  await orders.ready(shop.ctx(), { id })
  await orders.handOver(shop.ctx(), { id })
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const detail = (order: string) => owner.staff.order({ order })
const said = async (order: string) =>
  statementOf((await detail(order)).ledger).map(({ key, amount }) => `${key} ${amount?.amount}`)
const rows = () =>
  shop.query('select reference, attempt, amount, credit, state from refunds order by requested_at, reference')

async function sums(day: string) {
  const { sums } = await owner.staff.books({ from: day, to: day })
  return Object.fromEntries(
    sums
      .filter(({ kind }) => kind === 'refunded' || kind === 'tax_back')
      .map(({ kind, key, amount }) => [kind === 'refunded' ? key : 'tax_back', amount.amount]),
  )
}

async function expectAgreement() {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  expect(await auditBooks(client)).toEqual([])
  await client.end()
}

describe('an order that was paid at the store', () => {
  test('is refunded at the counter, and is in the books of the day on which staff confirm it', async () => {
    const order = await paidAtStore()
    shop.clock.advance(6 * hourMs)
    expect(await detail(order)).toMatchObject({ cancellation: { back: { money: { amount: 2260 } } } })
    shop.clock.advance(9 * hourMs)
    const changed = await owner.staff.refund({ order, line: 1, pieces: 1, note: 'A crack', givenBack: 1130 })
    expect(changed).toMatchObject({
      paymentStatus: 'PAID_AT_STORE',
      refundStatus: 'PARTIAL',
      refunded: { amount: 1130 },
      cancellation: { back: { money: { amount: 1130 } } },
      ledger: { atStore: { amount: 2260 }, atStoreReturned: { amount: 1130 }, refunds: [] },
    })
    expect(changed.timeline.at(-1)).toMatchObject({ kind: 'refunded', note: 'A crack', amount: { amount: 1130 } })
    expect(await said(order)).toEqual(['at_store 2260', 'at_store_back 1130'])
    expect(await rows()).toMatchObject([{ reference: `${order}-R1`, attempt: null, amount: 1130, state: 'refunded' }])
    expect([await sums('2026-11-20'), await sums('2026-11-21')]).toEqual([{}, { store: 1130, tax_back: 130 }])
    expect(
      await owner.staff.bookOrders({
        ...{ from: '2026-11-21', to: '2026-11-21', kind: 'refunded', key: 'store', currency: 'CAD' },
      }),
    ).toMatchObject({ entries: [{ orderId: order, amount: { amount: 1130 } }] })

    const mail = (await mailsTo(shop, sampleContact.email)).at(-1)
    expect(mail?.subject).toContain('Refund of $11.30')
    expect(mail?.text).toContain('$11.30 was given back in person.')
    expect(mail?.text).not.toContain('the way you paid')

    shop.clock.advance(hourMs)
    expect(await owner.staff.refund({ order, givenBack: 1130 })).toMatchObject({ refundStatus: 'FULL' })
    expect(await sums('2026-11-21')).toEqual({ store: 2260, tax_back: 260 })
    expect(await refusal(owner.staff.refund({ order, amount: 1, givenBack: 1 }))).toBe('payments.refund_too_much')
    await expectAgreement()
  })

  test('is not refunded before staff confirm the exact amount', async () => {
    const order = await paidAtStore()
    const refused = await owner.staff.refund({ order, amount: 1240 }).catch((error) => error)
    expect([refused.code, refused.message]).toEqual([
      'payments.give_back',
      'The refund is not recorded yet. Give back $12.40 in all at the counter, then confirm exactly this amount.',
    ])
    expect(await refusal(owner.staff.refund({ order, amount: 1240, givenBack: 1239 }))).toBe('payments.give_back')
    expect(await refusal(owner.staff.refund({ order, amount: 2261, givenBack: 2261 }))).toBe('payments.refund_too_much')
    expect(await rows()).toEqual([])
    expect(await detail(order)).toMatchObject({ refundStatus: 'NONE', refunded: { amount: 0 } })
  })

  test('cannot be refunded before it is paid, nor by staff without the right', async () => {
    await fillCart(visitor, 'teapot', 1)
    const { orderID: order } = await placeOrder(visitor, { payAtStore: true })
    expect(await refusal(owner.staff.refund({ order, givenBack: 1130 }))).toBe('payments.not_paid')
    await handOver(order)
    const cook = await openColleague(shop, owner, 'cook@shop.test', [{ role: 'kitchen', location: 'markham' }])
    expect(await refusal(cook.staff.refund({ order, givenBack: 1130 }))).toBe('staff.no_right')
    expect(await rows()).toEqual([])
  })

  test('is refunded at most once by staff who confirm at the same time', async () => {
    const order = await paidAtStore()
    const colleague = await openColleague(shop, owner, 'ann@shop.test', [{ role: 'manager', location: 'markham' }])
    const confirm = ({ staff }: Office, amount: number) => refusal(staff.refund({ order, amount, givenBack: amount }))
    const differing = await Promise.all([confirm(owner, 2000), confirm(colleague, 1900)])
    expect(differing.sort()).toEqual(['done', 'payments.refund_too_much'])
    const left = (await detail(order)).cancellation.back.money.amount
    const equal = await Promise.all([confirm(owner, left), confirm(colleague, left)])
    expect(equal.sort()).toEqual(['done', 'payments.refund_too_much'])
    expect(await detail(order)).toMatchObject({ refundStatus: 'FULL', refunded: { amount: 2260 } })
    expect(await rows()).toHaveLength(2)
    await expectAgreement()
  })

  test('is refunded once if a staff member clicks twice, and not for another amount given back', async () => {
    const order = await paidAtStore()
    const confirm = (givenBack: number) => refusal(owner.staff.refund({ order, amount: 1000, givenBack }))
    expect(await Promise.all([confirm(1000), confirm(1000)])).toEqual(['done', 'done'])
    expect(await rows()).toHaveLength(1)
    expect([await confirm(0), await confirm(999)]).toEqual(['payments.give_back', 'payments.give_back'])
    expect(await confirm(1000)).toBe('done')
    expect(await rows()).toHaveLength(1)
    await expectAgreement()
  })

  test('gives back the sum of pieces with their own taxes that the office shows', async () => {
    await fillCart(visitor, 'bun', 3)
    const { orderID: order } = await placeOrder(visitor, { payAtStore: true })
    await handOver(order)
    const { lines } = await owner.staff.refundable({ order })
    const [{ key, sums } = { key: '', sums: [] }] = lines
    const [ofOne = 0, ofTwo = 0] = sums
    expect(ofTwo).not.toBe(2 * ofOne)
    expect(shareAtStore(await detail(order), ofTwo)).toBe(ofTwo)
    const doubled = owner.staff.refund({ order, lines: [{ key, pieces: 2 }], givenBack: 2 * ofOne })
    expect(await refusal(doubled)).toBe('payments.give_back')
    await owner.staff.refund({ order, lines: [{ key, pieces: 2 }], givenBack: ofTwo })
    expect(await rows()).toMatchObject([{ amount: ofTwo, credit: 0 }])
    await expectAgreement()
  })

  test('is refunded only by staff of its store, and the shopper reads about it in Chinese', async () => {
    await fillCart(visitor, 'teapot', 2)
    await visitor.api.shell.changeLocale({ locale: 'zh' })
    const { orderID: order } = await placeOrder(visitor, { payAtStore: true })
    await handOver(order)
    await openStore(shop.ctx(), 'kennedy', 1)
    const elsewhere = await openColleague(shop, owner, 'ken@shop.test', [{ role: 'manager', location: 'kennedy' }])
    expect(await refusal(elsewhere.staff.refund({ order, givenBack: 2260 }))).toBe('not_found')
    expect(await rows()).toEqual([])
    await owner.staff.refund({ order, givenBack: 2260 })
    const mail = (await mailsTo(shop, sampleContact.email)).at(-1)
    expect(mail?.subject).toContain('$22.60 已退款')
    expect(mail?.text).toContain('已当面退还 $22.60。')
    expect(mail?.text).not.toContain('原路退回')
  })

  test('gives back nothing if nobody came or the order was cancelled, except store credit', async () => {
    await fillCart(visitor, 'teapot', 2)
    const { orderID: cancelled } = await placeOrder(visitor, { payAtStore: true })
    await owner.staff.cancel({ order: cancelled, note: '', keepStock: false })
    await shop.workOff()
    const { userID: memberId } = await registerMember(shop, visitor, {
      ...{ name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' },
    })
    await credit.grant(shop.ctx(), { memberId, money: { amount: 600, currency: 'CAD' }, reason: 'gift', key: 'one' })
    await fillCart(visitor, 'teapot', 2)
    await visitor.api.storeCredit.apply({ amount: 600 })
    const { orderID: missed } = await placeOrder(visitor, { payAtStore: true })
    await orders.ready(shop.ctx(), { id: missed })
    await orders.noShow(shop.ctx(), { id: missed })
    for (const order of [cancelled, missed]) expect(shareAtStore(await detail(order))).toBe(0)
    expect(await refusal(owner.staff.refund({ order: cancelled, givenBack: 2260 }))).toBe('payments.not_paid')
    expect(await refusal(owner.staff.refund({ order: missed, amount: 601, givenBack: 1 }))).toBe(
      'payments.refund_too_much',
    )
    expect(await refusal(owner.staff.refund({ order: missed, givenBack: 600 }))).toBe('payments.give_back')
    expect(await owner.staff.refund({ order: missed })).toMatchObject({
      refundStatus: 'FULL',
      refunded: { amount: 0 },
      creditReturned: { amount: 600 },
    })
    expect(await rows()).toMatchObject([{ amount: 0, credit: 600 }])
    await expectAgreement()
  })

  test('gives money back before store credit', async () => {
    const { userID: memberId } = await registerMember(shop, visitor, {
      ...{ name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' },
    })
    await credit.grant(shop.ctx(), { memberId, money: { amount: 600, currency: 'CAD' }, reason: 'gift', key: 'one' })
    await fillCart(visitor, 'teapot', 2)
    await visitor.api.storeCredit.apply({ amount: 600 })
    const { orderID: order } = await placeOrder(visitor, { payAtStore: true })
    await handOver(order)
    await owner.staff.refund({ order, amount: 1000, givenBack: 1000 })
    expect(shareAtStore(await detail(order), 700)).toBe(660)
    await owner.staff.refund({ order, amount: 700, givenBack: 660 })
    expect(await rows()).toMatchObject([
      { amount: 1000, credit: 0 },
      { amount: 660, credit: 40 },
    ])
    expect(await owner.staff.refund({ order })).toMatchObject({
      refundStatus: 'FULL',
      refunded: { amount: 1660 },
      creditReturned: { amount: 600 },
    })
    await expectAgreement()
  })
})

describe('an order with a deposit', () => {
  test('refunds its deposit first, then what was collected at the hand-over', async () => {
    const order = await paidWithDeposit()
    expect(await said(order)).toEqual(['received 1130', 'at_store 3390'])
    expect(await refusal(owner.staff.refund({ order, amount: 2000 }))).toBe('payments.give_back')
    expect(shareAtStore(await detail(order), 2000)).toBe(870)
    await owner.staff.refund({ order, amount: 2000, givenBack: 870 })
    expect(await rows()).toMatchObject([
      { reference: `${order}-R1`, attempt: `${order}-A1`, amount: 1130, state: 'refunded' },
      { reference: `${order}-R2`, attempt: null, amount: 870, state: 'refunded' },
    ])
    expect(await sums('2026-11-20')).toEqual({ snappay_alipay: 1130, store: 870, tax_back: 230 })
    expect(await said(order)).toEqual(['received 1130', 'at_store 3390', 'sent 1130', 'at_store_back 870'])
    shop.clock.advance(hourMs)
    const all = await detail(order)
    expect(all.refundStatus).toBe('PARTIAL')
    const givenBack = shareAtStore(all)
    expect(givenBack).toBe(2520)
    expect(await owner.staff.refund({ order, givenBack })).toMatchObject({ refundStatus: 'FULL' })
    await expectAgreement()
  })

  test('keeps a refund by the provider in progress while staff give back the rest', async () => {
    const order = await paidWithDeposit()
    await till.control(`${order}-A1`, { action: 'slow_refund', method: 'pay.orderrefund' })
    await owner.staff.refund({ order, amount: 1130 })
    expect(await owner.staff.refund({ order, amount: 1000, givenBack: 1000 })).toMatchObject({
      refundStatus: 'PENDING',
      refunded: { amount: 1000 },
      cancellation: { back: { money: { amount: 2390 } } },
    })
    await expectAgreement()
  })

  test('refunds only what arrived of its deposit if staff accepted a smaller payment', async () => {
    const order = await paidWithDeposit()
    await shop.query(
      `update payment_attempts set received = 1000, received_currency = 'CAD', resolution = 'honoured'
       where order_id = $1`,
      [order],
    )
    const givenBack = shareAtStore(await detail(order), 2000)
    expect(givenBack).toBe(1000)
    await owner.staff.refund({ order, amount: 2000, givenBack })
    expect(shareAtStore(await detail(order))).toBe(2390)
    await owner.staff.refund({ order, givenBack: 2390 })
    expect(await rows()).toMatchObject([{ amount: 1000 }, { amount: 1000 }, { amount: 2390 }])
    await expectAgreement()
  })

  test('gives nothing back at the store if the shop refunds it by itself', async () => {
    const order = await paidWithDeposit()
    const key = 'automatic'
    await payments.refund(shop.ctx(), { orderId: order, reason: 'The shop said so', key })
    expect(await rows()).toMatchObject([{ amount: 1130 }])
    await expect(
      payments.refund(shop.ctx(), { orderId: order, amount: 1, reason: 'Once more', key: `${key} again` }),
    ).rejects.toMatchObject({ items: [{ code: 'payments.refund_too_much' }] })
  })
})

test('a group-buy that reaches a lower price gives back no money that was paid at an earlier hand-over', async () => {
  await openGroupBuy(shop.ctx(), { allowsCash: true, goal: 1 })
  await fillGroupCart(visitor, { quantity: 5 })
  const bill = { fissionCampaignId: 'lychees', pickUpAandPayAtStore: true } as const
  const { id, hash } = await visitor.api.billing.view(bill)
  const { orderID: order } = await visitor.api.billing.place({ id, hash, pickUpAandPayAtStore: true })
  await handOver(order)
  shop.clock.advance(2 * hourMs)
  await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
  await shop.workOff()
  expect(await rows()).toEqual([])
  const { total } = await detail(order)
  expect(await owner.staff.refund({ order, givenBack: total.amount })).toMatchObject({ refundStatus: 'FULL' })
  await shop.workOff()
  await expectAgreement()
})
