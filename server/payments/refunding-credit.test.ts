import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { balanceLabel } from '#contract/balance.ts'
import { statementOf } from '#contract/ledger.ts'
import { texts } from '#contract/messages.ts'
import { auditBooks } from '#server/audit/audit.ts'
import * as credit from '#server/credit/credit.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import * as payments from './payments.ts'

const code = (expected: string) => ({ items: [{ code: expected }] })

const shop = setUpShop()
const till = setUpTill(shop)
let member: Visitor
let memberId: string
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  // A teapot costs 11.30 with Ontario's tax of 13%.
  await addProducts(shop.ctx(), { id: 'teapot', price: 1000, stock: 20, taxClass: 'standard' })
  member = shop.visitor()
  const account = { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' }
  memberId = (await registerMember(shop, member, account)).userID
})

const give = (amount: number) =>
  credit.grant(shop.ctx(), { memberId, money: { amount, currency: 'CAD' }, reason: 'gift', key: 'welcome' })
const balance = async () => (await member.api.storeCredit.balance()).available.amount

/** An order of two teapots for 22.60, of which store credit paid `amount` and Alipay the rest. */
async function paidPartly(amount: number) {
  await give(amount)
  await fillCart(member, 'teapot', 2)
  await member.api.storeCredit.apply({ amount })
  const { orderID } = await placeOrder(member)
  await member.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  expect(await member.api.payments.checkSnapPay({ orderID })).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
  return orderID
}
async function paidWholly() {
  await give(3000)
  await fillCart(member, 'teapot', 2)
  const { id, hash } = await member.api.billing.view()
  return (await member.api.storeCredit.pay({ id, hash })).orderID
}
const wish = async (orderId: string, amount?: number, key = `test:${amount ?? 'all'}`) => {
  const [row] = await payments.refund(shop.ctx(), { orderId, amount, reason: 'A broken lid', key })
  return row
}
const standing = async (id: string) => {
  const { refunded, creditReturned, refundStatus } = await member.api.orders.detail({ id })
  return [refunded.amount, creditReturned.amount, refundStatus]
}
const lines = async (id: string) => {
  const { timeline } = await member.api.orders.detail({ id })
  return timeline
    .filter(({ kind }) => kind.startsWith('refund'))
    .map(({ kind, amount, credit }) => [kind, amount?.amount ?? null, credit?.amount ?? null])
}
async function mails(id: string) {
  await shop.workOff()
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.includes(`${id}-refunded`)).sort()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}

test('a refund returns the online payment first, then store credit, and never more than both', async () => {
  const id = await paidPartly(1000)
  expect(await wish(id, 500)).toMatchObject({ amount: 500, credit: 0, state: 'refunded' })
  expect([await standing(id), await balance()]).toEqual([[500, 0, 'PARTIAL'], 0])
  await expect(wish(id, 1761)).rejects.toMatchObject(code('payments.refund_too_much'))
  expect(await wish(id, 900)).toMatchObject({ amount: 760, credit: 140, state: 'refunded' })
  expect([await standing(id), await balance()]).toEqual([[1260, 140, 'PARTIAL'], 140])
  expect(await wish(id)).toMatchObject({ amount: 0, credit: 860, attempt: null, state: 'refunded' })
  expect([await standing(id), await balance()]).toEqual([[1260, 1000, 'FULL'], 1000])
  await expect(wish(id, 1, 'once more')).rejects.toMatchObject(code('payments.refund_too_much'))
  expect(await till.calls(`${id}-A1`, 'pay.orderrefund')).toBe(2)
  expect(await lines(id)).toEqual([
    ['refunding', 500, null],
    ['refunded', 500, null],
    ['refunding', 760, 140],
    ['refunded', 760, 140],
    ['refunded', null, 860],
  ])
  expect((await mails(id)).map(({ subject }) => subject)).toEqual([
    'Refund of $5.00 · order MA-1120-001',
    'Refund of $7.60, and $1.40 as store credit · order MA-1120-001',
    '$8.60 returned as store credit · order MA-1120-001',
  ])
})

