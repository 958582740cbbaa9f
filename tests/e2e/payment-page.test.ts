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
    expect(await page.locator('.pay-hint').filter({ visible: true }).count()).toBe(1)
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
