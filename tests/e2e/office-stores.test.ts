import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/hours.ts'
import { findViolations } from '#tests/axe.ts'
import { clientOf, desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { nextHolidays } from '../../backoffice/days/holidays.ts'
import { becomeOwner } from './office-owner.ts'

/** What an owner sets for a store: delivery zones, days and hours. */

let browser: Browser
let folder: string
let server: RunningServer
let page: Page
let complaints: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-stores-'))
  server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop }))
  await becomeOwner(page, { url: server.url, folder })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const visit = async (path: string) => {
  await page.goto(`${server.url}/office${path}`)
  await page.locator('h1').waitFor()
}
const save = async () => {
  await page.locator('button[value=save]').click()
}
const field = (name: string) => page.locator(`[name=${name}]`)

/** Fills in a zone with a ladder of two steps, and saves it. */
async function addZone(name: string, prefixes: string, fee: string) {
  await page.getByRole('link', { name: 'Add a zone' }).click()
  await field('name_en').fill(name)
  await field('prefixes').fill(prefixes)
  await field('from_0').fill('0')
  await field('fee_0').fill(fee)
  await field('from_1').fill('60')
  await field('fee_1').fill('0')
  await field('minimum').fill('20')
  await save()
  await page.locator('.row-item', { hasText: name }).waitFor()
}

test('the owner switches delivery on, and the page says that no zone delivers yet', async () => {
  await visit('/shop/main')
  await field('street').fill('12 Main Street')
  await field('postCode').fill('M5V 2T6')
  await field('DELIVERY').check()
  await field('leadMinutes').fill('0')
  await save()
  await page.locator('.user-done').waitFor()
  await page.getByRole('link', { name: 'Delivery zones' }).click()
  await page.getByText('nobody can be delivered to').waitFor()
})

test('the owner makes a zone by postal codes with a ladder of fees, and asks which zone a code is in', async () => {
  await page.getByRole('link', { name: 'Add a zone' }).click()
  await field('prefixes').fill('M5V, M5!')
  await field('name_en').fill('Downtown')
  await save()
  await page.getByRole('alert').getByText('M5!').waitFor()
  await visit('/shop/main/zones')
  await addZone('Downtown', 'm5a-m5t\nM5V', '5.99')
  expect(await page.locator('.row-item').innerText()).toContain('Postal codes M5A-M5T, M5V')

  const ask = async (postCode: string) => {
    await field('postCode').fill(postCode)
    await page.getByRole('button', { name: 'Look it up' }).click()
  }
  await ask('M5V 2T6')
  await page.getByRole('status').getByText('“Downtown”: CA$5.99').waitFor()
  expect(await page.locator('main').innerText()).toContain('Free from CA$60.00.')
  await ask('V6X 3V7')
  await page.getByRole('status').getByText('The store does not deliver there.').waitFor()
  await ask('12 Main')
  await page.getByRole('status').getByText('not a postal code').waitFor()
})

test('a second zone over the same codes is warned about, and stopping it ends the warning', async () => {
  await addZone('Harbour', 'M5V', '3.00')
  await page.getByText('M5V is in “Downtown” and in “Harbour”').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop: Harbour' }).click()
  await page.getByText('Stopped').waitFor()
  expect(await page.getByText('M5V is in').count()).toBe(0)
})

test('the checkout of a shopper has the same fee', async () => {
  await page.goto(`${server.url}/office/products/new`)
  await field('name_en').fill('Egg tart box')
  await field('price').fill('30')
  await field('taxClass').selectOption('zero_rated')
  await save()
  await page.locator('.row-item', { hasText: 'Egg tart box' }).waitFor()

  const shopper = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(shopper.page, `${server.url}/store/product/egg-tart-box`)
  await shopper.page.getByRole('button', { name: /^Add/ }).first().click()
  await shopper.page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
  await goTo(shopper.page, `${server.url}/checkout/checkout`)
  await shopper.page.getByRole('radio', { name: /^Delivery/ }).check()
  await shopper.page.getByLabel('Postal code', { exact: true }).fill('M5V 2T6')
  await expect.poll(() => shopper.page.locator('main').innerText()).toContain('$5.99')
  expect(shopper.complaints).toEqual([])
  await shopper.context.close()
})

test('the owner closes today early, pauses delivery, and slows the store down, on a phone', async () => {
  await page.setViewportSize(phone)
  await visit('/')
  await page.getByText('Busy or closing early').click()
  await page.getByRole('button', { name: 'Pause Delivery 30 minutes' }).click()
  await page.getByText(/^Delivery: Paused until /).waitFor()
  await page.getByRole('button', { name: '10 minutes slower' }).click()
  await page.getByText('Orders take 10 minutes longer today').waitFor()
  // A minute past midnight closes the whole day.
  await page.getByLabel('Close today at').fill('00:01')
  await page.getByRole('button', { name: 'Close early' }).click()

  const today = storeDate()
  await expect.poll(() => slotsOf(today)).toEqual([])
  await page.getByRole('button', { name: 'Resume Delivery' }).click()
  await page.getByRole('button', { name: 'As fast as usual again' }).click()
  await expect.poll(() => page.locator('.state-late').count()).toBe(0)
  await visit('/shop/main/days')
  await page.getByRole('button', { name: /^As usual again: / }).click()
  await page.getByText('No other hours planned').waitFor()
})

/** Today at the store. */
const storeDate = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date())

/** The pickup slots of a day, as shoppers see them. */
async function slotsOf(date: string): Promise<string[]> {
  const shopper = clientOf(page.context(), server.url)
  const { methods } = await shopper.checkout.config({})
  const days = methods.find(({ method }) => method === 'PICKUP')?.days ?? []
  return days.find((day) => day.date === date)?.slots.map(({ time }) => time) ?? []
}

test('the owner sets the hours of three days, and closes a holiday with one tap', async () => {
  const today = storeDate()
  const [suggested] = nextHolidays(today)
  const first = addDays(today, 40)
  await page
    .getByRole('button', { name: /^Closed on this day: / })
    .first()
    .click()
  await page.locator('.row-item', { hasText: 'Closed' }).first().waitFor()
  await field('from').fill(first)
  await field('until').fill(addDays(first, 2))
  await field('hours').fill('noon')
  await page.locator('button[value=add]').click()
  await page.getByRole('alert').getByText('11:00-14:00').waitFor()
  await field('hours').fill('10:00-15:00')
  await page.locator('button[value=add]').click()
  await page.locator('.user-done').waitFor()
  await expect.poll(() => page.getByText('10:00-15:00', { exact: true }).count()).toBe(3)
  expect(await findViolations(page)).toEqual([])
  const store = clientOf(page.context(), server.url)
  const { locations } = await store.locations.pickup()
  expect(JSON.stringify(locations[0])).toContain(addDays(first, 1))
  expect(JSON.stringify(locations[0])).toContain(suggested?.date)
})

test('the pages of the owner had no errors', () => {
  expect(complaints).toEqual([])
})