test('an order paid with credit refunds its pieces as credit until none are left', async () => {
  const id = await paidWholly()
  const giveLine = () => {
    shop.clock.advance(10_000)
    return payments.staff.refund(shop.ctx(), { order: id, note: '', line: 1, pieces: 1 })
  }
  await giveLine()
  expect([await standing(id), await balance()]).toEqual([[0, 1130, 'PARTIAL'], 1870])
  await giveLine()
  expect([await standing(id), await balance()]).toEqual([[0, 2260, 'FULL'], 3000])
  await expect(giveLine()).rejects.toMatchObject(code('payments.refund_too_much'))
  expect(await shop.query('select 1 from payment_attempts')).toEqual([])
})

test('if nobody comes for an order to be paid at the store, its credit can be returned, without taxes', async () => {
  await give(1000)
  await fillCart(member, 'teapot', 2)
  await member.api.storeCredit.apply({ amount: 1000 })
  const { orderID: id } = await placeOrder(member, { payAtStore: true })
  await orders.ready(shop.ctx(), { id })
  await expect(wish(id)).rejects.toMatchObject(code('payments.not_paid'))
  await orders.noShow(shop.ctx(), { id })
  expect((await member.api.orders.detail({ id })).ledger).toMatchObject({ credit: { amount: 1000 } })
  expect(await payments.staff.refundable(shop.ctx(), { order: id })).toEqual({ lines: [] })

  expect(await wish(id, 300)).toMatchObject({ amount: 0, credit: 300, parts: [], state: 'refunded' })
  expect([await standing(id), await balance()]).toEqual([[0, 300, 'PARTIAL'], 300])
  await expect(wish(id, 701)).rejects.toMatchObject(code('payments.refund_too_much'))
  await Promise.allSettled([wish(id, undefined, 'first'), wish(id, undefined, 'second')])
  expect([await standing(id), await balance()]).toEqual([[0, 1000, 'FULL'], 1000])
  const { ledger } = await member.api.orders.detail({ id })
  expect(statementOf(ledger).map(({ key, amount }) => [key, amount?.amount])).toEqual([['credit_back', 1000]])
  expect((await mails(id)).map(({ subject }) => subject)).toEqual([
    '$3.00 returned as store credit · order MA-1120-001',
    '$7.00 returned as store credit · order MA-1120-001',
  ])
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  expect(await auditBooks(client)).toEqual([])
  await client.end()
})

test('cancelling a partly refunded order returns the remaining money and credit', async () => {
  const id = await paidPartly(1000)
  await wish(id, 1500)
  expect([await standing(id), await balance()]).toEqual([[1260, 240, 'PARTIAL'], 240])
  expect((await member.api.orders.detail({ id })).cancellation.back.credit.amount).toBe(760)
  await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
  await shop.workOff()
  expect([await standing(id), await balance()]).toEqual([[1260, 1000, 'FULL'], 1000])
  const other = await paidPartly(500)
  await member.api.orders.cancel({ id: other })
  await shop.workOff()
  expect([await standing(other), await balance()]).toEqual([[1760, 500, 'FULL'], 1000])
})

test('twenty parallel refunds of the whole order refund it once', async () => {
  const id = await paidPartly(1000)
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => wish(id, 2260, `clerk ${index}`)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([await standing(id), await balance()]).toEqual([[1260, 1000, 'FULL'], 1000])
  expect(await till.calls(`${id}-A1`, 'pay.orderrefund')).toBe(1)
})

test('cancelling and refunding in parallel return money and credit once', async () => {
  const id = await paidPartly(1000)
  const many = Array.from({ length: 6 }, (_, index) => wish(id, 700, `clerk ${index}`))
  const cancelled = orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
  await Promise.allSettled([...many, cancelled])
  expect(await cancelled).toMatchObject({ status: 'CANCELLED' })
  await shop.workOff()
  expect([await standing(id), await balance()]).toEqual([[1260, 1000, 'FULL'], 1000])
})

test('if the provider refuses, the credit is still returned, and staff can refund the money again', async () => {
  const id = await paidPartly(1000)
  await till.control(`${id}-A1`, { action: 'refuse_refund', method: 'pay.orderrefund' })
  expect(await wish(id, 1400)).toMatchObject({ amount: 1260, credit: 140, state: 'refused' })
  expect([await standing(id), await balance()]).toEqual([[0, 140, 'PARTIAL'], 140])
  expect((await lines(id)).slice(1)).toEqual([
    ['refund_refused', 1260, null],
    ['refunded', null, 140],
  ])
  expect((await mails(id)).map(({ subject }) => subject)).toEqual([
    '$1.40 returned as store credit · order MA-1120-001',
  ])
  const rest = await wish(id)
  expect(rest).toMatchObject({ amount: 1260, credit: 860, state: 'refunded' })
  expect(rest?.parts.reduce((sum, { total }) => sum + total, 0)).toBe(2120)
  expect(await standing(id)).toEqual([1260, 1000, 'FULL'])
})

