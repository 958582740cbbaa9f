import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { schedule } from '#jobs/schedule.ts'
import * as locations from '#server/locations/locations.ts'
import { tableCode } from '#server/locations/table-codes.ts'
import * as tables from '#server/locations/table-list.ts'
import * as members from '#server/members/members.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { closeCommitGate } from '#tests/commit-gate.ts'
import { fillGroupCart, openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { mailedCode, mailsTo } from '#tests/mails.ts'
import { fillCheckout, placeOrder, sampleContact } from '#tests/purchases.ts'

/** The limits are those of production. Each visitor sets their IP network in a header. */
const strict = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }
const shop = setUpShop(strict)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, slotCapacity: 1000, methods: ['PICKUP', 'EAT_IN'] })
  await addProducts(shop.ctx(), { id: 'bun', price: 300, stock: 500 })
})

let people = 0
const from = (network: string) => shop.visitor({ 'x-forwarded-for': network })
/** Returns a visitor with a new browser and IP network. */
const arrive = () => from(`10.${++people >> 8}.${people & 255}.1`)
const newPhone = () => `416 555 ${String(++people % 10_000).padStart(4, '0')}`
const newPerson = () => ({ name: 'Mei', phone: newPhone(), email: `${randomUUID()}@shop.example` })

/** Fills a cart as this person. Returns the cart's bill, for payment at the store. */
async function fill(visitor: Visitor, contact: typeof sampleContact = newPerson()) {
  await visitor.api.cart.add({ sku: 'bun' })
  await fillCheckout(visitor)
  await visitor.api.checkout.setContact(contact)
  const { id, hash } = await visitor.api.billing.view({ pickUpAandPayAtStore: true })
  return { id, hash, pickUpAandPayAtStore: true }
}

async function place(visitor: Visitor, contact?: typeof sampleContact, code?: string) {
  const bill = await fill(visitor, contact)
  return visitor.api.billing.place({ ...bill, ...(code !== undefined && { code }) })
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  return error instanceof ApiError ? (error.errors[0]?.code ?? '') : String(error && error)
}

/** Requests a code for the cart's email address, as the payment page does. Returns the code. */
async function prove(visitor: Visitor, email: string) {
  await visitor.api.checkout.sendCode()
  return mailedCode(shop, email)
}

test('a guest with an unpaid order must enter an emailed code for the next one', async () => {
  const person = newPerson()
  await place(arrive(), person)
  const again = arrive()
  const bill = await fill(again, person)
  expect(await refusal(again.api.billing.place(bill))).toBe('orders.code_required')
  const code = await prove(again, person.email)
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await refusal(again.api.billing.place({ ...bill, code: wrong }))).toBe('account.wrong_code')
  expect(await refusal(again.api.billing.place(bill))).toBe('orders.code_required')
  expect(await again.api.billing.place({ ...bill, code })).toMatchObject({ status: 'NEW', payAtStore: true })
  // An order with the same phone number counts as an order by the same person, although the email address differs. A
  // verification is not valid in another session.
  expect(await refusal(place(arrive(), { ...person, email: newPerson().email }))).toBe('orders.code_required')
  expect(await refusal(place(arrive(), person))).toBe('orders.code_required')
  await place(again, person)
  const [first, second] = (await mailsTo(shop, person.email)).filter(({ subject }) => subject?.startsWith('Your order'))
  expect([first?.to?.[0]?.name, second?.to?.[0]?.name]).toEqual(['', 'Mei'])
})

test('an online order that waits for payment counts as unpaid', async () => {
  const person = newPerson()
  const first = arrive()
  await fill(first, person)
  expect(await placeOrder(first)).toMatchObject({ status: 'INTERIM' })
  const again = arrive()
  await fill(again, person)
  expect(await refusal(placeOrder(again))).toBe('orders.code_required')
  // An order that awaits an e-transfer counts as unpaid until its payment deadline, which can be later than two days
  // after the order.
  await shop.query("update orders set expires_at = placed_at + interval '7 days'")
  shop.clock.advance(3 * dayMs)
  const later = arrive()
  await fill(later, person)
  expect(await refusal(placeOrder(later))).toBe('orders.code_required')
})

