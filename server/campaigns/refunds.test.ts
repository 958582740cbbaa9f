import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TipChoice } from '#contract/checkout.ts'
import { schedule } from '#jobs/schedule.ts'
import { auditBooks } from '#server/audit/audit.ts'
import { readRows } from '#server/catalogue/catalogue.ts'
import * as credit from '#server/credit/credit.ts'
import * as orders from '#server/orders/orders.ts'
import { bookings } from '#server/payments/bookings.ts'
import * as payments from '#server/payments/payments.ts'
import type { RefundRequest } from '#server/payments/refunds.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { RefundPart } from '#server/pricing/pricing.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { setUpTill } from '#tests/payments.ts'
import { registerMember } from '#tests/registration.ts'
import { staff } from './campaigns.ts'

const id = 'lychees'
const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  await openGroupBuy(shop.ctx(), { goalKind: 'pieces', goal: 3 })
})

interface Buying {
  credit?: number
  tip?: TipChoice
  visitor?: Visitor
}

async function fill(at: number, quantity: number, { tip, credit: amount, visitor = shop.visitor() }: Buying) {
  const phone = `416-555-${String(5000 + at)}`
  await fillGroupCart(visitor, { quantity, name: `Person ${at}`, email: `person${at}@shop.example`, phone })
  if (tip) await visitor.api.checkout.setTip({ fissionCampaignId: id, tip })
  if (amount) await visitor.api.storeCredit.apply({ fissionCampaignId: id, amount })
  return visitor
}

/** Lets a new visitor order this number of pieces and pay with Alipay; returns the order's id. */
async function buy(at: number, quantity: number, buying: Buying = {}): Promise<string> {
  const visitor = await fill(at, quantity, buying)
  const { orderID } = await placeGroupOrder(visitor)
  await pay(visitor, orderID)
  return orderID
}

async function pay({ api }: Visitor, orderID: string, part: 'order' | 'balance' = 'order') {
  const reference = `${orderID}-A${part === 'order' ? 1 : 2}`
  await api.payments.startSnapPayAlipay({ orderID, part })
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  shop.clock.advance(2000)
  await api.payments.checkSnapPay({ orderID })
}

/** Lets a visitor order this number of pieces and pay at the pickup; returns the order's id. */
async function reserve(at: number, quantity: number, buying: Buying = {}): Promise<string> {
  const { api } = await fill(at, quantity, buying)
  const atPickup = { pickUpAandPayAtStore: true }
  const { id: bill, hash } = await api.billing.view({ fissionCampaignId: id, ...atPickup })
  return (await api.billing.place({ id: bill, hash, ...atPickup })).orderID
}

const refund = (orderId: string, wish: Partial<RefundRequest> = {}, ctx = shop.ctx()) =>
  payments.refund(ctx, { orderId, reason: 'asked for', key: `test:${orderId}:${JSON.stringify(wish)}`, ...wish })
const control = (orderId: string, action: string) =>
  till.control(`${orderId}-A1`, { action, method: 'pay.orderrefund' })
const lineOf = async (orderId: string) => {
  const order = await orders.find(shop.ctx(), orderId)
  return order?.lines[0]?.key ?? ''
}

/** The campaign's state, goal, price, stock, participants and pickup list. */
async function standing() {
  const { api } = shop.visitor()
  const { progress, state } = await api.campaigns.detail({ id })
  const { items } = await api.campaigns.items({ fissionCampaignId: id })
  const { joined, count } = await api.campaigns.joined({ fissionCampaignId: id })
  const { totals, windows } = await orders.staff.handOut(shop.ctx(), { campaign: id })
  return {
    goal: [progress.participants, progress.pieces, state],
    price: items[0]?.price.amount,
    joined: joined.map((row) => row.items[0]?.quantity),
    count,
    sheet: [totals[0]?.quantity ?? 0, windows.flatMap(({ people }) => people).length],
  }
}
async function audited() {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  try {
    return await auditBooks(client)
  } finally {
    await client.end()
  }
}

/** Closes the group-buy and runs all jobs and events that follow. */
async function close() {
  await staff.closeCampaign(shop.ctx(), { campaign: id })
  for (let round = 0; round < 3; round++) {
    await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
    await shop.workOff()
  }
}

