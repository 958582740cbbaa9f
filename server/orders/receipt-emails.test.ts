import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { createMember } from '#tests/membership.ts'
import { fillCart, fillCheckout, placeOrder, sampleContact } from '#tests/purchases.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, noteAllowed: true })
  visitor = shop.visitor()
})

async function placed(buyer = visitor) {
  await fillCart(buyer, 'bun')
  return placeOrder(buyer, { payAtStore: true })
}
/** The subjects of the emails about an order. */
async function subjects({ orderID }: { orderID: string }) {
  const mails = await mailsTo(shop, sampleContact.email)
  return mails.filter(({ messageId }) => messageId?.includes(orderID)).map(({ subject }) => subject)
}

test('staff resend the receipt as a new message', async () => {
  const order = await placed()
  const receipt = `Your order ${order.orderNumber} · pickup code ${order.pickupCode}`
  expect(await subjects(order)).toEqual([receipt])
  const wish = { order: order.pickupCode, mail: 'receipt' as const }
  expect(await orders.staff.resendMail(shop.ctx(), wish)).toEqual({
    orderID: order.orderID,
    email: sampleContact.email,
  })
  expect(await subjects(order)).toEqual([receipt, receipt])
})

test('staff resend the last email, which is the receipt if no other was sent', async () => {
  const order = await placed()
  const again = { order: order.pickupCode, mail: 'last' as const }
  await orders.staff.resendMail(shop.ctx(), again)
  await shop.workOff()
  await orders.accept(shop.ctx(), { id: order.orderID })
  await orders.ready(shop.ctx(), { id: order.orderID })
  await subjects(order)
  shop.clock.advance(60_000)
  await orders.staff.resendMail(shop.ctx(), again)
  const receipt = `Your order ${order.orderNumber} · pickup code ${order.pickupCode}`
  const ready = `Your order ${order.orderNumber} is ready · pickup code ${order.pickupCode}`
  expect(await subjects(order)).toEqual([receipt, receipt, ready, ready])
})

test('staff cannot resend emails of an unpaid order or of one without an email address', async () => {
  await fillCart(visitor, 'bun')
  const { orderID } = await placeOrder(visitor)
  const wish = { order: orderID, mail: 'receipt' as const }
  await expect(orders.staff.resendMail(shop.ctx(), wish)).rejects.toThrow('orders.step')
  const { orderID: other } = await placed(shop.visitor())
  await shop.query(`update orders set contact = jsonb_set(contact, '{email}', '""') where id = $1`, [other])
  await expect(orders.staff.resendMail(shop.ctx(), { ...wish, order: other })).rejects.toThrow('staff.unknown')
})

test('staff find a customer’s account and orders by email or phone, and no one else’s', async () => {
  const guest = await placed()
  const mei = await createMember(shop, 'mei.lin@shop.example')
  await mei.api.account.update({ phone: '+1 416 555 0123' })
  const own = await placed(mei)
  const stranger = shop.visitor()
  await fillCart(stranger, 'bun')
  await stranger.api.checkout.setContact({ name: 'Wei', phone: '416-555-0199', email: 'wei@shop.example' })
  await placeOrder(stranger, { payAtStore: true })

  const byMail = await orders.staff.customer(shop.ctx(), { who: ' MEI.lin@shop.example ' })
  expect(byMail.members).toMatchObject([{ name: 'Mei Lin', credit: { amount: 0, currency: 'CAD' } }])
  expect(byMail.orders.map(({ orderID }) => orderID)).toEqual([own.orderID])

  const byPhone = await orders.staff.customer(shop.ctx(), { who: '(416) 555-0123' })
  expect(byPhone.members.map(({ email }) => email)).toEqual(['mei.lin@shop.example'])
  expect(byPhone.count).toBe(2)
  expect(byPhone.orders.map(({ orderID }) => orderID).sort()).toEqual([guest.orderID, own.orderID].sort())

  for (const who of ['nobody@shop.example', '416-555-0100', 'Mei'])
    await expect(orders.staff.customer(shop.ctx(), { who })).rejects.toThrow('staff.unknown')
})

test('emails have the customer’s name, comment and notes only if the address is verified', async () => {
  const bait = 'Free phone at evil.example'
  await visitor.api.cart.add({ sku: 'bun', note: bait })
  await fillCheckout(visitor)
  await visitor.api.checkout.setContact({ ...sampleContact, name: bait })
  await visitor.api.checkout.setComment({ comment: bait })
  const { orderID: id } = await placeOrder(visitor, { payAtStore: true })
  await orders.accept(shop.ctx(), { id })
  await orders.ready(shop.ctx(), { id })
  await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
  const mails = (await mailsTo(shop, sampleContact.email)).filter(({ messageId }) => messageId?.includes(id))
  expect(mails).toHaveLength(3)
  for (const { to, subject, html, text } of mails) {
    expect(to?.map(({ name }) => name)).toEqual([''])
    expect(`${subject} ${text} ${html}`).not.toContain(bait)
  }
  // Unlike the emails, the order's page shows the buyer's name, comment and note.
  const { contact, comment, lines } = await visitor.api.orders.detail({ id })
  expect([contact.name, comment, lines[0]?.note]).toEqual([bait, bait, bait])

  const member = await createMember(shop, sampleContact.email)
  await shop.query('update members set email_verified_at = now()')
  await placed(member)
  const [receipt] = (await mailsTo(shop, sampleContact.email)).slice(-1)
  expect(receipt?.to).toEqual([{ name: sampleContact.name, address: sampleContact.email }])
  expect(receipt?.text).toContain(`Thank you, ${sampleContact.name}!`)
})

test('a member gets emails about an order in their current language', async () => {
  const member = await createMember(shop, 'mei@shop.example')
  const order = await placed(member)
  expect(await subjects(order)).toEqual([`Your order ${order.orderNumber} · pickup code ${order.pickupCode}`])
  await member.api.account.update({ locale: 'zh' })
  const promisedAt = new Date(shop.app.now().getTime() + hourMs)
  await orders.accept(shop.ctx(), { id: order.orderID, promisedAt })
  await shop.workOff()
  await orders.ready(shop.ctx(), { id: order.orderID })
  await shop.workOff()
  await orders.staff.resendMail(shop.ctx(), { order: order.pickupCode, mail: 'receipt' })
  expect(await subjects(order)).toEqual([
    `Your order ${order.orderNumber} · pickup code ${order.pickupCode}`,
    expect.stringMatching(/^已接单，预计/),
    `订单 ${order.orderNumber} 可以取货了 · 取货码 ${order.pickupCode}`,
    `下单成功 · 订单 ${order.orderNumber} · 取货码 ${order.pickupCode}`,
  ])
})
