import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import type { Role } from '#contract/rights.ts'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { findViolations } from '#tests/axe.ts'
import { clientOf, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { awaitCode, readOutbox } from '#tests/mails.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PageVariant } from './looks.ts'
import { pageVariants, textsOf } from './looks.ts'

/** Staff confirm payments by hand: e-transfers, and cash for a delivery. */

const textsFor = (role: Role, { viewport }: PageVariant) => {
  const person = demoStaff.find((one) => one.role === role)
  if (!person) throw new Error(`nobody is ${role}`)
  return textsOf({ locale: person.locale, viewport })
}

interface Wanted {
  email: string
  tel: string
  quantity: number
  isDelivery?: boolean
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('%s', (_, look) => {
  const say = textsOf(look)
  let folder: string
  let server: RunningServer
  const complaints: string[][] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-cash-'))
    await cp(inject('demonstration'), folder, { recursive: true })
    server = await startServer({ DATA_DIR: folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(): Promise<Page> {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    return opened.page
  }
  async function openAs(role: Role): Promise<Page> {
    const page = await open()
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

  /** Fills a new shopper's cart with buns for tomorrow, picked up or delivered, and opens the payment page. */
  async function toPayment(wanted: Wanted) {
    const page = await open()
    await fill(page, wanted)
    return page
  }
  async function fill(page: Page, { email, tel, quantity, isDelivery = false }: Wanted) {
    await goTo(page, `${server.url}/home?loc=markham`)
    const api = clientOf(page.context(), server.url)
    await api.cart.add({ sku: 'char-siu-bun.single', quantity })
    if (isDelivery) {
      const home = {
        country: 'CA',
        province: 'ON',
        city: 'Markham',
        street: '12 Fred Varley Drive',
        postCode: 'L3R 1A1',
      } as const
      await api.checkout.setMethod({ method: 'DELIVERY' })
      await api.checkout.setDeliveryAddress(home)
    }
    const { methods } = await api.checkout.config()
    const offered = methods.find(({ method }) => method === (isDelivery ? 'DELIVERY' : 'PICKUP'))
    const slot = offered?.days.slice(1).flatMap(({ date, slots }) => slots.map(({ time }) => ({ date, time })))[0]
    if (!slot) throw new Error('there is no slot after today')
    await (isDelivery ? api.checkout.setDeliverySlot(slot) : api.checkout.setPickupSlot(slot))
    await api.checkout.setContact({ name: 'Pat Wong', phone: tel, email })
    await goTo(page, `${server.url}/checkout/payment`)
  }
  async function payWith(page: Page, option: string) {
    await page.locator(`input[name="option"][value="${option}"]`).check()
    await page.locator('.checkout-submit button[type="submit"]').click()
    await page.waitForURL('**/confirmation/**')
  }
  const orderOf = async (page: Page) => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    return clientOf(page.context(), server.url).orders.detail({ id })
  }
  const subjects = async (email: string) => (await readOutbox(folder, email)).map(({ subject }) => subject)

  test('a shopper pays by e-transfer, and the page turns into a receipt once staff confirm the money', async () => {
    const email = 'transfer@shop.example'
    const shopper = await toPayment({ email, tel: '416-555-0144', quantity: 2 })
    await payWith(shopper, 'etransfer')
    const { orderNumber, amountDue } = await orderOf(shopper)
    const sum = formatMoney(amountDue, look.locale)
    const heading = shopper.getByRole('heading', { name: say('transfer.title') })
    expect(await heading.innerText()).toContain(sum)
    expect(await shopper.locator('.transfer-facts').last().innerText()).toContain(orderNumber)
    const copies = shopper.locator('.transfer-facts button')
    expect(await copies.allInnerTexts()).toHaveLength(3)
    for (const copy of await copies.all()) expect((await copy.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await findViolations(shopper)).toEqual([])

    const office = textsFor('manager', look)
    const manager = await openAs('manager')
    await manager.locator('a[href$="/expected"]').click()
    await manager.getByRole('heading', { level: 1, name: office('expected.title') }).waitFor()
    const card = manager.locator('section.card').filter({ hasText: orderNumber })
    expect(await findViolations(manager)).toEqual([])
    await card.locator('button[value^=received]').click()
    await manager.getByText(office('expected.paid')).waitFor()
    await expect.poll(() => card.count()).toBe(0)
    // Simulates the shopper's return from the bank's app, which makes the page poll at once. Otherwise it polls every
    // 30 seconds.
    await shopper.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await shopper.locator('[data-state=success]').waitFor()
    await expect.poll(() => subjects(email)).toHaveLength(2)
    await shopper.context().close()
    await manager.context().close()
  })

  test('another amount is decided by staff, who send the money back and say so', async () => {
    const email = 'other@shop.example'
    const shopper = await toPayment({ email, tel: '416-555-0145', quantity: 1 })
    await payWith(shopper, 'etransfer')
    const { orderNumber, orderID } = await orderOf(shopper)
    const office = textsFor('manager', look)
    const manager = await openAs('manager')
    await visit(manager, `/expected?query=${orderNumber}`)
    const card = manager.locator('section.card').filter({ hasText: orderNumber })
    await card.locator('summary').click()
    await card.locator('input[name=amount]').fill('nothing')
    await card.locator('button[value^=other]').click()
    await card.getByText(office('expected.amount_wrong')).waitFor()
    await card.locator('input[name=amount]').fill('1.00')
    await card.locator('button[value^=other]').click()
    await manager.getByRole('link', { name: office('expected.decide') }).click()
    await manager.waitForURL('**/payments')
    const decision = manager.locator('section.card').filter({ hasText: orderID })
    await decision.locator('button[value^=refund]').click()
    await expect.poll(() => decision.count()).toBe(0)
    await visit(manager, '/expected')
    const owed = card.filter({ hasText: email })
    await owed.locator('button[value^=sent]').click()
    await manager.getByText(office('expected.noted')).waitFor()
    await expect.poll(() => owed.count()).toBe(0)
    await shopper.context().close()
    await manager.context().close()
  })

  test('two orders wait side by side, and one is cancelled and ordered again', async () => {
    const email = 'two@shop.example'
    const shopper = await toPayment({ email, tel: '416-555-0147', quantity: 1 })
    await payWith(shopper, 'etransfer')
    await shopper.locator('[data-waits=transfer]').waitFor()
    const first = await orderOf(shopper)
    expect(await shopper.locator('.transfer-order .bill-lines').innerText()).toContain('1 ×')
    // The order is placed, so the cart is empty.
    await expect.poll(() => shopper.locator('.header .badge').count()).toBe(0)
    expect((await clientOf(shopper.context(), server.url).cart.view()).lineItems).toEqual({})

    // Another order of the same browser needs the emailed code, because the first order is not paid yet.
    await fill(shopper, { email, tel: '416-555-0147', quantity: 2 })
    await shopper.locator('input[name="option"][value="etransfer"]').check()
    await shopper.locator('.checkout-submit button[type="submit"]').click()
    await shopper.locator('#order-code').waitFor()
    const code = await awaitCode(folder, email)
    await shopper.locator('#order-code').fill(code)
    await shopper.locator('.order-code button[type="submit"]').first().click()
    await shopper.waitForURL('**/confirmation/**')
    await shopper.locator('[data-waits=transfer]').waitFor()
    const second = await orderOf(shopper)
    expect(second.orderID).not.toBe(first.orderID)

    await shopper.locator('.order-deed > summary').first().click()
    await shopper.locator('button[value=cancel]').click()
    await shopper.locator('[data-state=cancelled]').waitFor()
    await shopper.locator('button[value=reorder]').click()
    await shopper.getByText(say('orders.reordered')).waitFor()
    const { lineItems } = await clientOf(shopper.context(), server.url).cart.view()
    expect(Object.values(lineItems).map(({ quantity }) => quantity)).toEqual([2])

    // The first order still waits for its e-transfer.
    await goTo(shopper, `${server.url}/confirmation/${first.orderID}`)
    await shopper.locator('[data-waits=transfer]').waitFor()
    await shopper.context().close()
  })

  test('a delivery is paid in cash: the driver sees what to collect, and the store gives it back', async () => {
    const shopper = await toPayment({ email: 'cash@shop.example', tel: '416-555-0146', quantity: 6, isDelivery: true })
    await payWith(shopper, 'pay_at_store')
    const { orderID, amountDue } = await orderOf(shopper)
    await shopper
      .getByText(say('confirmation.pay_at_address', { amount: formatMoney(amountDue, look.locale) }))
      .waitFor()
    expect(await findViolations(shopper)).toEqual([])
    const cashier = await openAs('cashier')
    await visit(cashier, `/orders/${orderID}`)
    await cashier.locator('button[value=accept]').click()
    await cashier.locator('button[value=ready]').click()
    await cashier.locator('button[value=sendOut]').waitFor()
    const driver = await openAs('driver')
    const locale = demoStaff.find(({ role }) => role === 'driver')?.locale ?? look.locale
    const amount = formatMoney(amountDue, locale)
    const row = driver.locator('li').filter({ has: driver.locator(`a[href$="/orders/${orderID}"]`) })
    await row.getByText(textsFor('driver', look)('today.to_collect', { amount })).waitFor()
    await row.locator('a').click()
    await driver.locator('button[value=sendOut]').click()
    await driver.locator('button[value=deliver]').click()
    await expect.poll(async () => (await orderOf(shopper)).paymentStatus).toBe('PAID_AT_STORE')

    const office = textsFor('cashier', look)
    await visit(cashier, `/orders/${orderID}`)
    await cashier
      .locator('summary')
      .filter({ hasText: office('order.refund') })
      .click()
    await cashier.locator('form:has(select[name=what]) input[name=note]').fill('Spilled')
    await cashier.locator('button[value=refund]').click()
    const dialog = cashier.locator('dialog[open]')
    await dialog.getByRole('heading').waitFor()
    expect(await findViolations(cashier)).toEqual([])
    await dialog.locator('button:not([value])').click()
    expect(await orderOf(shopper)).toMatchObject({ refundStatus: 'NONE' })
    await cashier.locator('button[value=refund]').click()
    await dialog.locator('button[value=giveBack]').click()
    await cashier.getByText(office('order.give_back_done')).waitFor()
    expect(await orderOf(shopper)).toMatchObject({ refundStatus: 'FULL', refunded: amountDue })
    for (const page of [shopper, cashier, driver]) await page.context().close()
  })

  test('no page reported an error', () => {
    // Matches the 404 response to a live update that requests a delivery after the driver has handed it over. The page
    // ignores this response, but the browser logs it.
    const overtaken = /404.*\/office\/deliveries\//
    // Matches the 409 response that refuses the second order until the shopper enters the emailed code.
    const asked = /409.*\/billing\//
    const isExpected = (complaint: string) => overtaken.test(complaint) || asked.test(complaint)
    expect(complaints.flat().filter((complaint) => !isExpected(complaint))).toEqual([])
  })
})