test('a fully refunded order leaves the goal, the list and the hand-out sheet, and the price follows', async () => {
  const first = await buy(1, 2)
  const second = await buy(2, 4)
  expect(await standing()).toEqual({
    goal: [2, 6, 'reached'],
    price: 900,
    joined: [4, 2],
    count: 2,
    sheet: [6, 2],
  })
  await refund(second)
  const without = { goal: [1, 2, 'open'], price: 1000, joined: [2], count: 1, sheet: [2, 1] }
  expect(await standing()).toEqual(without)
  await orders.cancelByStore(shop.ctx(), { id: second, note: '', restocks: true })
  await shop.workOff()
  expect(await standing()).toEqual(without)
  expect(await shop.query('select sold from campaign_items')).toEqual([{ sold: 2 }])
  await refund(first, { amount: (await orders.find(shop.ctx(), first))?.total ?? 0 })
  expect(await standing()).toEqual({ goal: [0, 0, 'open'], price: 1000, joined: [], count: 0, sheet: [0, 0] })
})

test('an order to be paid at the pickup stays open if all of its store credit returns', async () => {
  await openGroupBuy(shop.ctx(), { allowsCash: true })
  const visitor = shop.visitor()
  const account = { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' }
  const { userID: memberId } = await registerMember(shop, visitor, account)
  const money = { amount: 300, currency: 'CAD' }
  await credit.grant(shop.ctx(), { memberId, money, reason: 'gift', key: 'welcome' })
  const orderID = await reserve(1, 1, { visitor, credit: 300 })
  await transact(shop.ctx(), async (ctx) =>
    orders.returnCredit(ctx, { order: await orders.lock(ctx, orderID), reference: 'test', amount: 300 }),
  )
  const { orders: open } = await orders.staff.orders(shop.ctx(), { after: '', limit: 10 })
  expect(open).toMatchObject([{ orderID, refundStatus: 'PARTIAL' }])
  expect((await visitor.api.orders.list({})).orders).toMatchObject([{ orderID, group: 'in_progress' }])
})

test('the audit accepts a refunded order that left its group-buy and stays placed', async () => {
  await refund(await buy(1, 2))
  expect(await shop.query('select state from campaign_joins')).toEqual([{ state: 'left' }])
  expect(await audited()).toEqual([])
})

test('a refund of pieces removes those pieces, and a refund of an amount removes none', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  const key = await lineOf(second)
  await refund(second, { wanted: { lines: { [key]: 1 } } })
  expect(await standing()).toMatchObject({ goal: [2, 5, 'reached'], price: 900, joined: [3, 2], sheet: [5, 2] })
  await refund(second, { amount: 100 })
  expect(await standing()).toMatchObject({ goal: [2, 5, 'reached'], joined: [3, 2], sheet: [5, 2] })
  await refund(second, { wanted: { lines: { [key]: 3 } } })
  expect(await standing()).toMatchObject({ goal: [1, 2, 'open'], price: 1000, joined: [2], sheet: [2, 1] })
})

test('at the close an order gets the price difference for the pieces that it keeps', async () => {
  const first = await buy(1, 4)
  await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
  await buy(2, 4)
  await close()
  const order = await orders.find(shop.ctx(), first)
  const before = (order?.total ?? 0) / 4
  // One piece was refunded, and the other three pieces became 10% cheaper.
  expect((order?.refunded ?? 0) + (order?.refunding ?? 0)).toBe(Math.round(before + (before * 3) / 10))
})

