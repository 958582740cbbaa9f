import { beforeEach, expect, test } from 'vitest'
import { schedule } from '#jobs/schedule.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import * as payments from '#server/payments/payments.ts'
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
import { setUpTill } from '#tests/payments.ts'
import { registerMember } from '#tests/registration.ts'
import { staff } from './campaigns.ts'

// Tests of payments around the close of a group-buy, late payments, and refunds of mixed payments.

const minute = 60_000
const id = 'lychees'
const inGroup = { fissionCampaignId: id }

const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' })
})

const run = (name: string) => schedule.find((job) => job.name === name)?.run(shop.ctx())
const close = () => run('settle group-buys that are over')
async function settle() {
  for (let round = 0; round < 3; round++) {
    await close()
    await shop.workOff()
    await run('send refunds')
  }
}
let people = 0
const somebody = () => {
  people++
  return { email: `person${people}@shop.example`, phone: `416-555-${String(6000 + people)}` }
}
async function placed(visitor: Visitor = shop.visitor()) {
  await fillGroupCart(visitor, somebody())
  return { visitor, ...(await placeGroupOrder(visitor)) }
}

test('orders paid in parallel with the close all count', async () => {
  await openGroupBuy(shop.ctx(), { goal: 8, items: [groupItem({ tiers: [{ from: 1, price: 1000 }] })] })
  const waiting = await Promise.all(Array.from({ length: 8 }, () => placed()))
  shop.clock.advance(120 * minute - 1000)
  shop.clock.advance(2000)
  const paying = waiting.map(({ orderID }) => markOrderPaid(shop.ctx(), orderID))
  await Promise.all([...paying, close(), close(), close(), close()])
  await settle()
  expect(await shop.query('select outcome, participants from campaigns')).toEqual([
    { outcome: 'succeeded', participants: 8 },
  ])
  expect(await shop.query('select distinct state from campaign_joins')).toEqual([{ state: 'settled' }])
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 8 }])
})

test('a payment after the close is refunded, and staff cannot accept it', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  await joinGroupBuy(shop.ctx(), shop.visitor(), somebody())
  const { visitor, orderID } = await placed()
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'html_502', times: 100 })
  for (const wait of [16, 120]) {
    shop.clock.advance(wait * minute)
    await run('check pending payments')
  }
  await settle()
  expect(await shop.query('select outcome, participants from campaigns')).toEqual([
    { outcome: 'succeeded', participants: 1 },
  ])
  for (const action of ['clear', 'never', 'pay']) await till.control(`${orderID}-A1`, { action })
  shop.clock.advance(31 * minute)
  await run('check pending payments')
  const honour = payments.review(shop.ctx(), { reference: `${orderID}-A1`, decision: 'honour' })
  await expect(honour).rejects.toMatchObject({ items: [{ code: 'payments.review' }] })
  expect(await shop.query('select amount from refunds')).toEqual([{ amount: 1130 }])
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 1 }])
})

test('an order with a coupon and credit gets back exactly what it would have cost less', async () => {
  const tiers = [
    { from: 1, price: 1000 },
    { from: 3, price: 800 },
  ]
  await openGroupBuy(shop.ctx(), { goal: 1, allowsCoupons: true, items: [groupItem({ tiers })] })
  const member = shop.visitor()
  const { userID } = await registerMember(shop, member, {
    name: 'Mei',
    email: 'mei@shop.example',
    password: 'a long enough password',
  })
  await credit.grant(shop.ctx(), {
    memberId: userID,
    money: { amount: 500, currency: 'CAD' },
    reason: 'gift',
    key: 'group-buy',
  })
  const ten = { code: 'TEN', name: { en: 'Ten', zh: '九折' }, reward: { kind: 'percent' as const, percent: 10 } }
  await coupons.put(shop.ctx(), ten)
  await fillGroupCart(member, { quantity: 2, ...somebody(), email: 'mei@shop.example' })
  await member.api.coupons.apply({ ...inGroup, code: 'TEN' })
  await member.api.storeCredit.apply({ ...inGroup, amount: 500 })
  const { orderID, total } = await placeGroupOrder(member)
  expect(total.amount).toBe(2034)
  await member.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await member.api.payments.checkSnapPay({ orderID })
  await joinGroupBuy(shop.ctx(), shop.visitor(), somebody())
  shop.clock.advance(120 * minute)
  await settle()
  await settle()
  // The final price of 8.00 replaces 10.00. Two pieces, less 10 %, with 13 % tax, now cost 16.27 instead of 20.34.
  const [order] = await shop.query(`select refunded, credit_returned from orders where id = '${orderID}'`)
  expect(Number(order?.refunded) + Number(order?.credit_returned)).toBe(407)
})

test('a payment that arrives after staff cancel the group-buy is refunded', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  const { visitor, orderID } = await placed()
  const late = shop.visitor()
  await fillGroupCart(late, somebody())
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await staff.cancelCampaign(shop.ctx(), { campaign: id })
  await expect(placeGroupOrder(late)).rejects.toMatchObject({ code: 'campaigns.cancelled' })
  await settle()
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await visitor.api.payments.checkSnapPay({ orderID })
  await settle()
  expect(await shop.query('select status, refunded, refunding from orders')).toEqual([
    { status: 'CANCELLED', refunded: 1130, refunding: 0 },
  ])
  expect((await visitor.api.campaigns.detail({ id })).settledAt).not.toBeNull()
})
