import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, test } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { tableCode } from '#server/locations/table-codes.ts'
import * as tables from '#server/locations/table-list.ts'
import * as payments from '#server/payments/payments.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { writeSeller } from '#server/pricing/staff.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
const till = setUpTill(shop)
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, methods: ['PICKUP', 'EAT_IN'] })
  await tables.putTables(shop.ctx(), 'markham', ['1'])
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 20 })
  visitor = shop.visitor()
  const token = tableCode(shop.app.secret, { locationId: 'markham', number: '1', version: 1 })
  await visitor.api.dining.sit({ token })
  await visitor.api.cart.add({ sku: 'bun' })
  await visitor.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
})

/** Runs the queued events. Returns the emails that were sent, the unfinished events and the retried events. */
async function left() {
  await shop.workOff()
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const open = await shop.query('select name from events where done_at is null')
  const tried = await shop.query('select name from events where attempts > 1')
  return { mails: await readdir(folder).catch(() => []), open, tried }
}
const nothing = { mails: [], open: [], tried: [] }

test('an order at a table without an email address sends no email at any step', async () => {
  const { orderID: id, contact } = await placeOrder(visitor)
  expect(contact.email).toBe('')
  await visitor.api.payments.startSnapPayAlipay({ orderID: id })
  await till.control(`${id}-A1`, { action: 'never' })
  await till.control(`${id}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  expect(await visitor.api.payments.checkSnapPay({ orderID: id })).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
  const staff = shop.ctx()
  await orders.accept(staff, { id })
  await orders.delay(staff, { id, promisedAt: new Date('2026-11-20T18:05:00Z'), note: 'The oven is cold' })
  await orders.ready(staff, { id })
  await orders.reply(staff, { id, comment: 'Soon' })
  await payments.refund(staff, { orderId: id, amount: 100, reason: 'Late', key: 'late' })
  await orders.cancelByStore(staff, { id, note: '', restocks: true })
  expect(await left()).toEqual(nothing)
  expect(await orders.find(staff, id)).toMatchObject({ status: 'CANCELLED', refunded: 1130 })
})

test('an order that is paid at the table without an email address sends no email', async () => {
  await placeOrder(visitor, { payAtStore: true })
  expect(await left()).toEqual(nothing)
})

it.each([
  ['en', 'Before tax: $10.00', 'HST 13% (No. 80123 4567 RT0001): $1.30', 'Refunded: $11.30'],
  ['zh', '税前：$10.00', '统一销售税 HST 13%（税号 80123 4567 RT0001）：$1.30', '退款合计：$11.30'],
] as const)(
  'the refund email has the refunded tax by rate and the store’s tax number (%s)',
  async (locale, ...sums) => {
    const number = '80123 4567 RT0001'
    await writeSeller(shop.ctx(), { name: 'Lantern Lane Foods Inc.', registrations: { GST: number, HST: number } })
    await addProducts(shop.ctx(), { id: 'rice', price: 2000, stock: 20, taxClass: 'zero_rated' })
    const buyer = shop.visitor()
    await buyer.api.shell.changeLocale({ locale })
    await fillCart(buyer, 'bun', 2)
    await buyer.api.cart.add({ sku: 'rice' })
    const { orderID: id, contact, lines } = await placeOrder(buyer)
    await buyer.api.payments.startSnapPayAlipay({ orderID: id })
    await till.control(`${id}-A1`, { action: 'never' })
    await till.control(`${id}-A1`, { action: 'pay' })
    shop.clock.advance(2000)
    await buyer.api.payments.checkSnapPay({ orderID: id })
    const lastMail = async () => (await mailsTo(shop, contact.email)).at(-1)
    const refund = (sku: string) => {
      const key = lines.find((line) => line.sku === sku)?.key ?? ''
      return payments.refund(shop.ctx(), { orderId: id, wanted: { lines: { [key]: 1 } }, reason: '', key: sku })
    }
    await refund('bun')
    expect((await lastMail())?.text).toContain(sums.join('\n'))
    await orders.staff.resendMail(shop.ctx(), { order: id, mail: 'last' })
    const { text, html } = (await lastMail()) ?? {}
    expect(text).toContain(sums.join('\n'))
    for (const words of sums.flatMap((sum) => sum.split(/: |：/))) expect(html).toContain(words)
    await refund('rice')
    const untaxed = (await lastMail())?.text
    expect(untaxed).toContain('$20.00')
    expect(untaxed).not.toMatch(/HST \d|Before tax|税前/)
  },
)

it.each([
  ['emails a shopper who left the page', 61, 1],
  ['does not email a shopper who saw it on the page', 20, 0],
])('a failed payment %s', async (_, seconds, letters) => {
  const buyer = shop.visitor()
  await fillCart(buyer, 'bun')
  const { orderID: id } = await placeOrder(buyer)
  await buyer.api.payments.startSnapPayAlipay({ orderID: id })
  shop.clock.advance(seconds * 1000)
  const row = await orders.find(shop.ctx(), id)
  if (row) await transact(shop.ctx(), (ctx) => orders.markFailed(ctx, row))
  const mails = await mailsTo(shop, row?.contact.email ?? '')
  const own = mails.filter(({ messageId }) => messageId?.includes(id))
  const subject = `Your order ${row?.number} was not paid`
  expect(own.map((mail) => mail.subject)).toEqual(Array(letters).fill(subject))
})

/**
 * The ways in which an order can end. Each entry has the steps that lead to this end, what the email must say about the
 * money, and what it must not say.
 */
const ends: [string, (buyer: Visitor, id: string) => Promise<unknown>, RegExp, RegExp][] = [
  ['that nobody tried to pay', async (_, id) => giveUp(id), /Nothing was charged\./, /not know|received/],
  [
    'whose provider never answered',
    async (buyer, id) => {
      await buyer.api.payments.startSnapPayAlipay({ orderID: id })
      await till.control(`${id}-A1`, { action: 'html_502', times: 100 })
      await giveUp(id)
    },
    /We do not know yet whether your payment went through\. If it did, it is refunded automatically\./,
    /Nothing was charged|not paid/,
  ],
  [
    'that its shopper cancels unpaid',
    async (buyer, id) => buyer.api.orders.cancelByLink({ id }),
    /Nothing was charged\./,
    /not know|received/,
  ],
  [
    'that the store cancels once it is paid',
    async (buyer, id) => {
      await buyer.api.payments.startSnapPayAlipay({ orderID: id })
      await till.control(`${id}-A1`, { action: 'never' })
      await till.control(`${id}-A1`, { action: 'pay' })
      shop.clock.advance(2000)
      await buyer.api.payments.checkSnapPay({ orderID: id })
      await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
    },
    /We received \$11\.30\.\s+\$11\.30 (is being|was) refunded the way you paid\./,
    /Nothing was charged/,
  ],
]
const giveUp = (id: string) =>
  transact(shop.ctx(), async (ctx) => {
    shop.clock.advance(61_000)
    await orders.markFailed(ctx, await orders.lock(ctx, id))
  })

it.each(ends)('the email about the end of an order %s says what happened to its money', async (...row) => {
  const [, end, says, neverSays] = row
  const buyer = shop.visitor()
  await fillCart(buyer, 'bun')
  const { orderID: id, contact } = await placeOrder(buyer)
  await end(buyer, id)
  const text = (await mailsTo(shop, contact.email)).at(-1)?.text ?? ''
  expect(text).toMatch(says)
  expect(text).not.toMatch(neverSays)
})