describe('after the close, with taxes,', () => {
  beforeEach(() => addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' }))
  const paidBack = async (orderId: string) =>
    (
      await shop.query<{ amount: number }>('select amount from refunds where order_id = $1 order by reference', [
        orderId,
      ])
    ).map(({ amount }) => amount)

  test.each([
    // The first order pays 10.00 and HST for each piece. Together with the one piece of the second order, the price
    // falls to 9.00 for 5 pieces, and to 8.00 for 20 pieces.
    { pieces: 4, difference: 452, piece: 1017 },
    { pieces: 19, difference: 4294, piece: 904 },
  ])('a refunded piece of $pieces costs the price that the group-buy reached', async ({ pieces, ...expected }) => {
    const first = await buy(1, pieces)
    await buy(2, 1)
    await close()
    expect(await paidBack(first)).toEqual([expected.difference])
    const key = await lineOf(first)
    for (let at = 1; at <= pieces; at++) {
      await refund(first, { wanted: { lines: { [key]: 1 } }, key: `test:piece ${at}` })
      expect((await paidBack(first)).slice(1)).toEqual(Array(at).fill(expected.piece))
    }
    expect(await orders.find(shop.ctx(), first)).toMatchObject({ total: 1130 * pieces, refunded: 1130 * pieces })
    expect(await audited()).toEqual([])
  })

  test('a refunded piece costs the lower price, too, if release 0.1.0 refunded the difference', async () => {
    const first = await buy(1, 4, { tip: { amount: 452 } })
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
    await buy(2, 2)
    await close()
    expect(await paidBack(first)).toEqual([1130, 339])
    // Release 0.1.0 spread the difference over all parts that remained in the order, and did not set `lowered`.
    const key = await lineOf(first)
    const line = { kind: 'line', key, pieces: 0, amount: 265, deposit: 0, taxes: [34], total: 299 }
    const tip = { kind: 'tip', key: 'tip', pieces: 0, amount: 40, deposit: 0, taxes: [0], total: 40 }
    await shop.query('update refunds set parts = $2 where key = $1', [`campaign:${first}`, JSON.stringify([line, tip])])
    await shop.query("update orders set parts = parts #- '{0,lowered}' where id = $1", [first])
    for (let at = 1; at <= 3; at++) {
      await refund(first, { wanted: { lines: { [key]: 1 } }, key: `test:piece ${at}` })
      await shop.workOff()
    }
    await refund(first, { wanted: { tip: true } })
    // For each piece, the shop refunds the price minus a third of the line's share of the difference.
    expect((await paidBack(first)).slice(2)).toEqual([1029, 1031, 1031, 412])
    expect(await orders.find(shop.ctx(), first)).toMatchObject({ total: 4972, refunded: 4972 })
  })

  test('the difference belongs to the lines alone, and a refund of the rest has all that is left', async () => {
    const first = await buy(1, 4, { tip: { amount: 300 } })
    await buy(2, 1)
    await close()
    const [difference] = await shop.query<{ parts: RefundPart[] }>('select parts from refunds where order_id = $1', [
      first,
    ])
    expect(difference?.parts).toMatchObject([{ kind: 'line', pieces: 0, amount: 400, taxes: [52], total: 452 }])
    await refund(first, { wanted: { tip: true } })
    await refund(first)
    expect(await paidBack(first)).toEqual([452, 300, 4068])
  })

  test.each([
    { taxClass: 'zero_rated', total: 1600, balance: 600, piece: 800, tax: null },
    { taxClass: 'standard', total: 1808, balance: 678, piece: 904, tax: 208 },
  ] as const)('a lowered balance lowers each piece and its tax: $taxClass', async ({ taxClass, tax, ...expected }) => {
    const prepayment = { percent: 50 }
    await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass, prepayment })
    const buyer = shop.visitor()
    const first = await buy(1, 2, { visitor: buyer })
    await buy(2, 8)
    await close()
    const order = () => orders.find(shop.ctx(), first)
    const lowered = await order()
    expect(lowered).toMatchObject({ total: expected.total, balance: expected.balance, refunded: 0 })
    expect(lowered?.parts).toMatchObject([{ total: expected.total }])
    const taxes = lowered?.adjustments.flatMap(({ kind, amount }) => (kind === 'tax' ? amount.amount : []))
    expect(taxes).toEqual(tax === null ? [] : [tax])
    expect(lowered?.adjustments.at(-1)).toMatchObject({ kind: 'discount', amount: { amount: -400 } })
    await pay(buyer, first, 'balance')
    const lines = { [await lineOf(first)]: 1 }
    for (const [at, key] of ['one', 'other'].entries()) {
      await refund(first, { wanted: { lines }, key })
      expect(await order()).toMatchObject({ refunded: expected.piece * (at + 1), refunding: 0 })
    }
    expect(await audited()).toEqual([])
  })

  test('an order to be paid at the pickup has the lower price and its lower tax', async () => {
    await openGroupBuy(shop.ctx(), { goalKind: 'pieces', goal: 3, allowsCash: true })
    const first = await reserve(1, 2)
    await buy(2, 8)
    await close()
    const order = await orders.find(shop.ctx(), first)
    expect(order).toMatchObject({ total: 1808, parts: [{ amount: 1600, taxes: [208], total: 1808 }] })
    expect(order?.adjustments.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
      ['tax', 208],
      ['discount', -400],
    ])
    await orders.accept(shop.ctx(), { id: first })
    await orders.handOver(shop.ctx(), { id: first })
    expect(await shop.query("select amount from order_timeline where kind = 'handed_over'")).toEqual([{ amount: 1808 }])
    expect(await audited()).toEqual([])
  })

  /** Returns the booked taxes of an order, then the booked taxes of its refunds. Omits a sum without bookings. */
  async function bookedTaxes(orderId: string) {
    const period = { from: '2026-11-01', to: '2026-12-31', stores: 'all' as const }
    const rows = await readRows<{ kind: string; amount: number }>(
      shop.ctx(),
      sql`select kind, sum(amount)::int as amount from (${bookings(period)}) b
        where order_id = ${orderId} and kind in ('tax', 'tax_back') group by kind order by kind`,
    )
    return rows.map(({ amount }) => amount)
  }

  test.each([
    { taxClass: 'zero_rated', spent: 1500, returned: 300, total: 1500, due: 0, piece: 600, taxes: [] },
    { taxClass: 'standard', spent: 1500, returned: 144, total: 1500, due: 0, piece: 678, taxes: [173, 17] },
    { taxClass: 'standard', spent: 500, returned: 0, total: 1356, due: 856, piece: 678, taxes: [156] },
  ] as const)(
    'store credit that paid more than the lower price returns at the close: $spent, $taxClass',
    async ({ taxClass, spent, returned, total, due, piece, taxes }) => {
      await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass })
      const tiers = [
        { from: 1, price: 1000 },
        { from: 10, price: 600 },
      ]
      const items = [groupItem({ tiers })]
      await openGroupBuy(shop.ctx(), { goalKind: 'pieces', goal: 3, allowsCash: true, items })
      const visitor = shop.visitor()
      const account = { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' }
      const { userID: memberId } = await registerMember(shop, visitor, account)
      const money = { amount: 3000, currency: 'CAD' }
      await credit.grant(shop.ctx(), { memberId, money, reason: 'gift', key: 'welcome' })
      const first = await reserve(1, 2, { visitor, credit: spent })
      await buy(2, 8)
      await close()
      await payments.refundDifference(shop.ctx(), { orderId: first })
      const order = () => orders.find(shop.ctx(), first)
      expect(await order()).toMatchObject({ paymentStatus: 'NOT_PAID', total, credit: spent, creditReturned: returned })
      expect((await visitor.api.storeCredit.balance()).available.amount).toBe(3000 - spent + returned)
      expect(await standing()).toMatchObject({ joined: [8, 2], sheet: [10, 2] })
      expect(await audited()).toEqual([])
      expect(await bookedTaxes(first)).toEqual([])
      await orders.accept(shop.ctx(), { id: first })
      await orders.handOver(shop.ctx(), { id: first })
      expect(await bookedTaxes(first)).toEqual(taxes)
      const [taken] = await shop.query("select amount from order_timeline where kind = 'handed_over'")
      expect(taken).toEqual({ amount: due || null })
      // `refund` can return only the part that was paid with store credit, not the cash. So the refund fails if a piece
      // costs more than this part.
      const lines = { [await lineOf(first)]: 1 }
      if (piece > spent) await expect(refund(first, { wanted: { lines } })).rejects.toThrow()
      else await refund(first, { wanted: { lines } })
      expect(await order()).toMatchObject({ creditReturned: returned + (piece > spent ? 0 : piece) })
      expect(await audited()).toEqual([])
    },
  )

  test('a refused difference that is sent again covers the price of the pieces that were refunded before', async () => {
    const first = await buy(1, 4)
    await buy(2, 1)
    await control(first, 'refuse_refund')
    await close()
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
    await payments.staff.review(shop.ctx(), { reference: `${first}-R1`, decision: 'refund' })
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 3 } } })
    expect(await paidBack(first)).toEqual([452, 1017, 452, 3051])
    expect(await audited()).toEqual([])
  })

  test('a refund of a piece that begins together with the refund of the difference is not paid twice', async () => {
    const first = await buy(1, 4)
    await buy(2, 1)
    await staff.closeCampaign(shop.ctx(), { campaign: id })
    await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
    const key = await lineOf(first)
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    const difference = await transact(shop.ctx(), async (ctx) => {
      await refund(first, { wanted: { lines: { [key]: 1 } } }, ctx)
      const begun = payments.refundDifference(shop.ctx(), { orderId: first })
      await expect.poll(() => shop.query(waiting)).toHaveLength(1)
      return { begun }
    })
    await difference.begun
    await payments.sendRefunds(shop.ctx())
    await shop.workOff()
    expect(await paidBack(first)).toEqual([1130, 339])
  })

  test('a refund of a piece that was refused before the close is sent again at the lower price', async () => {
    const first = await buy(1, 4)
    await buy(2, 1)
    await control(first, 'refuse_refund')
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
    await close()
    await payments.staff.review(shop.ctx(), { reference: `${first}-R1`, decision: 'refund' })
    expect(await paidBack(first)).toEqual([1130, 452, 1017])
    expect(await orders.find(shop.ctx(), first)).toMatchObject({ refunded: 452 + 1017 })
  })

  test.each([
    { what: 'all', wanted: undefined, amount: undefined, refused: 4820, again: 4368 },
    { what: 'a piece and the tip', wanted: { tip: true, pieces: 1 }, amount: undefined, refused: 1430, again: 1317 },
    { what: 'an amount', wanted: undefined, amount: 4600, refused: 4600, again: 4368 },
  ])(
    'a refund of $what that was refused before the close is sent again for no more than is left',
    async ({ wanted, amount, refused, again }) => {
      const first = await buy(1, 4, { tip: { amount: 300 } })
      await buy(2, 1)
      await control(first, 'refuse_refund')
      const lines = { [await lineOf(first)]: wanted?.pieces ?? 0 }
      await refund(first, { ...(wanted && { wanted: { tip: true, lines } }), amount })
      await close()
      await payments.staff.review(shop.ctx(), { reference: `${first}-R1`, decision: 'refund' })
      expect(await paidBack(first)).toEqual([refused, 452, again])
      expect((await payments.stuck(shop.ctx())).stuck).toEqual([])
      expect(await audited()).toEqual([])
    },
  )

  test('the email about the close does not lower the price for a piece whose refund is open', async () => {
    const first = await buy(50, 4)
    await control(first, 'slow_refund')
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
    await buy(2, 2)
    await close()
    const letters = (await mailsTo(shop, 'person50@shop.example')).map(({ subject, text }) => `${subject} ${text}`)
    expect(letters.filter((letter) => /It is going ahead/.test(letter))).toHaveLength(1)
    expect(letters.filter((letter) => /lower\s+price/.test(letter))).toEqual([])
    expect((await orders.find(shop.ctx(), first))?.parts).toMatchObject([{ amount: 4000 }])
    shop.clock.advance(60_000)
    await payments.sendRefunds(shop.ctx())
    await shop.workOff()
    expect(await paidBack(first)).toEqual([1130, 339])
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 3 } } })
    expect(await paidBack(first)).toEqual([1130, 339, 3051])
  })
})

