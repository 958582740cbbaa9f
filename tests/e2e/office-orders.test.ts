import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Role } from '#contract/rights.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage } from '#tests/browser.ts'
import { somebody } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { looks, tablet, textsOf } from './looks.ts'

/** Orders on the pages of those who work with them. */

/** A text in the language of the demonstration's person with this role. */
const textsFor = (role: Role) => {
  const person = demoStaff.find((one) => one.role === role)
  if (!person) throw new Error(`nobody is ${role}`)
  return textsOf({ locale: person.locale, viewport: tablet })
}
const [cashierText, driverText] = [textsFor('cashier'), textsFor('driver')]

const member = demoAccounts.find(({ email }) => email.startsWith('sofia')) ?? { email: '', password: '' }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(looks({ locale: 'zh', viewport: tablet }))('%s', (_, look) => {
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

  /** A page on which the demonstration's person with this role is signed in. */
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

  /** A member with store credit orders a delivery from Markham. */
  async function orderDelivery(): Promise<string> {
    const given = ['give-credit', member.email, '100.00', '--note', 'Thank you', '--url', server.url]
    expect(await runShop(given, { DATA_DIR: folder })).toMatchObject({ code: 0 })
    const { api, cookies } = createShopper(server.url)
    cookies.set('location', 'markham')
    await api.account.signIn({ email: member.email, password: member.password })
    await api.cart.add({ sku: 'char-siu-bun.single', quantity: 6 })
    await api.checkout.setDeliveryAddress({
      ...{ country: 'CA', province: 'ON', city: 'Markham', street: '12 Fred Varley Drive', postCode: 'L3R 1A1' },
    })
    const { days } = await api.checkout.deliveryConfig()
    const [slot] = days.flatMap(({ date, slots }) => slots.map(({ time }) => ({ date, time })))
    if (!slot) throw new Error('there is no free slot')
    await api.checkout.setDeliverySlot(slot)
    await api.checkout.setContact(somebody)
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
    await cashier.locator('button[value=accept]').click()
    await cashier.locator('button[value=ready]').waitFor()
    expect(await link.count()).toBe(0)
    await cashier.locator('button[value=ready]').click()
    await cashier.locator('button[value=sendOut]').waitFor()

    // The open page learns of it by itself.
    await link.click()
    await driver.locator('button[value=sendOut]').click()
    await driver.locator('button[value=deliver]').waitFor()
    expect(await driver.locator('main').innerText()).toContain('12 Fred Varley Drive')
    expect(await findViolations(driver)).toEqual([])
    await driver.locator('button[value=deliver]').click()
    await driver.locator('.card h2').first().waitFor()
    await expect.poll(() => driver.locator('main').innerText()).toContain(driverText('today.deliveries'))
    expect(await link.count()).toBe(0)
    expect(await findViolations(driver)).toEqual([])
    await expect.poll(() => cashier.locator('main').innerText()).toContain(cashierText('order.over'))
  })

  test('no page reported an error', () => {
    expect(complaints.flat()).toEqual([])
  })
})
