import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { officeBase } from '#contract/constants.ts'
import { dayMs } from '#contract/durations.ts'
import type { RoleAt } from '#contract/rights.ts'
import { notifyOfOrder } from '#jobs/notices.ts'
import { schedule } from '#jobs/schedule.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { maxAttempts } from '#server/platform/dead-letters.ts'
import { emit, handleDueEvents } from '#server/platform/queue.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { readUntil } from '#tests/event-stream.ts'
import { joinGroupBuy, openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOffice, openOwner, staffPassword } from '#tests/office.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import { addNotice, sweep } from './staff.ts'

const day = dayMs

const shop = setUpShop({ DEMO: 'false' })
let owner: Office
let shopper: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'north', 1)
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 50 }, { id: 'lychee', price: 1300, stock: 0 })
  owner = await openOwner(shop)
  shopper = shop.visitor()
})

const hire = (name: string, ...roles: RoleAt[]) => openColleague(shop, owner, `${name}@shop.test`, roles)
const cashierAt = (location: string) => hire(`cashier-${location}`, { role: 'cashier', location })
const seen = async (office: Office) => (await office.notices.list({})).notices
const kinds = async (office: Office) => (await seen(office)).map(({ kind }) => kind)
const state = async (office: Office) => (await office.people.status()).notices
const unread = async (office: Office) => (await state(office)).unread

/** Signs a staff member in again. The tests move the shop's clock, so the earlier session may have expired. */
async function back(name: string): Promise<Office> {
  const office = openOffice(shop)
  await office.people.signIn({ email: `${name}@shop.test`, password: staffPassword })
  return office
}

/** A shopper orders two buns, to pay at the store in Markham. */
async function order() {
  await fillCart(shopper, 'bun', 2)
  const placed = await placeOrder(shopper, { payAtStore: true })
  await shop.workOff()
  return placed
}
/** Adds a notification for Markham without an order. */
const add = (key: string) =>
  addNotice(shop.ctx(), {
    kind: 'cancel_asked',
    key,
    location: 'markham',
    subject: key,
    data: { code: key },
  })

describe('a new order', () => {
  test('is a notification of its store, with what to prepare and without the customer', async () => {
    const [here, there] = [await cashierAt('markham'), await cashierAt('north')]
    const { orderID, orderNumber } = await order()
    const [notice, ...others] = await seen(here)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'order_placed', location: 'markham', subject: orderID, isRead: false })
    expect(notice?.data).toMatchObject({ code: orderNumber, pieces: 2, method: 'PICKUP', date: '2026-11-20' })
    expect(JSON.stringify(notice)).not.toMatch(/Mei Lin|555|@/)
    expect(await seen(there)).toEqual([])
    expect([await unread(owner), await unread(here), await unread(there)]).toEqual([1, 1, 0])
  })

  test('names the table at which a guest ordered', async () => {
    await owner.staff.writeTableService({ location: 'markham', version: 1, isOn: true, openedBy: 'guests' })
    await owner.staff.addTables({ location: 'markham', numbers: ['7'] })
    const { tables } = await owner.staff.tables({ location: 'markham' })
    await shopper.api.dining.sit({ token: tables[0]?.address.split('/table/')[1] ?? '' })
    await shopper.api.cart.add({ sku: 'bun' })
    await shopper.api.checkout.setContact({ name: 'Mei', methodName: 'EAT_IN' })
    await placeOrder(shopper, { payAtStore: true })
    await shop.workOff()
    const [notice] = await seen(owner)
    expect(notice?.data).toMatchObject({ method: 'EAT_IN', table: '7' })
  })

  test('is written after the order, in the work of a job', async () => {
    await fillCart(shopper, 'bun')
    await placeOrder(shopper, { payAtStore: true })
    expect(await seen(owner)).toEqual([])
    await shop.workOff()
    expect(await kinds(owner)).toEqual(['order_placed'])
  })

  test('that is handled twice is one notification', async () => {
    const { orderID: orderId } = await order()
    await Promise.all([notifyOfOrder(shop.ctx(), { orderId }), notifyOfOrder(shop.ctx(), { orderId })])
    expect(await kinds(owner)).toEqual(['order_placed'])
  })

  test('is told by the event stream to those who see it, and to nobody else', async () => {
    const watch = async (office: Office) => office.visitor.fetch(`${officeBase}/live`)
    const [here, there] = [await cashierAt('markham'), await cashierAt('north')]
    const streams = await Promise.all([watch(here), watch(there)])
    await order()
    await readUntil(streams[0], 'event: notices')
    // The second stream must not receive `notices`. Reading it needs an event at which to stop, so the test changes the
    // roles of this stream's staff member, which sends `session`.
    const { people } = await owner.people.people()
    const other = people.find(({ name }) => name === 'cashier-north')
    await owner.people.writePerson({
      person: other?.id ?? '',
      version: other?.version ?? 0,
      roles: [{ role: 'kitchen', location: 'north' }],
      isStopped: false,
    })
    expect(await readUntil(streams[1], 'event: session')).not.toContain('event: notices')
  })
})