test('after the close a refund leaves goal and price unchanged and shortens the list and the sheet', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  const third = await buy(3, 1)
  await close()
  const settled = await standing()
  expect(settled).toMatchObject({ goal: [3, 7, 'succeeded'], price: 900, joined: [1, 4, 2], sheet: [7, 3] })
  await refund(third)
  await refund(second, { wanted: { lines: { [await lineOf(second)]: 3 } } })
  expect(await standing()).toEqual({ ...settled, joined: [1, 2], count: 2, sheet: [3, 2] })
})

const soldPieces = () => shop.query('select sold from campaign_items')

test('a refused refund removes no pieces; sent again, it removes the same pieces', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  const before = await standing()
  for (const wish of [{}, { wanted: { lines: { [await lineOf(second)]: 3 } } }]) {
    await control(second, 'refuse_refund')
    expect(await refund(second, wish)).toMatchObject([{ state: 'refused' }])
    expect([await standing(), await soldPieces()]).toEqual([before, [{ sold: 6 }]])
  }
  await payments.staff.review(shop.ctx(), { reference: `${second}-R2`, decision: 'refund' })
  expect(await standing()).toEqual({ goal: [2, 3, 'reached'], price: 1000, joined: [1, 2], count: 2, sheet: [3, 2] })
  expect(await soldPieces()).toEqual([{ sold: 3 }])
})