test('a refused refund is sent again for the same pieces', async () => {
  const id = await paidPartly(1000)
  const [line] = (await member.api.orders.detail({ id })).lines
  await till.control(`${id}-A1`, { action: 'refuse_refund', method: 'pay.orderrefund' })
  const wanted = { lines: { [line?.key ?? '']: 2 } }
  await payments.refund(shop.ctx(), { orderId: id, wanted, reason: 'Broken', key: 'broken' })
  expect(await standing(id)).toEqual([0, 1000, 'PARTIAL'])
  await payments.staff.review(shop.ctx(), { reference: `${id}-R1`, decision: 'refund' })
  expect(await standing(id)).toEqual([1260, 1000, 'FULL'])
  const [again] = await shop.query("select amount, credit, parts from refunds where state = 'refunded'")
  expect(again).toMatchObject({ amount: 1260, credit: 0, parts: [{ pieces: 2, total: 1260 }] })
})

/** An order of two teapots for 22.60, of which half was paid when ordering. */
async function paidDeposit() {
  await shop.query(`update products set prepayment = '{"percent": 50}'`)
  await fillCart(member, 'teapot', 2)
  const { orderID, amountDue, balance: later } = await placeOrder(member)
  expect([amountDue.amount, later.amount]).toEqual([1130, 1130])
  await member.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await member.api.payments.checkSnapPay({ orderID })
  return orderID
}

test('a full refund of an order with an unpaid balance returns the deposit', async () => {
  const orderID = await paidDeposit()
  await wish(orderID, 130)
  expect(await standing(orderID)).toEqual([130, 0, 'PARTIAL'])
  await wish(orderID)
  expect(await standing(orderID)).toEqual([1130, 0, 'FULL'])
})

test('the store collects the balance once at hand-over, and pages name it in both languages', async () => {
  const id = await paidDeposit()
  const label = async () => texts[balanceLabel(await member.api.orders.detail({ id }))]
  expect(await label()).toEqual(['To pay at pickup', '取货时付'])
  await shop.workOff()
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const [file = ''] = (await readdir(folder)).filter((name) => name.includes(id))
  const { text = '' } = await PostalMime.parse(await readFile(join(folder, file)))
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /deposit is paid.*remaining \$11\.30.*To pay at pickup: \$11\.30 Paid: \$11\.30/,
  )
  await orders.accept(shop.ctx(), { id })
  await Promise.all([1, 2, 3].map(() => orders.handOver(shop.ctx(), { id })))
  const { timeline } = await member.api.orders.detail({ id })
  const taken = timeline.filter(({ kind }) => kind === 'handed_over')
  expect(taken.map(({ by, amount }) => [by, amount?.amount])).toEqual([['staff', 1130]])
  expect(await label()).toEqual(['Paid at pickup', '取货时已付'])
  // The store took the balance at the counter. Only staff can give it back there, so a refund by the shop itself takes
  // the deposit alone.
  expect(await wish(id)).toMatchObject({ amount: 1130 })
  await expect(wish(id, 100)).rejects.toMatchObject(code('payments.refund_too_much'))
})

test('a cancelled order with a deposit refunds the deposit and drops the balance', async () => {
  const id = await paidDeposit()
  await orders.cancel(await member.ctx(), { id, reason: 'changed_mind' })
  await shop.workOff()
  expect(await standing(id)).toEqual([1130, 0, 'FULL'])
  expect(texts[balanceLabel(await member.api.orders.detail({ id }))]).toEqual(['No longer to be paid', '不用再付'])
})

test('an order with a deposit cannot be placed as paid at the store', async () => {
  await shop.query(`update products set prepayment = '{"percent": 50}'`)
  await fillCart(member, 'teapot')
  await expect(placeOrder(member, { payAtStore: true })).rejects.toMatchObject({
    errors: [{ code: 'checkout.pay_at_store_unavailable' }],
  })
  const { options } = await member.api.checkout.paymentConfig()
  expect(options.map(({ id }) => id)).not.toContain('pay_at_store')
})
