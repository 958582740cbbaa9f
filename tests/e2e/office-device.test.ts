import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { counterIdleMs } from '#contract/constants.ts'
import { devicePageMessages } from '#contract/messages/office-devices.ts'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { pageVariants, tablet, textsOf } from './looks.ts'

/** An owner invites a cashier with a QR code and adds a tablet, on which the cashier signs in with a tap and a PIN. */

const pin = '2580'
const cashier = { name: '林小雨', email: 'lin@shop.example' }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: tablet }))('%s', (_, look) => {
  const t = textsOf(look)
  const ownerText = textsOf({ ...look, locale: demoStaff[0]?.locale ?? look.locale })
  let folder: string
  let server: RunningServer
  let owner: Page
  let counter: Page
  const complaints: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-device-'))
    await cp(inject('demonstration'), folder, { recursive: true })
    server = await startServer({ DATA_DIR: folder })
    owner = await open({ ...look, viewport: phone })
    counter = await open(look)
    await signIn(owner, demoStaffEmail('owner'), demoStaffPassword)
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(look: Parameters<typeof openPage>[1]) {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    return opened.page
  }
  async function visit(page: Page, path: string) {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  async function signIn(page: Page, email: string, password: string) {
    await visit(page, '/in')
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.locator('button[value=password]').click()
    await page.locator('.frame h1').waitFor()
  }
  const codes = () => counter.locator('.table th[scope=row]').allTextContents()

  test('the owner invites a cashier of one store, who sets a PIN on the own phone', async () => {
    await visit(owner, '/staff')
    await owner.locator('input[name=email]').fill(cashier.email)
    await owner.locator('select[name=role]').selectOption('cashier')
    await owner.locator('select[name=store]').selectOption('markham')
    await owner.locator('button[value=invite]').click()
    await owner.locator('.invited .qr').waitFor()
    const link = (await owner.locator('.invited .code-line').textContent()) ?? ''
    const own = await open({ ...look, viewport: phone })
    await own.goto(link)
    await own.locator('input[name=name]').fill(cashier.name)
    await own.locator('input[name=password]').fill('plum-boat-lantern-7')
    await own.locator('button[value=join]').click()
    await own.locator('.frame h1').waitFor()
    await visit(own, '/me')
    await own.locator('input[name=pin]').fill('1111')
    await own.locator('button[value=pin]').click()
    await own.locator('#pin .alert').waitFor()
    await own.locator('input[name=pin]').fill(pin)
    await own.locator('button[value=pin]').click()
    await own.locator('#pin .user-done').waitFor()
  })

  test('the owner adds a tablet for orders, and its link works once', async () => {
    await visit(owner, '/devices')
    await owner.locator('input[name=name]').fill('iPad')
    await owner.locator('select[name=location]').selectOption('markham')
    await owner.locator('button[value=add]').click()
    await owner.locator('.invited .qr').waitFor()
    // Polls, because axe finds too little contrast until the colour transitions of the buttons have ended.
    await expect.poll(() => findViolations(owner)).toEqual([])
    const link = (await owner.locator('.invited .code-line').textContent()) ?? ''
    await counter.goto(link)
    await counter.getByRole('button', { name: t('device.enrol') }).click()
    await counter.getByRole('heading', { name: t('device.faces') }).waitFor()
    expect(await findViolations(counter)).toEqual([])
    const second = await open(look)
    await second.goto(link)
    await second.locator('button[value=enrol]').click()
    await second.locator('.alert').waitFor()
  })

  test('the cashier taps a face and sees only orders and what is sold out', async () => {
    await counter.getByRole('button', { name: cashier.name }).click()
    await counter.locator('.frame h1').waitFor()
    expect(await counter.locator('.frame-menu a').count()).toBe(2)
    expect((await codes()).length).toBeGreaterThan(2)
    await visit(counter, '/staff')
    expect(await counter.locator('h1').textContent()).toBe(t('office.no_right'))
    await visit(counter, '/me')
    expect(await counter.locator('h1').textContent()).toBe(t('office.no_right'))
  })

  test('an order of another store does not exist there', async () => {
    const buyer = createShopper(server.url)
    buyer.cookies.set('location', 'downtown')
    await fillCart(buyer, 'char-siu-bun.single')
    const { orderID } = await placeOrder(buyer, { payAtStore: true })
    await visit(owner, `/orders/${orderID}`)
    await owner.locator('button[value=accept]').waitFor()
    await counter.goto(`${server.url}/office/orders/${orderID}`)
    await counter.locator('h1').waitFor()
    expect(await counter.locator('h1').textContent()).toBe(t('office.no_page'))
  })

  test('the cashier takes an order to its end, and a step that moves money asks for the PIN', async () => {
    await visit(counter, '')
    await counter.locator('.table th a').first().click()
    await counter.getByRole('button', { name: t('order.cancel') }).click()
    const dialog = counter.locator('dialog[open]')
    await dialog.locator('button[value=cancel]').waitFor()
    expect(await findViolations(counter)).toEqual([])
    await dialog.locator('button[value=cancel]').click()
    await dialog.locator('input[name=secret]').fill('9999')
    await dialog.locator('button[type=submit]').click()
    await dialog.getByRole('alert').waitFor()
    await dialog.locator('input[name=secret]').fill(pin)
    await dialog.locator('button[type=submit]').click()
    await counter.getByText(t('order.over')).waitFor()
  })

  test('a tablet that nobody touches for 15 minutes shows the people again', async () => {
    const left = await counter.context().newPage()
    await left.clock.install()
    await left.goto(`${server.url}/office`)
    await left.locator('.frame h1').waitFor()
    await left.clock.fastForward(counterIdleMs - 60_000)
    await left.locator('.frame h1').click()
    await left.clock.fastForward(counterIdleMs - 60_000)
    expect(await left.locator('.frame').count()).toBe(1)
    await left.clock.fastForward(60_000)
    await left.locator('.faces').waitFor()
    await left.close()
    // The tablet's other page shows the list of staff members only after its next navigation.
    await visit(counter, '')
    await counter.getByRole('button', { name: cashier.name }).click()
    await counter.locator('.frame h1').waitFor()
  })

  test('a tablet for stock and tables has both on its first page', async () => {
    await visit(owner, '/devices')
    await owner.locator('input[name=name]').fill('Shelf')
    await owner.locator('select[name=location]').selectOption('markham')
    await owner.locator('input[name=orders]').uncheck()
    for (const screen of ['stock', 'tables']) await owner.locator(`input[name=${screen}]`).check()
    await owner.locator('button[value=add]').click()
    await owner.locator('.invited .qr').waitFor()
    const shelf = await open(look)
    await shelf.goto((await owner.locator('.invited .code-line').textContent()) ?? '')
    await shelf.locator('button[value=enrol]').click()
    await shelf.getByRole('button', { name: cashier.name }).click()
    await shelf.locator('.frame h1').waitFor()
    await shelf.locator('input[name=quantity]').fill('3')
    await shelf.locator('button[value=stockIn]').click()
    await shelf.getByRole('status').filter({ hasText: /\d/ }).waitFor()
    await expect.poll(() => findViolations(shelf)).toEqual([])
    await shelf.locator('main a[href$="/tables/markham"]').click()
    await shelf.getByRole('heading', { level: 1, name: t('tables.title') }).waitFor()
    await visit(owner, '/devices')
    await owner.getByRole('button', { name: /: Shelf$/ }).click()
    await expect.poll(() => owner.locator('button[value^=end]').count()).toBe(1)
  })

  test('another person takes over with a tap, and the owner takes the tablet back', async () => {
    await counter.locator('.frame-head .button').click()
    await counter.getByRole('button', { name: 'Ana Costa' }).click()
    await counter.locator('.frame h1').waitFor()
    await visit(owner, '/devices')
    await owner.locator('button[value^=end]').click()
    await expect.poll(() => owner.locator('button[value^=end]').count()).toBe(0)
    // The open page shows the sign-in form without a reload.
    await counter.locator('input[name=password]').waitFor()
    await visit(counter, '/counter')
    // The page is in the language of the last staff member on the device.
    expect(devicePageMessages['device.none']).toContain(await counter.locator('h1').textContent())
  })

  test('the log names who did what', async () => {
    await visit(owner, '/log')
    const lines = await owner.locator('main').innerText()
    expect(lines).toContain(cashier.name)
    // The log is in the language of the demonstration's owner.
    for (const call of ['devices.add', 'devices.enrol', 'devices.end', 'staff.cancel'] as const) {
      expect(lines).toContain(ownerText(call))
    }
    expect(complaints.flat().filter((line) => !/status of (400|401|403|404|422)/.test(line))).toEqual([])
  })
})