test('the pieces of a pending refund are not sold until it is done', async () => {
  await buy(1, 16)
  const second = await buy(2, 4)
  await control(second, 'slow_refund')
  expect(await refund(second)).toMatchObject([{ state: 'pending' }])
  await expect(buy(3, 1)).rejects.toMatchObject({ errors: [{ code: 'cart.out_of_stock' }] })
  shop.clock.advance(60_000)
  await payments.sendRefunds(shop.ctx())
  expect(await standing()).toMatchObject({ goal: [1, 16, 'reached'], joined: [16], sheet: [16, 1] })
  await buy(3, 1)
})

test('a refund from release 0.1.0, which removed its pieces at once, removes none when it is done', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  await control(second, 'slow_refund')
  await refund(second, { wanted: { lines: { [await lineOf(second)]: 1 } } })
  const before = await standing()
  await shop.query('update refunds set takes_pieces = false')
  shop.clock.advance(60_000)
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select state from refunds')).toEqual([{ state: 'refunded' }])
  expect(await standing()).toEqual(before)
})

test.each([
  ['refused', 4],
  ['ended by staff', 4],
  ['sent', 3],
] as const)(
  'a refund pending at the close and later %s: the price difference covers the kept pieces',
  async (end, kept) => {
    const first = await buy(1, 4)
    await control(first, 'html_502')
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
    await buy(2, 4)
    await close()
    const order = () => orders.find(shop.ctx(), first)
    expect((await order())?.refunded).toBe(0)
    if (end === 'refused') {
      // Marks the refund as not sent, as if the process had died before it sent the refund. If a refund counts as sent,
      // the shop does not treat a refusal by this provider as final.
      await shop.query("update refunds set delivery = 'written' where order_id = $1", [first])
      await control(first, 'refuse_refund')
    }
    shop.clock.advance(60_000)
    if (end === 'ended by staff')
      await payments.staff.review(shop.ctx(), { reference: `${first}-R1`, decision: 'dismiss' })
    else await payments.sendRefunds(shop.ctx())
    await shop.workOff()
    const piece = ((await order())?.total ?? 0) / 4
    expect((await order())?.refunded).toBe(Math.round(piece * (4 - kept) + (piece * kept) / 10))
    expect(await standing()).toMatchObject({ price: 900, joined: [4, kept], sheet: [4 + kept, 2] })
  },
)

