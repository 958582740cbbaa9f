import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { photo } from '#tests/pictures.ts'
import { freePort } from '#tests/postgres.ts'
import { npmStart } from '#tests/server.ts'

/** From `npm start -- --empty` to paid orders, with a browser only. The orders are handed over with `npm run shop`. */

let browser: Browser
let folder: string
let shop: Awaited<ReturnType<typeof npmStart>>
let url: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-first-order-'))
  const port = await freePort()
  url = `http://localhost:${port}`
  shop = await npmStart({ DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1' }, ['--empty'])
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser, { locale: 'en', viewport: phone }))
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A photo, as a phone takes it. */
const picture = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await photo().jpeg().toBuffer() })
/** Opens a step of the list on Today. */
async function openStep(title: string) {
  await page.locator('.frame-menu a').first().click()
  await page.getByRole('link', { name: title }).click()
  await page.locator('h1').waitFor()
}
const save = async (intent = 'save') => {
  await page.locator(`button[value=${intent}]`).click()
  await page.locator('.user-done').waitFor()
}

test('the owner opens the link of the start and creates the account', async () => {
  const [link = ''] = /http\S+\/office\/start#\S+/.exec(shop.said) ?? []
  await page.goto(link)
  await page.getByLabel('Your name').fill('Mei')
  await page.getByLabel('Email address').fill('mei@shop.example')
  await page.getByLabel('Password', { exact: true }).fill('plum-boat-lantern-7')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect.poll(() => page.locator('h1').textContent()).toBe('Hello, Mei')
})

test('the owner names the shop, and fills in address, hours and tax number', async () => {
  await openStep('Give the shop its name')
  await page.getByLabel('Name of the shop').fill('Plum Bakery 梅子饼家')
  await page.locator('input[name=logo_file]').setInputFiles(await picture('logo.jpg'))
  await page.getByRole('img', { name: 'Logo', exact: true }).waitFor()
  await save()
  await openStep('Write the address and hours of the store')
  await page.getByRole('link', { name: /^Change: / }).click()
  await page.getByLabel('Street and number').fill('12 Main Street')
  await page.getByLabel('Postal code').fill('M5V 2T6')
  await page.getByRole('textbox', { name: 'Phone' }).fill('416 555 0142')
  await page.getByLabel('Minutes to prepare an order').fill('0')
  await save()
  await openStep('Enter your tax number')
  await page.getByLabel('Legal name of the business').fill('Plum Bakery Inc.')
  await page.getByLabel('GST/HST number').fill('123456789 RT0001')
  await save('seller')
})

test('the owner switches test payments on, and payment at the store is on already', async () => {
  await openStep('Choose how shoppers pay online')
  expect(await page.locator('.card', { hasText: 'Pay at the store' }).innerText()).toContain('On')
  await page.getByRole('link', { name: 'Change: Test payments' }).click()
  await page.getByLabel('Shoppers can pay with it').check()
  await save()
  await page.getByRole('button', { name: 'Test the account' }).click()
  await page.getByText('It works').waitFor()
  expect(await findViolations(page)).toEqual([])
})

test('the owner adds two products with a picture', async () => {
  for (const [en, zh, price] of [
    ['Egg tart', '蛋挞', '2.80'],
    ['Milk tea', '奶茶', '5.50'],
  ] as const) {
    await page.goto(`${url}/office/products/new`)
    await page.getByLabel('Name in English').fill(en)
    await page.getByLabel('Name in Chinese').fill(zh)
    await page.getByRole('textbox', { name: 'Price' }).fill(price)
    await page.locator('input[name=picture]').setInputFiles(await picture('tart.jpg'))
    await page.locator('button[value=save]').click()
    await page.locator('.row-item', { hasText: en }).waitFor()
  }
})

/** A shopper buys an egg tart for pickup and ends on the confirmation page. Returns the code to say at the counter. */
async function buy(option: 'pay_at_store' | 'test_payment'): Promise<string> {
  const shopper = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await goTo(shopper.page, `${url}/store/product/egg-tart`)
  await shopper.page.getByRole('button', { name: /^Add/ }).first().click()
  await shopper.page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
  await goTo(shopper.page, `${url}/checkout/checkout`)
  await shopper.page.getByLabel('Name', { exact: true }).fill('Daniel Roy')
  await shopper.page.getByLabel('Phone', { exact: true }).fill('416 555 0101')
  await shopper.page.getByLabel('E-mail', { exact: true }).fill('daniel@example.com')
  await shopper.page.getByRole('button', { name: 'Continue to payment' }).click()
  await shopper.page.waitForURL('**/checkout/payment')
  const way = shopper.page.locator('.way', { has: shopper.page.locator(`input[value=${option}]`) })
  await way.waitFor()
  expect(await way.locator('.test-mark').count()).toBe(option === 'test_payment' ? 1 : 0)
  await way.locator('input').check()
  await shopper.page.locator('.checkout-submit button[type=submit]').click()
  if (option === 'test_payment') {
    await shopper.page.waitForURL('**/wallet/**')
    await shopper.page.getByRole('button', { name: /^Pay / }).click()
  }
  await shopper.page.waitForURL('**/confirmation/**')
  await shopper.page.getByRole('heading', { name: /^Thank you/ }).waitFor()
  const code = (await shopper.page.locator('.pickup-code strong').textContent()) ?? ''
  // The receipt, which the page prints.
  expect(await shopper.page.content()).toContain('123456789 RT0001')
  expect(shopper.complaints).toEqual([])
  await shopper.context.close()
  return code.trim()
}

test.each(['pay_at_store', 'test_payment'] as const)(
  'a shopper orders with %s, and the shop hands the order over with the command',
  async (option) => {
    const code = await buy(option)
    await page.goto(`${url}/office`)
    await page.getByRole('rowheader', { name: code }).waitFor()
    for (const step of ['accept', 'prepare', 'ready', 'hand-over']) {
      const { code: status, said } = await runShop([step, code, '--url', url], { DATA_DIR: folder, DEMO: 'false' })
      expect([status, said]).toEqual([0, expect.stringContaining(code)])
    }
    await page.reload()
    await page.locator('h1').waitFor()
    expect(await page.getByRole('rowheader', { name: code }).count()).toBe(0)
  },
)

test('the pages of the owner had no errors', () => {
  expect(complaints).toEqual([])
})
