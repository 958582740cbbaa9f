import { beforeEach, expect, test } from 'vitest'
import { schedule } from '#jobs/schedule.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import {
  fillGroupCart,
  groupItem,
  joinGroupBuy,
  markOrderPaid,
  openGroupBuy,
  placeGroupOrder,
} from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { setUpTill } from '#tests/payments.ts'
import { staff } from './campaigns.ts'

const minute = 60_000
const id = 'lychees'

const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' })
})

/** Lets a visitor order and pay with Alipay at the simulated gateway. */
async function buy(at: number, quantity = 1, visitor: Visitor = shop.visitor()): Promise<string> {
  const phone = `416-555-${String(2000 + at)}`
  await fillGroupCart(visitor, { quantity, name: `Person ${at}`, email: `person${at}@shop.example`, phone })
  const { orderID } = await placeGroupOrder(visitor)
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await visitor.api.payments.checkSnapPay({ orderID })
  return orderID
}

const run = (name: string) => schedule.find((job) => job.name === name)?.run(shop.ctx())
/**
 * Settles group-buys that are over. Runs the jobs and events three times, because some of them cause others. Each time,
 * runs the settlement job twice at once, as two workers would.
 */
async function settle() {
  for (let round = 0; round < 3; round++) {
    await Promise.all([run('settle group-buys that are over'), run('settle group-buys that are over')])
    await shop.workOff()
    await run('send refunds')
  }
}
const campaign = () => shop.visitor().api.campaigns.detail({ id })
const orders = () =>
  shop.query('select id, status, total, balance, refunded, refunding from orders order by placed_at, id')
const refundCalls = async () =>
  (await till.transcript()).filter(({ sent, direction }) => direction === 'request' && sent.includes('pay.orderrefund'))
    .length

test('a successful group-buy refunds everybody down to the final price with taxes, in their language', async () => {
  await openGroupBuy(shop.ctx())
  const chinese = shop.visitor()
  await chinese.api.shell.changeLocale({ locale: 'zh' })
  const before = await refundCalls()
  await buy(1, 4, chinese)
  await buy(2, 1)
  await buy(3, 5)
  expect((await campaign()).state).toBe('reached')
  const subjects = (await mailsTo(shop, 'person2@shop.example')).map(({ subject }) => subject)
  expect(subjects).toContain('“Lychee box” is going ahead')
  await settle()
  expect((await campaign()).state).toBe('reached')
  shop.clock.advance(120 * minute)
  expect((await campaign()).state).toBe('settling')
  await settle()
  const { state, progress, items } = await campaign()
  expect([state, progress.participants, progress.pieces, items[0]?.price.amount]).toEqual(['succeeded', 3, 10, 800])
  // The first order paid 10.00 per piece for 4 pieces, the second 10.00 for 1, and the third 9.00 per piece for 5. The
  // final price per piece is 8.00, plus 13% HST.
  expect(await orders()).toMatchObject([
    { status: 'NEW', total: 4520, refunded: 904 },
    { status: 'NEW', total: 1130, refunded: 226 },
    { status: 'NEW', total: 5085, refunded: 565 },
  ])
  expect((await refundCalls()) - before).toBe(3)
  const [letter] = (await mailsTo(shop, 'person1@shop.example')).filter(({ subject }) =>
    subject?.includes('接下来的安排'),
  )
  expect(letter?.text).toMatch(/11月28日星期六 10:00–12:00 取货，地点：万锦广场，1 Main Street/)
  expect(letter?.text).toContain('$9.04')
})

test('a failed group-buy refunds everybody once', async () => {
  await openGroupBuy(shop.ctx(), { goal: 10 })
  const before = await refundCalls()
  for (const at of [1, 2, 3]) await buy(at)
  shop.clock.advance(120 * minute)
  await settle()
  await settle()
  const { state, progress } = await campaign()
  expect([state, progress.participants]).toEqual(['failed', 3])
  expect(await orders()).toMatchObject(
    Array(3).fill({ status: 'CANCELLED', total: 1130, refunded: 1130, refunding: 0 }),
  )
  expect((await refundCalls()) - before).toBe(3)
  expect(await shop.query('select distinct state from campaign_joins')).toEqual([{ state: 'settled' }])
  const mails = await mailsTo(shop, 'person1@shop.example')
  const letters = mails.filter(({ subject }) => subject?.includes('is not going ahead'))
  expect(letters.map(({ text }) => text)).toEqual([
    expect.stringMatching(/We received \$11\.30\.\s+\$11\.30 (is being|was) refunded the way you paid\./),
  ])
})