test('an order cancelled after the close leaves list and sheet, even if its refund is refused', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  await close()
  const settled = await standing()
  await control(second, 'refuse_refund')
  await orders.cancelByStore(shop.ctx(), { id: second, note: '', restocks: false })
  await shop.workOff()
  expect((await payments.stuck(shop.ctx())).stuck).toMatchObject([{ orderId: second, kind: 'refund_refused' }])
  expect(await standing()).toEqual({ ...settled, joined: [2], count: 1, sheet: [2, 1] })
})

test('a wholly refunded order never becomes ready, and its buyer hears no more of the group-buy', async () => {
  await buy(1, 4)
  const second = await buy(2, 1)
  await refund(second)
  await close()
  const before = await mailsTo(shop, 'person2@shop.example')
  for (const stage of ['arrived', 'handing_out'] as const)
    await staff.stageCampaign(shop.ctx(), { campaign: id, stage })
  expect((await mailsTo(shop, 'person1@shop.example')).at(-1)?.subject).toContain('ready')
  expect(await mailsTo(shop, 'person2@shop.example')).toEqual(before)
  expect((await orders.find(shop.ctx(), second))?.fulfilmentStatus).toBe('PLACED')
})

test('a refund frees the last pieces for other buyers', async () => {
  await buy(1, 10)
  const second = await buy(2, 10)
  await expect(buy(3, 1)).rejects.toMatchObject({ errors: [{ code: 'cart.out_of_stock' }] })
  await refund(second, { wanted: { lines: { [await lineOf(second)]: 2 } } })
  await buy(4, 2)
  expect(await standing()).toMatchObject({ goal: [3, 20, 'full'] })
})