test('a group-buy order to be paid at the pickup counts as unpaid until two days after its pickup', async () => {
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  await openGroupBuy(shop.ctx(), { allowsCash: true, goal: 1 })
  const person = newPerson()
  const first = arrive()
  await fillGroupCart(first, person)
  const cash = { pickUpAandPayAtStore: true }
  const { id, hash } = await first.api.billing.view({ fissionCampaignId: 'lychees', ...cash })
  expect(await first.api.billing.place({ id, hash, ...cash })).toMatchObject({ status: 'NEW', payAtStore: true })
  shop.clock.advance(3 * dayMs)
  const settle = schedule.find(({ name }) => name === 'settle group-buys that are over')
  await settle?.run(shop.ctx())
  await shop.workOff()
  await settle?.run(shop.ctx())
  expect(await refusal(place(arrive(), person))).toBe('orders.code_required')
  // The pickup window begins on November 28 at 10:00 in Toronto, so two days later is November 30 at 15:00 UTC.
  shop.clock.set('2026-11-30T14:59:00Z')
  expect(await refusal(place(arrive(), person))).toBe('orders.code_required')
  shop.clock.set('2026-11-30T15:01:00Z')
  expect(await refusal(place(arrive(), person))).toBe('null')
})

test('a code allows five tries, and only in its own session', async () => {
  const person = newPerson()
  await place(arrive(), person)
  const [one, other] = [arrive(), arrive()]
  const bills = [await fill(one, person), await fill(other, person)] as const
  const code = await prove(one, person.email)
  expect(await refusal(other.api.billing.place({ ...bills[1], code }))).toBe('account.wrong_code')
  for (const id of [bills[0].id, 'undefined']) {
    expect(await refusal(other.api.billing.place({ ...bills[1], id, code }))).toBe('not_found')
  }
  const wrong = code === '000000' ? '111111' : '000000'
  const tries = Array.from({ length: 8 }, () => refusal(one.api.billing.place({ ...bills[0], code: wrong })))
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['account.wrong_code']))
  expect(await refusal(one.api.billing.place({ ...bills[0], code }))).toBe('account.wrong_code')
})

test('limits the codes per address and hour', async () => {
  const person = newPerson()
  const visitors = await Promise.all(Array.from({ length: 8 }, () => arrive()))
  for (const visitor of visitors) await fill(visitor, person)
  const answers = await Promise.all(visitors.map(({ api }) => refusal(api.checkout.sendCode())))
  const sent = answers.filter((answer) => answer === 'null')
  expect(sent).toHaveLength(limits.orderCodesPerEmailAndHour)
  expect(new Set(answers)).toEqual(new Set(['null', 'orders.codes_full']))
  expect(await mailsTo(shop, person.email)).toHaveLength(limits.orderCodesPerEmailAndHour)
  shop.clock.advance(hourMs)
  await arrive().api.checkout.config()
  const later = arrive()
  await fill(later, person)
  await later.api.checkout.sendCode()
})

test('codes whose email failed do not count towards the limit once they have expired', async () => {
  const visitor = arrive()
  const person = newPerson()
  await fill(visitor, person)
  await prove(visitor, person.email)
  const outbox = `${shop.app.config.DATA_DIR}/outbox`
  await rename(outbox, `${outbox}-away`)
  await writeFile(outbox, '')
  for (let n = 1; n < limits.orderCodesPerEmailAndHour; n++) await visitor.api.checkout.sendCode()
  await shop.workOff()
  await rm(outbox)
  await rename(`${outbox}-away`, outbox)
  expect(await refusal(visitor.api.checkout.sendCode())).toBe('orders.codes_full')
  shop.clock.advance(11 * minuteMs)
  expect(await refusal(visitor.api.checkout.sendCode())).toBe('null')
  expect(await mailsTo(shop, person.email)).toHaveLength(2)
  shop.errors.length = 0
})

/**
 * Places many orders in parallel in two processes. Each order comes from another browser and has a verified email
 * address.
 */