test('an order placed before the close counts when it is paid after it', async () => {
  await openGroupBuy(shop.ctx(), { goal: 2 })
  await joinGroupBuy(shop.ctx(), shop.visitor())
  shop.clock.advance(119 * minute)
  const late = shop.visitor()
  await fillGroupCart(late, { email: 'late@shop.example', phone: '416-555-3000' })
  const { orderID, expiresAt } = await placeGroupOrder(late)
  expect(Date.parse(expiresAt ?? '') - shop.app.now().getTime()).toBeLessThanOrEqual(10 * minute)
  shop.clock.advance(2 * minute)
  await settle()
  expect((await campaign()).state).toBe('settling')
  await markOrderPaid(shop.ctx(), orderID)
  await settle()
  expect((await campaign()).state).toBe('succeeded')
})

test('the price difference lowers the balance first, then refunds the deposit, once', async () => {
  await addProducts(shop.ctx(), {
    id: 'lychee',
    price: 1300,
    stock: 0,
    taxClass: 'zero_rated',
    prepayment: { percent: 20 },
  })
  const tiers = [
    { from: 1, price: 1000 },
    { from: 2, price: 100 },
  ]
  await openGroupBuy(shop.ctx(), { goal: 1, items: [groupItem({ tiers })] })
  await buy(1, 2)
  expect(await orders()).toMatchObject([{ total: 2000, balance: 1600 }])
  shop.clock.advance(120 * minute)
  await settle()
  await settle()
  expect(await orders()).toMatchObject([{ total: 400, balance: 0, refunded: 200 }])
})

test('a lowered balance can be paid online, and a balance paid before the close is partly refunded', async () => {
  const prepayment = { percent: 20 }
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'zero_rated', prepayment })
  const tiers = [
    { from: 1, price: 1000 },
    { from: 3, price: 600 },
  ]
  await openGroupBuy(shop.ctx(), { goal: 1, items: [groupItem({ tiers })] })
  const [early, late] = [shop.visitor(), shop.visitor()]
  const [paid, open] = [await buy(1, 2, early), await buy(2, 2, late)]
  await early.api.payments.startSnapPayAlipay({ orderID: paid, part: 'balance' })
  await till.control(`${paid}-A2`, { action: 'never' })
  await till.control(`${paid}-A2`, { action: 'pay' })
  shop.clock.advance(2000)
  expect(await early.api.payments.checkSnapPay({ orderID: paid })).toMatchObject({ balanceStatus: 'PAID' })
  await late.api.payments.startSnapPayAlipay({ orderID: open, part: 'balance' })
  shop.clock.advance(120 * minute)
  await settle()
  await settle()
  expect(await orders()).toMatchObject([
    { total: 2000, balance: 1600, refunded: 800 },
    { total: 1200, balance: 800, refunded: 0 },
  ])
  expect(await till.attempt(open)).toMatchObject([{ state: 'paid' }, { state: 'failed', amount: 1600 }])
  await late.api.payments.startSnapPayAlipay({ orderID: open, part: 'balance' })
  expect(await till.attempt(open)).toMatchObject([{}, {}, { state: 'pending', amount: 800 }])
})

test('staff list, open, close and cancel group-buys, and cannot change an ended one', async () => {
  const { openCampaign, closeCampaign, cancelCampaign, campaigns } = staff
  const now = shop.app.now().getTime()
  await openGroupBuy(shop.ctx(), { opensAt: new Date(now + minute), goal: 1 })
  const asked = { campaign: id }
  await expect(closeCampaign(shop.ctx(), asked)).rejects.toMatchObject({ items: [{ code: 'campaigns.state' }] })
  expect((await openCampaign(shop.ctx(), asked)).state).toBe('open')
  const order = await buy(1)
  expect((await cancelCampaign(shop.ctx(), asked)).state).toBe('cancelled')
  expect((await cancelCampaign(shop.ctx(), asked)).state).toBe('cancelled')
  await settle()
  expect(await orders()).toMatchObject([{ id: order, status: 'CANCELLED', refunded: 1130 }])
  await openGroupBuy(shop.ctx(), { id: 'others', goal: 1, opensAt: new Date(now - minute) })
  expect((await closeCampaign(shop.ctx(), { campaign: 'others' })).state).toBe('settling')
  await settle()
  await expect(cancelCampaign(shop.ctx(), { campaign: 'others' })).rejects.toMatchObject({
    items: [{ code: 'campaigns.state' }],
  })
  await expect(openCampaign(shop.ctx(), { campaign: 'x' })).rejects.toMatchObject({
    items: [{ code: 'staff.unknown' }],
  })
  const { campaigns: all } = await campaigns(shop.ctx())
  expect(all.map(({ id, state }) => [id, state])).toEqual(expect.arrayContaining([['others', 'failed']]))
})

test('the job publishes when the clock opens or ends a group-buy', async () => {
  await openGroupBuy(shop.ctx(), { opensAt: new Date(shop.app.now().getTime() + minute) })
  const told = async () => {
    await run('tell where group-buys stand')
    return (await shop.query('select told from campaigns'))[0]?.told
  }
  expect(await told()).toBe('scheduled')
  shop.clock.advance(minute)
  expect(await told()).toBe('open')
  shop.clock.advance(120 * minute)
  expect(await told()).toBe('settling')
})