describe('notifications', () => {
  test.each([
    ['kitchen', ['cancel_asked', 'order_placed']],
    ['organiser', ['group_ended', 'group_reached']],
    ['bookkeeper', ['payment_stuck', 'group_ended', 'group_reached', 'cancel_asked', 'order_placed']],
    ['content', []],
  ] as const)('of a %s are those of the role', async (role, expected) => {
    await hire(role, { role, location: 'markham' })
    await hire(`${role}-north`, { role, location: 'north' })
    const { orderID: orderId } = await order()
    await add('A1')
    await openGroupBuy(shop.ctx(), { goal: 1 })
    await joinGroupBuy(shop.ctx(), shop.visitor())
    await shop.workOff()
    shop.clock.advance(day)
    await campaigns.settleDue(shop.ctx())
    await shop.workOff()
    const payment = {
      reference: 'A1',
      orderId,
      kind: 'late_paid' as const,
      provider: 'ott',
      answer: '',
      ...{ amount: 2260, currency: 'CAD', since: '2026-11-20T17:00:00.000Z' },
    }
    await transact(shop.ctx(), (ctx) => emit(ctx, 'store.payment_stuck', { payment, at: payment.since }))
    await shop.workOff()
    expect(await kinds(await back(role))).toEqual(expected)
    expect(await kinds(await back(`${role}-north`))).toEqual([])
  })

  test('of the time before a person joined are not theirs', async () => {
    await add('1')
    shop.clock.advance(1000)
    expect(await kinds(await cashierAt('markham'))).toEqual([])
  })

  test('of a shopper who asks to cancel go to the store', async () => {
    const here = await cashierAt('markham')
    const { orderID: id } = await order()
    await owner.staff.accept({ order: id })
    await shopper.api.orders.askToCancel({ id, note: 'We are ill' })
    await shop.workOff()
    expect(await kinds(here)).toEqual(['cancel_asked', 'order_placed'])
  })

  test('of a shopper’s message go to the store, which can answer it, without an address for order emails', async () => {
    const here = await cashierAt('markham')
    await registerMember(shop, shopper, { email: 'mei@shop.example', password: 'seven warm buns', name: 'Mei' })
    const { orderID: id } = await order()
    await shopper.api.orders.comment({ id, comment: 'No peanuts please' })
    await shopper.api.orders.comment({ id, comment: 'No peanuts please' })
    await shop.workOff()
    expect(await kinds(here)).toEqual(['comment_received', 'order_placed'])
    expect(JSON.stringify((await seen(here))[0])).not.toContain('peanuts')
    await owner.staff.reply({ order: id, comment: 'We leave them out' })
    const { timeline } = await shopper.api.orders.detail({ id })
    expect(timeline.filter(({ kind }) => kind === 'comment')).toMatchObject([
      { by: 'shopper', note: 'No peanuts please' },
      { by: 'staff', note: 'We leave them out' },
    ])
  })

  test('of a sign-in on a new device go to that person only', async () => {
    const here = await cashierAt('markham')
    const elsewhere = openOffice(shop, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })
    await elsewhere.people.signIn({ email: 'cashier-markham@shop.test', password: staffPassword })
    await shop.workOff()
    expect(await seen(here)).toMatchObject([{ kind: 'new_device', data: { device: 'Firefox · Windows' } }])
    expect(await kinds(owner)).toEqual([])
  })

  test('of tasks that failed for good go to those who see the health of the shop, once a day', async () => {
    await cashierAt('markham')
    const failing = {
      ...shop.app,
      events: { ...shop.app.events, 'order.mail_asked': { later: [() => Promise.reject(new Error('no mail'))] } },
    }
    for (const orderId of ['one', 'two'])
      await transact(shop.ctx(), (ctx) => emit(ctx, 'order.mail_asked', { orderId, mail: 'receipt', at: '' }))
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      expect(await kinds(owner)).toEqual([])
      await handleDueEvents(failing)
      shop.clock.advance(3_700_000)
    }
    shop.errors.length = 0
    await shop.workOff()
    expect(await kinds(await back('owner'))).toEqual(['task_failed'])
    expect(await kinds(await back('cashier-markham'))).toEqual([])
  })

  test('come in pages, and go after 30 days', async () => {
    for (const key of ['1', '2', '3']) await add(key)
    const first = await owner.notices.list({ limit: 2 })
    expect([first.notices.map(({ subject }) => subject), first.hasMore]).toEqual([['3', '2'], true])
    const second = await owner.notices.list({ limit: 2, before: first.notices[1]?.id })
    expect([second.notices.map(({ subject }) => subject), second.hasMore]).toEqual([['1'], false])

    shop.clock.advance(29 * day)
    await sweep(shop.ctx())
    expect(await shop.query('select subject from staff_notices')).toHaveLength(3)
    shop.clock.advance(day)
    await schedule.find(({ run }) => run === sweep)?.run(shop.ctx())
    expect(await shop.query('select subject from staff_notices')).toEqual([])
  })
})