test.each([
  ['email', limits.openUnpaidOrdersPerEmail],
  ['phone', limits.openUnpaidOrdersPerPhone],
])('limits the unpaid orders open for one %s', async (field, most) => {
  const person = newPerson()
  const visitors = Array.from({ length: most + 5 }, () => arrive())
  const bills: Awaited<ReturnType<typeof fill>>[] = []
  for (const visitor of visitors) {
    const contact = field === 'email' ? { ...person, phone: newPhone() } : { ...newPerson(), phone: person.phone }
    bills.push(await fill(visitor, contact))
    // Marks the email address as verified, as entering a code would do.
    const { sessionId } = await visitor.ctx()
    await shop.query(
      `insert into address_codes (email, session_id, hash, sent_at, expires_at, proven_at) values ($1, $2, '', $3, $3, $3)`,
      [contact.email.toLowerCase(), sessionId, shop.app.now()],
    )
  }
  const answers = await Promise.all(
    visitors.map((visitor, at) => refusal(visitor.api.billing.place(bills[at] as never))),
  )
  expect(answers.filter((answer) => answer === 'null')).toHaveLength(most)
  expect(new Set(answers)).toEqual(new Set(['null', 'orders.open_full']))
})

test('limits the open unpaid orders per session', async () => {
  const visitor = arrive()
  const { api } = visitor
  for (let n = 0; n < limits.openUnpaidOrdersPerSession; n++) {
    const contact = newPerson()
    const bill = await fill(visitor, contact)
    const code = n > 0 ? await prove(visitor, contact.email) : undefined
    await api.billing.place({ ...bill, ...(code && { code }) })
  }
  const contact = newPerson()
  const bill = await fill(visitor, contact)
  expect(await refusal(api.billing.place({ ...bill, code: await prove(visitor, contact.email) }))).toBe(
    'orders.open_full',
  )
  // A cancelled order still counts for an hour, because the shop has sent two emails about it.
  const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from orders limit 1')
  await api.orders.cancelByLink({ id })
  expect(await refusal(api.billing.place(bill))).toBe('orders.open_full')
  shop.clock.advance(3_600_001)
  await fillCheckout(visitor)
  await api.checkout.setContact(contact)
  const { id: later, hash } = await api.billing.view({ pickUpAandPayAtStore: true })
  expect(await refusal(api.billing.place({ id: later, hash, pickUpAandPayAtStore: true }))).toBe('null')
})

/**
 * Fills a cart with goods whose stock is not counted, and chooses a pickup time that no other cart uses. So the cart
 * shares no row of stock or slot with other carts.
 */
async function fillApart(visitor: Visitor, contact: typeof sampleContact, time: string) {
  await addProducts(shop.ctx(), { id: 'endless', price: 300, stock: null })
  await visitor.api.cart.add({ sku: 'endless' })
  await visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time })
  await visitor.api.checkout.setContact(contact)
  const { id, hash } = await visitor.api.billing.view({ pickUpAandPayAtStore: true })
  return { id, hash, pickUpAandPayAtStore: true }
}

test.each(['email', 'phone'] as const)('an order waits for an uncommitted order with the same %s', async (field) => {
  const person = newPerson()
  const [first, second] = [arrive(), arrive()]
  const firstBill = await fillApart(first, { ...person, name: 'First' }, '15:00')
  const secondBill = await fillApart(second, { ...newPerson(), [field]: person[field] }, '16:00')
  const gate = await closeCommitGate(shop, 'orders', `new.contact ->> 'name' = 'First'`)
  const placed = first.api.billing.place(firstBill)
  await gate.waiting(1)
  const refused = refusal(second.api.billing.place(secondBill))
  await gate.waiting(2, refused)
  await gate.open()
  expect(await placed).toMatchObject({ status: 'NEW' })
  expect(await refused).toBe('orders.code_required')
})

test('limits the unpaid orders per network and hour', async () => {
  const most = limits.unpaidOrdersPerNetworkAndHour
  const visitors = Array.from({ length: most + 3 }, (_, at) => from(`2001:db8:0:1::${at + 1}`))
  const bills = await Promise.all(visitors.map((visitor) => fill(visitor)))
  const answers = await Promise.all(
    visitors.map((visitor, at) => refusal(visitor.api.billing.place(bills[at] as never))),
  )
  expect(answers.filter((answer) => answer === 'null')).toHaveLength(most)
  expect(new Set(answers)).toEqual(new Set(['null', 'orders.network_full']))
  expect(await refusal(place(from('2001:db8:0:2::1')))).toBe('null')
  shop.clock.advance(3_600_001)
  expect(await refusal(place(from('2001:db8:0:1::1')))).toBe('null')
}, 120_000)

