import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart } from '#tests/purchases.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Opens the payment page of a cart with an untaxed loaf and a taxed bun. */
async function openPayment(page: Page) {
  await goTo(page, `${shopUrl}/checkout`)
  const api = clientOf(page.context(), shopUrl)
  await api.cart.add({ sku: 'char-siu-bun.single', quantity: 1 })
  await fillCart({ api }, 'hokkaido-milk-loaf')
  await goTo(page, `${shopUrl}/checkout/payment`)
}

/** The top and height of each payment method on the page. */
const rowsOf = (page: Page) =>
  page
    .locator('.pay-way')
    .evaluateAll((rows) =>
      rows.map((row) => [row.getBoundingClientRect().top + window.scrollY, row.getBoundingClientRect().height]),
    )

test.each([
  ['en', 'HST 5% on $3.25'],
  ['zh', '统一销售税 HST 5%（计税金额 $3.25'],
] as const)(
  'on a phone in %s the methods begin high on the page, and choosing one moves no row',
  async (locale, tax) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone, userAgent: iPhone })
    await openPayment(page)
    const before = await rowsOf(page)
    expect(before[0]?.[0]).toBeLessThanOrEqual(0.6 * phone.height)
    await page.locator('.pay-way').nth(2).click()
    expect(await page.locator('.pay-way input').nth(2).isChecked()).toBe(true)
    expect(await rowsOf(page)).toEqual(before)
    expect(await page.locator('.pay-way:has(:checked) .field-hint').filter({ visible: true }).count()).toBe(1)
    await page.locator('.review > summary').click()
    await page.locator('.review').getByText(tax).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('on a desktop the pay button stays in view beside the methods', async () => {
  const viewport = { width: 1280, height: 900 }
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport })
  await openPayment(page)
  const methods = await page.locator('.pay-ways').boundingBox()
  expect(methods?.width).toBeLessThanOrEqual(600)
  for (const end of [0, 10_000]) {
    await page.evaluate((end) => window.scrollTo(0, end), end)
    const button = await page.locator('.checkout-bar button').boundingBox()
    expect(button?.x).toBeGreaterThan((methods?.x ?? 0) + (methods?.width ?? 0))
    expect(button?.y).toBeGreaterThanOrEqual(0)
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('the page of a placed order has a quiet header with help', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await openPayment(page)
  await page.locator('input[name="option"][value="pay_at_store"]').check()
  await page.locator('.checkout-bar button').click()
  await page.waitForURL('**/confirmation/**')
  await page.locator('[data-state=success]').waitFor()
  expect(await page.locator('.tab-bar, .menu-toggle, .cart-link').count()).toBe(0)
  await page.locator('.header').getByRole('button', { name: 'How can we help?' }).click()
  await page.getByRole('dialog').getByText('Call the store, or come by.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 ' +
  'Mobile/15E148 Safari/604.1'

test.each([
  ['en', true, 'Card'],
  ['zh', false, '信用卡 / 借记卡'],
] as const)(
  'in Safari in %s, with JavaScript: %s, Apple Pay has a row that leads to Stripe, and the order is paid by card',
  async (locale, javaScriptEnabled, card) => {
    const options = { locale, viewport: phone, userAgent: safari, javaScriptEnabled }
    const { context, page, complaints } = await openPage(browser, options)
    const api = clientOf(context, shopUrl)
    await page.goto(`${shopUrl}/checkout`)
    await fillCart({ api }, 'hokkaido-milk-loaf')
    if (javaScriptEnabled) await goTo(page, `${shopUrl}/checkout/payment`)
    else await page.goto(`${shopUrl}/checkout/payment`)
    const row = page.getByRole('radio', { name: /^Apple Pay/ })
    // In English the page preselects the first row that pays by card, which is the device's wallet. In Chinese the page
    // preselects another method.
    expect(await row.isChecked()).toBe(locale === 'en')
    expect(await page.locator('.pay-ways').getByText('Google Pay').count()).toBe(0)
    await row.check()
    const button = page.locator('.checkout-bar button')
    if (javaScriptEnabled) expect(await button.innerText()).toMatch(/^Continue to Apple Pay · \$\d+\.\d\d$/)
    await button.click()
    await page.waitForURL('**/wallet/**')
    await page.getByRole('radio', { name: /^Apple Pay/ }).check()
    await page.getByRole('button', { name: /^(Pay|付款)/ }).click()
    await page.waitForURL('**/confirmation/**')
    // Reloads the page until it reports the payment. The shopper may return before Stripe's notification arrives, and
    // without JavaScript the page does not poll.
    await expect.poll(async () => (await page.reload()) && page.locator('[data-state=success]').count()).toBe(1)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await api.orders.detail({ id })).toMatchObject({ paymentOption: 'stripe' })
    expect(await page.locator('.receipt-facts dd').last().innerText()).toContain(card)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(['en', 'zh'] as const)('on a phone in %s all required fields are in the first screen', async (locale) => {
  // The browser has the store's time zone, so the page shows no note about time zones.
  const timezoneId = 'America/Toronto'
  const options = { locale, viewport: phone, userAgent: iPhone, timezoneId }
  const { context, page, complaints } = await openPage(browser, options)
  await goTo(page, `${shopUrl}/checkout`)
  await clientOf(context, shopUrl).cart.add({ sku: 'hokkaido-milk-loaf' })
  await goTo(page, `${shopUrl}/checkout/checkout`)
  const floor = (await page.locator('.checkout-bar').boundingBox())?.y ?? 0
  const fields = page.locator('.checkout-form :is(input, select, textarea):required').filter({ visible: true })
  expect(await fields.count()).toBe(3)
  for (const field of await fields.all()) {
    const box = await field.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(floor)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('without JavaScript, a chosen day without a time keeps the choice of times', async () => {
  const { context, page, complaints } = await openPage(browser, { viewport: phone, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/checkout`)
  await clientOf(context, shopUrl).cart.add({ sku: 'hokkaido-milk-loaf' })
  await page.goto(`${shopUrl}/checkout/checkout`)
  await page.locator('input[name="slotWay"][value="time"]').check()
  const date = await page.locator('input[name="day"]').nth(2).inputValue()
  await page.locator(`label[for="day-${date}"]`).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.locator('input[name="slotWay"][value="time"]').isChecked()).toBe(true)
  expect(await page.locator('input[name="day"]:checked').inputValue()).toBe(date)
  expect(await page.locator('input[name="slot"]:checked').inputValue()).toContain(date)
  expect(complaints.filter((complaint) => !complaint.includes('status of 422'))).toEqual([])
  await context.close()
})
