import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { formatTime } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import type { Role } from '#contract/rights.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import { readOutbox } from '#tests/mails.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { pageVariants, tablet, textsOf } from './looks.ts'

/** Staff of each role handle orders in the back office. */

/** Returns the texts in the language of the demonstration's staff member with this role. */
const textsFor = (role: Role) => {
  const person = demoStaff.find((one) => one.role === role)
  if (!person) throw new Error(`nobody is ${role}`)
  return textsOf({ locale: person.locale, viewport: tablet })
}
const [cashierText, driverText, managerText] = [textsFor('cashier'), textsFor('driver'), textsFor('manager')]

const member = demoAccounts.find(({ email }) => email.startsWith('sofia')) ?? { email: '', password: '' }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: tablet }))('%s', (_, look) => {
  let folder: string
  let server: RunningServer
  const complaints: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-orders-'))
    await cp(inject('demonstration'), folder, { recursive: true })
    server = await startServer({ DATA_DIR: folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Opens a page on which the demonstration's staff member with this role is signed in. */
  async function openAs(role: Role): Promise<Page> {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    const { page } = opened
    await visit(page, '/in')
    await page.locator('input[name=email]').fill(demoStaffEmail(role))
    await page.locator('input[name=password]').fill(demoStaffPassword)
    await page.locator('button[value=password]').click()
    await page.locator('.frame h1').waitFor()
    return page
  }
  async function visit(page: Page, path: string) {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }

  let session: ReturnType<typeof createShopper> | undefined
  /** Signs in as Sofia at the first call. Later calls return the same session, because the shop limits sign-ins. */
  async function signInSofia() {
    if (session) return session
    session = createShopper(server.url)
    session.cookies.set('location', 'markham')
    await session.api.account.signIn({ email: member.email, password: member.password })
    return session
  }
  /** Runs an action in the shop as Sofia. */
  async function sofia<Answer>(
    act: (api: ReturnType<typeof createShopper>['api']) => Promise<Answer>,
  ): Promise<Answer> {
    return act((await signInSofia()).api)
  }
  /** Orders a delivery from Markham as Sofia. Returns the order's id. */
  async function orderDelivery(): Promise<string> {
    const given = ['give-credit', member.email, '100.00', '--note', 'Thank you', '--url', server.url]
    expect(await runShop(given, { DATA_DIR: folder })).toMatchObject({ code: 0 })
    const { api } = await signInSofia()
    await api.cart.add({ sku: 'char-siu-bun.single', quantity: 6 })
    await api.checkout.setDeliveryAddress({
      ...{ country: 'CA', province: 'ON', city: 'Markham', street: '12 Fred Varley Drive', postCode: 'L3R 1A1' },
    })
    const { days } = await api.checkout.deliveryConfig()
    const [slot] = days.flatMap(({ date, slots }) => slots.map(({ time }) => ({ date, time })))
    if (!slot) throw new Error('there is no free slot')
    await api.checkout.setDeliverySlot(slot)
    await api.checkout.setContact(sampleContact)
    const { id, hash } = await api.billing.view({})
    return (await api.storeCredit.pay({ id, hash })).orderID
  }

  test('a cashier makes a delivery ready, and a driver takes it out and hands it over', async () => {
    const cashier = await openAs('cashier')
    const driver = await openAs('driver')
    const order = await orderDelivery()
    const link = driver.locator(`a[href$="/orders/${order}"]`)
    await visit(cashier, `/orders/${order}`)
    expect(await cashier.locator('main').innerText()).toContain('12 Fred Varley Drive')
    expect(await cashier.locator('.row-item', { hasText: '6 ×' }).innerText()).toMatch(/One|单个/)
    await cashier.locator('button[value=accept]').click()
    await cashier.locator('button[value=ready]').waitFor()
    expect(await link.count()).toBe(0)
    await cashier.locator('button[value=ready]').click()
    await cashier.locator('button[value=sendOut]').waitFor()

    // The driver's open page shows the order without a reload.
    await link.click()
    await driver.locator('button[value=sendOut]').click()
    await driver.locator('button[value=deliver]').waitFor()
    expect(await driver.locator('main').innerText()).toContain('12 Fred Varley Drive')
    await expect.poll(() => findViolations(driver)).toEqual([])
    await driver.locator('button[value=deliver]').click()
    await driver.locator('.card h2').first().waitFor()
    await expect.poll(() => driver.locator('main').innerText()).toContain(driverText('today.deliveries'))
    expect(await link.count()).toBe(0)
    await expect.poll(() => findViolations(driver)).toEqual([])
    await expect.poll(() => cashier.locator('main').innerText()).toContain(cashierText('order.over'))
  })

  test('a cashier accepts an order on the first page, and finds finished orders', async () => {
    const cashier = await openAs('cashier')
    const order = await orderDelivery()
    const row = cashier.locator('.order-table tbody tr', { has: cashier.locator(`a[href$="/orders/${order}"]`) })
    await row.getByText(cashierText('order.state_PLACED')).waitFor()
    await row.getByRole('button').click()
    await row.getByText(cashierText('order.state_ACCEPTED')).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    await cashier.setViewportSize(phone)
    expect(await cashier.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await cashier.getByRole('link', { name: cashierText('orders.finished') }).click()
    await cashier.getByRole('heading', { level: 1, name: cashierText('orders.finished') }).waitFor()
    await cashier.locator('.order-table tbody tr').first().waitFor()
    expect(await cashier.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await cashier.getByRole('link', { name: cashierText('orders.cancelled'), exact: true }).click()
    await expect
      .poll(() => cashier.locator('.order-tabs a[aria-current]').innerText())
      .toBe(cashierText('orders.cancelled'))
    expect(await cashier.locator(`a[href$="/orders/${order}"]`).count()).toBe(0)
    await cashier.context().close()
  })

  test('a cashier promises a later time, which the list shows and the shopper gets by email', async () => {
    const cashier = await openAs('cashier')
    await cashier.setViewportSize(phone)
    const order = await orderDelivery()
    const promised = async () => {
      const { promisedAt } = await sofia(({ orders }) => orders.detail({ id: order }))
      return new Date(promisedAt ?? Number.NaN)
    }
    const width = () => cashier.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await visit(cashier, `/orders/${order}`)
    expect(await width()).toBe(0)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await cashier.locator('select[name=byMinutes]').selectOption('20')
    await cashier.locator('button[value=accept]').click()
    await cashier.locator('button[value=ready]').waitFor()
    const first = await promised()

    await cashier.locator('details summary', { hasText: cashierText('order.later') }).click()
    expect(await width()).toBe(0)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    const later = cashier.locator('form', { has: cashier.locator('button[value=delay]') })
    await later.locator('select[name=byMinutes]').selectOption('10')
    await later.locator('input[name=note]').fill('The oven is slow')
    await cashier.locator('button[value=delay]').click()
    await cashier.getByText(cashierText('order.later_done')).waitFor()
    const second = await promised()
    expect(second.getTime() - first.getTime()).toBe(10 * 60_000)
    const { time } = toLocal(second, 'America/Toronto')
    const facts = cashier.locator('dl.changes', { hasText: cashierText('order.promised') })
    await expect.poll(() => facts.innerText()).toContain(time)
    await expect
      .poll(async () => (await readOutbox(folder, sampleContact.email)).at(-1)?.text)
      .toContain('oven is slow')
    expect((await readOutbox(folder, sampleContact.email)).at(-1)?.subject).toContain(formatTime(time, 'en'))
    await visit(cashier, '')
    const row = cashier.locator('.order-table tbody tr', { has: cashier.locator(`a[href$="/orders/${order}"]`) })
    expect(await row.innerText()).toContain(time)
    await cashier.context().close()
  })

  test('a ticket is as wide as a roll of 80 mm, on one sheet, and names shop, order and goods', async () => {
    const cashier = await openAs('cashier')
    const order = await orderDelivery()
    const { orderNumber } = await sofia(({ orders }) => orders.detail({ id: order }))
    await visit(cashier, `/orders/${order}`)
    expect(await cashier.locator('h1').innerText()).toBe(cashierText('order.title', { number: orderNumber }))
    // Replaces the browser's print dialog, which would block the printing below.
    const asked = cashier.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.print = resolve
        }),
    )
    await cashier.getByRole('button', { name: cashierText('order.print') }).click()
    await asked
    await cashier.emulateMedia({ media: 'print' })
    const ticket = await cashier.locator('.ticket').innerText()
    for (const words of ['Lantern Lane 灯里', '+1 905 555 0168', orderNumber, '12 Fred Varley Drive', '6 ×'])
      expect(ticket).toContain(words)
    expect(await cashier.locator('button, a').filter({ visible: true }).count()).toBe(0)
    const pdf = (await cashier.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    const [, width = ''] = /\/MediaBox\s*\[0 0 ([\d.]+)/.exec(pdf) ?? []
    expect((Number(width) / 72) * 25.4).toBeCloseTo(80, 0)
    await cashier.context().close()
  })

  test('a cashier cancels an order with a reason, after a dialog that says what goes back', async () => {
    const cashier = await openAs('cashier')
    const order = await orderDelivery()
    await visit(cashier, `/orders/${order}`)
    const dialog = cashier.getByRole('dialog')
    const openDialog = () => cashier.getByRole('button', { name: cashierText('order.cancel') }).click()
    await openDialog()
    expect(await dialog.innerText()).toMatch(/\$\d+\.\d\d/)
    expect(await dialog.locator('input[name=restocks]').isChecked()).toBe(true)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await dialog.getByRole('button', { name: cashierText('order.cancel_keep') }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await sofia(({ orders }) => orders.detail({ id: order }))).toMatchObject({ status: 'NEW' })

    await cashier.locator('button[value=accept]').click()
    await cashier.locator('button[value=ready]').click()
    await cashier.locator('button[value=sendOut]').waitFor()
    await openDialog()
    await dialog.locator('textarea[name=note]').fill('The van broke down')
    expect(await dialog.locator('input[name=restocks]').isChecked()).toBe(false)
    await dialog.locator('input[name=restocks]').check()
    await dialog.locator('button[value=cancel]').click()
    await cashier.getByText(cashierText('order.over')).waitFor()
    const { status, timeline } = await sofia(({ orders }) => orders.detail({ id: order }))
    expect(status).toBe('CANCELLED')
    expect(timeline.findLast(({ kind }) => kind === 'cancelled')?.note).toBe('The van broke down')
    await cashier.context().close()
  })

  test('a cashier closes an order for which nobody came', async () => {
    const cashier = await openAs('cashier')
    const buyer = createShopper(server.url)
    buyer.cookies.set('location', 'markham')
    await fillCart(buyer, 'char-siu-bun.single')
    const { orderID: order } = await placeOrder(buyer, { payAtStore: true })
    expect(await runShop(['ready', order, '--url', server.url], { DATA_DIR: folder })).toMatchObject({ code: 0 })
    await visit(cashier, `/orders/${order}`)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await cashier.getByRole('button', { name: cashierText('order.noShow') }).click()
    await cashier.locator('dialog[open] button[value=noShow]').click()
    await cashier.getByText(cashierText('order.over')).waitFor()
    expect(await cashier.locator('main').innerText()).toContain(cashierText('order.state_NO_SHOW'))
    expect(await buyer.api.orders.detail({ id: order })).toMatchObject({ fulfilmentStatus: 'NO_SHOW' })
    await cashier.context().close()
  })

  test('a manager gives money back at the counter before pieces that were paid there are refunded', async () => {
    const manager = await openAs('manager')
    const buyer = createShopper(server.url)
    buyer.cookies.set('location', 'markham')
    await fillCart(buyer, 'char-siu-bun.single', 3)
    const { orderID: order } = await placeOrder(buyer, { payAtStore: true })
    for (const step of ['ready', 'hand-over'])
      expect(await runShop([step, order, '--url', server.url], { DATA_DIR: folder })).toMatchObject({ code: 0 })
    const refunds = async () => {
      const { refundStatus, refunded } = await buyer.api.orders.detail({ id: order })
      return [refundStatus, refunded.amount]
    }
    await visit(manager, `/orders/${order}`)
    await manager.locator('details summary', { hasText: managerText('order.refund') }).click()
    const dialog = manager.locator('dialog[open]')
    const refund = manager.locator('button[value=refund]')
    const note = manager.locator('form:has(select[name=what]) input[name=note]')
    await note.fill('One was cold')
    await manager.locator('select[name=what]').selectOption('sum')
    await manager.locator('form:has(select[name=what]) input[name=amount]').fill('999')
    await refund.click()
    await manager.getByRole('alert').first().waitFor()
    expect(await dialog.count()).toBe(0)
    await manager.locator('select[name=what]').selectOption('lines')
    await manager.locator('input[name^="pieces "]').fill('2')
    const [sum = ''] = /[\d.]+/.exec(await refund.innerText()) ?? []
    await refund.click()
    expect(await dialog.getByRole('heading').innerText()).toContain(sum)
    await expect.poll(() => findViolations(manager)).toEqual([])
    await dialog.getByRole('button', { name: managerText('order.give_back_not') }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await refunds()).toEqual(['NONE', 0])
    await refund.click()
    await dialog.locator('button[value=giveBack]').click()
    await manager.getByText(managerText('order.give_back_done')).waitFor()
    expect(await refunds()).toEqual(['PARTIAL', Math.round(Number(sum) * 100)])

    await visit(manager, `/orders/${order}`)
    await manager.locator('details summary', { hasText: managerText('order.refund') }).click()
    await note.fill('The last one too')
    await refund.click()
    await dialog.locator('button[value=giveBack]').click()
    await manager.getByText(managerText('order.give_back_done')).waitFor()
    expect(await refunds()).toMatchObject(['FULL', expect.any(Number)])
    await manager.context().close()
  })

  test('a manager declines one request to cancel, agrees to another, and refunds a sum', async () => {
    const manager = await openAs('manager')
    await manager.setViewportSize(phone)
    await manager.locator('.table').waitFor()
    expect(await manager.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await manager.setViewportSize(look.viewport)
    const asked = [await orderDelivery(), await orderDelivery()]
    for (const id of asked) {
      expect(await runShop(['accept', id, '--url', server.url], { DATA_DIR: folder })).toMatchObject({ code: 0 })
      await sofia(({ orders }) => orders.askToCancel({ id, note: 'Too late for us' }))
    }
    const [kept = '', gone = ''] = asked
    await manager.locator('a[href$="/requests"]').click()
    await manager.getByRole('heading', { level: 1, name: managerText('requests.title') }).waitFor()
    for (const order of asked) await manager.locator(`main a[href$="/orders/${order}"]`).waitFor()
    await expect.poll(() => findViolations(manager)).toEqual([])

    await manager.locator(`main a[href$="/orders/${kept}"]`).click()
    await manager.getByText('Too late for us').waitFor()
    await expect.poll(() => findViolations(manager)).toEqual([])
    await manager.locator('textarea[name=note]').fill('It is in the oven')
    await manager.locator('button[value=decline]').click()
    await expect.poll(() => manager.locator('button[value=decline]').count()).toBe(0)
    const { timeline } = await sofia(({ orders }) => orders.detail({ id: kept }))
    expect(timeline.findLast(({ kind }) => kind === 'cancel_declined')?.note).toBe('It is in the oven')

    await manager.locator('details summary', { hasText: managerText('order.refund') }).click()
    await manager.locator('select[name=what]').selectOption('sum')
    const refund = manager.locator('form', { has: manager.locator('button[value=refund]') })
    await refund.locator('input[name=note]').fill('One bun was cold')
    await manager.locator('input[name=amount]').fill('.5x')
    await manager.locator('button[value=refund]').click()
    await manager.getByText(managerText('order.refund_wrong')).waitFor()
    await manager.locator('input[name=amount]').fill('$2.50')
    await manager.locator('button[value=refund]').click()
    await manager.getByText(managerText('order.refund_done')).waitFor()
    const { creditReturned } = await sofia(({ orders }) => orders.detail({ id: kept }))
    expect(creditReturned.amount).toBe(250)

    await visit(manager, `/orders/${kept}`)
    await manager.locator('details summary', { hasText: managerText('order.refund') }).click()
    await refund.locator('select[name=what]').selectOption('lines')
    await refund.locator('input[name=note]').fill('Two buns were cold')
    await manager.locator('button[value=refund]').click()
    await manager.getByText(managerText('order.refund_no_pieces')).waitFor()
    await manager.locator('input[name^="pieces "]').fill('2')
    await expect.poll(() => findViolations(manager)).toEqual([])
    const [sum = ''] = /[\d.]+/.exec(await manager.locator('button[value=refund]').innerText()) ?? []
    await manager.locator('button[value=refund]').click()
    await manager.getByText(managerText('order.refund_done')).waitFor()
    const { creditReturned: both } = await sofia(({ orders }) => orders.detail({ id: kept }))
    expect(both.amount).toBe(250 + Math.round(Number(sum) * 100))

    await visit(manager, `/orders/${gone}`)
    expect(await manager.locator('button[value=grant]').innerText()).toMatch(/\$\d+\.\d\d/)
    await manager.locator('button[value=grant]').click()
    await manager.getByText(managerText('order.over')).waitFor()
    // Only the demonstration's own cancel request is left in the list.
    await visit(manager, '/requests')
    await manager.locator('.row-item').first().waitFor()
    for (const order of asked) expect(await manager.locator(`a[href$="/orders/${order}"]`).count()).toBe(0)
  })

  test('a cashier sees a new order and every page of hundreds of open or finished orders', async () => {
    const order = await orderDelivery()
    const client = new pg.Client({ host: join(folder, 'postgres'), user: 'shop', database: 'postgres' })
    await client.connect()
    await client.query(
      `with copies as materialized (select n, gen_random_uuid() as cart from generate_series(1, 250) n),
      own_carts as (insert into carts select (jsonb_populate_record(c, jsonb_build_object('id', cart))).*
        from copies, carts c where c.id = (select cart_id from orders where id = $1))
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', rpad('c' || translate(n::text, '0189', 'wxyz'), 26, 'a'), 'cart_id', cart, 'number', 'C-' || n,
        'pickup_code', 'C' || n, 'fulfilment_status', 'READY', 'promised_at', o.placed_at - interval '1 day'))).*
      from copies, orders o where o.id = $1`,
      [order],
    )
    const cashier = await openAs('cashier')
    const rows = cashier.locator('.order-table tbody tr')
    const row = rows.filter({ has: cashier.locator(`a[href$="/orders/${order}"]`) })
    await row.getByText(cashierText('order.state_PLACED')).waitFor()
    expect(await rows.count()).toBeGreaterThan(200)
    await cashier.getByText(cashierText('today.many_orders', { count: 200 })).waitFor()
    await cashier.setViewportSize(phone)
    expect(await cashier.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await cashier.getByRole('link', { name: cashierText('today.next_orders') }).click()
    await cashier.getByRole('link', { name: cashierText('today.first_orders') }).waitFor()
    expect(await row.count()).toBe(1)
    expect(await rows.count()).toBeLessThan(200)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await cashier.getByRole('link', { name: cashierText('today.first_orders') }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(200)
    await client.query("update orders set fulfilment_status = 'DELIVERED' where number like 'C-%'")
    await visit(cashier, '/orders')
    expect(await rows.count()).toBe(100)
    const firstPage = await rows.first().innerText()
    await cashier.getByRole('link', { name: cashierText('orders.next_page') }).click()
    await cashier.getByRole('link', { name: cashierText('orders.first_page') }).waitFor()
    expect(await rows.first().innerText()).not.toBe(firstPage)
    await cashier.getByRole('link', { name: cashierText('orders.next_page') }).click()
    await expect.poll(() => cashier.getByRole('link', { name: cashierText('orders.next_page') }).count()).toBe(0)
    await expect.poll(() => findViolations(cashier)).toEqual([])
    await client.query("delete from orders where number like 'C-%'")
    await client.end()
    await cashier.context().close()
  })

  test('an owner decides about a payment that the shop has no record of', async () => {
    const client = new pg.Client({ host: join(folder, 'postgres'), user: 'shop', database: 'postgres' })
    await client.connect()
    await client.query(
      `insert into unmatched_payments (provider, reference, state, answer, notified_at)
       values ('snappay', 'P-1', 'waiting', 'TRADE_SUCCESS', now())`,
    )
    await client.end()
    const owner = await openAs('owner')
    await owner.locator('a[href$="/payments"]').click()
    await owner.getByText('TRADE_SUCCESS').waitFor()
    await expect.poll(() => findViolations(owner)).toEqual([])
    await owner.locator('button[value="dismiss P-1"]').click()
    await owner.locator('.empty').waitFor()
    await visit(owner, '')
    expect(await owner.locator('a[href$="/payments"]').count()).toBe(0)
  })

  test('a bookkeeper opens the orders behind a sum, and corrects a wrong period', async () => {
    const bookkeeper = await openAs('bookkeeper')
    const texts = textsFor('bookkeeper')
    const flaws = async () => {
      const width = await bookkeeper.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      return [...(await findViolations(bookkeeper)), ...(width > 0 ? [`${width} px too wide`] : [])]
    }
    await visit(bookkeeper, '/books')
    await expect.poll(flaws).toEqual([])
    await bookkeeper.locator('.card .number a').first().click()
    await bookkeeper.getByRole('link', { name: texts('books.back_to_sums') }).waitFor()
    expect(await bookkeeper.locator('.card tbody tr').count()).toBeGreaterThan(0)
    await expect.poll(flaws).toEqual([])

    await visit(bookkeeper, '/books?from=2026-02-02&to=2026-02-01')
    expect(await bookkeeper.getByRole('alert').innerText()).toContain(texts('books.wrong_period'))
    expect(await bookkeeper.locator('input[name=from]').inputValue()).toBe('2026-02-02')
    expect(await bookkeeper.locator('input[name=to]').inputValue()).toBe('2026-02-01')
    expect(await bookkeeper.locator('table').count()).toBe(0)
  })

  test('no page reported an error', () => {
    // Ignores the browser's own error messages about calls that the tests expect to fail: an invalid period, and a
    // refund of more than is left.
    const isExpected = (text: string) =>
      /status of 400 .*\/books\?from=2026-02-02|status of 409 .*\/refund\)/.test(text)
    const unexpected = complaints.flat().filter((text) => !isExpected(text))
    expect(unexpected).toEqual([])
  })
})