test('does not limit orders at a table or of members with a proven address', async () => {
  await tables.putTables(shop.ctx(), 'markham', ['1'])
  const token = tableCode(shop.app.secret, { locationId: 'markham', number: '1', version: 1 })
  const guest = arrive()
  await guest.api.dining.sit({ token })
  const { email } = newPerson()
  const orderIds: string[] = []
  for (let n = 0; n <= limits.openUnpaidOrdersPerSession; n++) {
    await guest.api.cart.add({ sku: 'bun' })
    await guest.api.checkout.setContact({ ...sampleContact, email, methodName: 'EAT_IN' })
    await guest.api.checkout.setMethod({ method: 'EAT_IN' })
    orderIds.push((await placeOrder(guest, { payAtStore: true })).orderID)
  }
  // Nobody has verified the address, so it gets few receipts, and an email about the cancellation only of orders whose
  // receipt it got.
  expect(await mailsTo(shop, email)).toHaveLength(limits.tableReceiptsPerEmailAndHour)
  for (const id of orderIds) await guest.api.orders.cancelByLink({ id })
  expect(await mailsTo(shop, email)).toHaveLength(limits.tableReceiptsPerEmailAndHour * 2)
  const password = 'three dumplings at noon'
  const member = newPerson()
  await members.create(shop.ctx(), { name: 'Mei', email: member.email, password })
  await shop.query('update members set email_verified_at = now()')
  const signedIn = arrive()
  await signedIn.api.account.signIn({ email: member.email, password })
  for (let n = 0; n <= limits.openUnpaidOrdersPerSession; n++) await place(signedIn, member)
  // With another email address, the member is limited like everybody else.
  expect(await refusal(place(signedIn, newPerson()))).toBe('orders.open_full')
})

test('orders at a table and pickup orders do not count for each other', async () => {
  await tables.putTables(shop.ctx(), 'markham', ['1'])
  const token = tableCode(shop.app.secret, { locationId: 'markham', number: '1', version: 1 })
  const guest = arrive()
  const person = newPerson()
  await guest.api.dining.sit({ token })
  const orderAtTable = async () => {
    await guest.api.cart.add({ sku: 'bun' })
    await guest.api.checkout.setContact({ ...person, methodName: 'EAT_IN' })
    await guest.api.checkout.setMethod({ method: 'EAT_IN' })
    return placeOrder(guest, { payAtStore: true })
  }
  expect(await orderAtTable()).toMatchObject({ method: 'EAT_IN', paymentStatus: 'NOT_PAID' })
  expect(await place(arrive(), person)).toMatchObject({ status: 'NEW', payAtStore: true })
  expect(await orderAtTable()).toMatchObject({ method: 'EAT_IN', paymentStatus: 'NOT_PAID' })
})

test('limits a member without a proven address like a guest', async () => {
  const password = 'three dumplings at noon'
  const member = newPerson()
  await members.create(shop.ctx(), { name: 'Mei', email: member.email, password })
  const signedIn = arrive()
  await signedIn.api.account.signIn({ email: member.email, password })
  await place(signedIn, member)
  expect(await refusal(place(signedIn, member))).toBe('orders.code_required')
})

test('two processes share the limits', async () => {
  const second = await openTestShop({ ...strict, DATABASE_URL: shop.url })
  try {
    const person = newPerson()
    const browsers = [arrive(), arrive(), second.visitor(), second.visitor()]
    second.app.now = shop.app.now
    const bills: Awaited<ReturnType<typeof fill>>[] = []
    for (const visitor of browsers) bills.push(await fill(visitor, person))
    const answers = await Promise.all(
      browsers.map((visitor, at) => refusal(visitor.api.billing.place(bills[at] as never))),
    )
    expect(answers.filter((answer) => answer === 'null')).toHaveLength(limits.openUnpaidOrdersWithoutCode)
  } finally {
    await second.close()
  }
})