describe('the read state', () => {
  test('is one person’s own', async () => {
    const here = await cashierAt('markham')
    for (const key of ['1', '2', '3']) await add(key)
    const [newest, middle] = await seen(here)
    await here.notices.read({ notice: middle?.id ?? 0 })
    expect((await seen(here)).map(({ isRead }) => isRead)).toEqual([false, true, false])
    expect(await here.notices.read({ upTo: newest?.id ?? 0 })).toEqual({ unread: 0, newest: newest?.id })
    expect((await seen(here)).map(({ isRead }) => isRead)).toEqual([true, true, true])
    expect((await seen(owner)).map(({ isRead }) => isRead)).toEqual([false, false, false])
    expect(await unread(owner)).toBe(3)
    await add('4')
    expect(await unread(here)).toBe(1)
    // Marking notifications as read changes nothing in the shop, so the log has no entry.
    expect((await owner.people.log({})).entries.filter(({ call }) => call.startsWith('notices'))).toEqual([])
  })

  test('never runs ahead of what exists', async () => {
    await add('1')
    await owner.notices.read({ upTo: Number.MAX_SAFE_INTEGER })
    await add('2')
    expect((await seen(owner)).map(({ isRead }) => isRead)).toEqual([false, true])
  })

  test('of another store’s notification cannot be set', async () => {
    const there = await cashierAt('north')
    await add('1')
    const [notice] = await seen(owner)
    const refused = await there.notices.read({ notice: notice?.id ?? 0 }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect((refused as ApiError).code).toBe('not_found')
  })
})

test('a kind that a person does not count stays in the list, and is not on the bell', async () => {
  const here = await cashierAt('markham')
  expect((await here.notices.choices()).kinds).toEqual([
    { kind: 'order_placed', isCounted: true },
    { kind: 'cancel_asked', isCounted: true },
    { kind: 'comment_received', isCounted: true },
    { kind: 'new_device', isCounted: true },
  ])
  await here.notices.choose({ counted: ['order_placed'] })
  await add('1')
  expect(await state(here)).toEqual({ unread: 0, newest: 0 })
  expect(await seen(here)).toMatchObject([{ kind: 'cancel_asked', isRead: true }])
  expect(await unread(owner)).toBe(1)
  await here.notices.choose({ counted: ['order_placed', 'cancel_asked', 'payment_stuck'] })
  expect(await unread(here)).toBe(1)
})

test('a person who still owes the second step sees only what concerns them', async () => {
  await add('1')
  expect(await unread(owner)).toBe(1)
  await shop.query(`update staff_people set second_step_due = '2026-11-01'`)
  expect(await seen(owner)).toEqual([])
  expect(await unread(owner)).toBe(0)
})

test('a counter device shows the notifications of its store, and none that concern a person', async () => {
  await cashierAt('markham')
  const { code } = await owner.devices.add({ location: 'markham', name: 'Counter', screens: ['orders'] })
  const tablet = openOffice(shop)
  const { people } = await tablet.devices.enrol({ code })
  const personId = people.find(({ name }) => name === 'cashier-markham')?.id ?? ''
  await tablet.devices.choose({ person: personId })
  await add('1')
  const at = '2026-11-20T17:00:00.000Z'
  const device = { personId, device: 'Firefox · Windows', ip: '', at }
  await transact(shop.ctx(), (ctx) => emit(ctx, 'staff.new_device', device))
  await shop.workOff()
  expect(await kinds(tablet)).toEqual(['cancel_asked'])
  expect(await unread(tablet)).toBe(1)
  expect(await kinds(await back('cashier-markham'))).toEqual(['new_device', 'cancel_asked'])
})

test('a counter device marks only the notifications that it shows as read', async () => {
  await hire('ana', { role: 'cashier', location: 'markham' }, { role: 'cashier', location: 'north' })
  const { code } = await owner.devices.add({ location: 'markham', name: 'Counter', screens: ['orders'] })
  const tablet = openOffice(shop)
  const { people } = await tablet.devices.enrol({ code })
  const personId = people.find(({ name }) => name === 'ana')?.id ?? ''
  await tablet.devices.choose({ person: personId })
  await add('1')
  const at = '2026-11-20T17:00:00.000Z'
  await transact(shop.ctx(), (ctx) =>
    emit(ctx, 'staff.new_device', { personId, device: 'Firefox · Windows', ip: '', at }),
  )
  await shop.workOff()
  await add('2')
  const north = { key: 'N', location: 'north', subject: 'N', data: { code: 'N' } }
  await addNotice(shop.ctx(), { kind: 'cancel_asked', ...north })
  await add('3')
  const readByAna = async () =>
    (await seen(await back('ana'))).map(({ kind, subject, isRead }) => [kind, subject, isRead])
  const [newest] = await seen(tablet)
  expect(await tablet.notices.read({ upTo: newest?.id ?? 0 })).toMatchObject({ unread: 0 })
  expect((await seen(tablet)).map(({ isRead }) => isRead)).toEqual([true, true, true])
  expect(await readByAna()).toEqual([
    ['cancel_asked', '3', true],
    ['cancel_asked', 'N', false],
    ['cancel_asked', '2', true],
    ['new_device', '', false],
    ['cancel_asked', '1', true],
  ])
  // In her own browser, Ana reads the notifications that the tablet hides. After that, none of them is unread,
  // so the tablet can move `notices_read_up_to` forward as any other browser does.
  const own = await back('ana')
  await own.notices.read({ upTo: newest?.id ?? 0 })
  await add('4')
  const [last] = await seen(tablet)
  expect(await tablet.notices.read({ upTo: last?.id ?? 0 })).toMatchObject({ unread: 0 })
  expect(
    await shop.query('select notices_read_up_to::int as at, notices_read as ids from staff_people where id = $1', [
      personId,
    ]),
  ).toEqual([{ at: last?.id, ids: [] }])
})
