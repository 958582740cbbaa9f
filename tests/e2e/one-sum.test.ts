import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { clientOf, goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const words = {
  en: { checkout: 'Checkout', name: 'Name', phone: 'Phone', email: 'Email', pay: /^Pay /, estimated: 'Estimated' },
  zh: { checkout: '结算', name: '姓名', phone: '电话', email: '邮箱', pay: /^(付款|确认付款)/, estimated: '预估' },
}
type Locale = keyof typeof words

/** The bill's rows, each with label and amount. Removes the total's label, which differs between pages. */
async function sumsOf(page: Page): Promise<string[]> {
  const bill = page.locator('.totals').first()
  await bill.waitFor({ state: 'attached' })
  const rows = await bill.locator('> div').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''))
  return rows.map((row, index) => (index < rows.length - 1 ? row : row.replace(/^[^\d]*/, '')))
}

/** The amount on the button that continues the checkout. Checks that the button is visible without scrolling. */
async function sumOnButton(page: Page): Promise<string> {
  const button = page.locator('.checkout-bar').getByRole('button')
  const place = await button.boundingBox()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect((place?.y ?? 0) + (place?.height ?? Number.NaN)).toBeLessThanOrEqual(phone.height)
  return /\d+\.\d\d/.exec(await button.innerText())?.[0] ?? ''
}

/** Fills the cart with enough goods for a delivery. The bun is taxed, so a share of the delivery fee is taxed too. */
async function fillCart(api: Client) {
  await api.cart.add({ sku: 'hokkaido-milk-loaf', quantity: 2 })
  await api.cart.add({ sku: 'char-siu-bun.single', quantity: 2 })
}

async function giveContact(page: Page, locale: Locale) {
  const main = page.getByRole('main')
  const t = words[locale]
  await main.getByLabel(t.name, { exact: true }).fill(locale === 'zh' ? '王美' : 'Daniel Roy')
  await main.getByLabel(t.phone, { exact: true }).fill('416 555 0101')
  await main.getByLabel(t.email, { exact: true }).fill('one.sum@example.com')
}

test.each(['en', 'zh'] as const)(
  'in %s a guest picks up after eight taps on three pages, with the same sums on each',
  async (locale) => {
    const t = words[locale]
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone, userAgent: iPhone })
    await goTo(page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
    await page.locator('.buy-button').click()
    await page.locator('.buy-news').getByRole('link', { name: t.checkout }).click()
    await page.waitForURL('**/checkout/checkout')
    const details = page.locator('main')
    await details.locator('.checkout-form').waitFor()
    const required = details.locator('.checkout-form').locator('input:required, select:required, textarea:required')
    expect(await required.filter({ visible: true }).count()).toBe(3)
    const sums = await sumsOf(page)
    const total = sums.at(-1)
    expect(await sumOnButton(page)).toBe(total)
    await giveContact(page, locale)
    await page.locator('.checkout-bar').getByRole('button').click()
    await page.waitForURL('**/checkout/payment')
    await page.locator('input[name=option]').first().waitFor()
    expect(await sumsOf(page)).toEqual(sums)
    expect(await sumOnButton(page)).toBe(total)
    await page.locator('.checkout-bar').getByRole('button').click()
    await page.waitForURL('**/wallet/**')
    await page.getByRole('button', { name: t.pay }).click()
    await page.waitForURL('**/confirmation/**')
    await expect.poll(() => sumsOf(page)).toEqual(sums)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each([
  ['en', true],
  ['zh', true],
  ['en', false],
] as const)(
  'in %s a delivery shows its fee and taxes from the postal code to the receipt, with JavaScript: %s',
  async (locale, javaScriptEnabled) => {
    const { context, page } = await openPage(browser, { locale, viewport: phone, userAgent: iPhone, javaScriptEnabled })
    await page.goto(`${shopUrl}/checkout`)
    await fillCart(clientOf(context, shopUrl))
    await page.goto(`${shopUrl}/checkout/checkout`)
    const place = page.locator('[data-place="address"]').first()
    await place.check()
    await giveContact(page, locale)
    const field = (name: string) => page.locator(`#checkout-${name}`)
    await field('postCode').pressSequentially('L3R 1A1')
    if (javaScriptEnabled) await expect.poll(() => field('city').inputValue()).toBe('Markham')
    else {
      await page.locator('button[value=preview]').click()
      await page.waitForLoadState()
    }
    expect(await field('city').inputValue()).toBe('Markham')
    expect(await field('province').inputValue()).toBe('ON')
    await expect.poll(() => page.locator('.estimated').count()).toBe(0)
    await field('street').fill('12 Fred Varley Drive')
    const sums = await sumsOf(page)
    expect(sums.join('\n')).toMatch(locale === 'en' ? /^Delivery/m : /^配送费/m)
    await page.locator('.checkout-bar').getByRole('button').click()
    await page.waitForURL('**/checkout/payment')
    expect(await sumsOf(page)).toEqual(sums)
    await page.locator('input[name=option][value=snappay_alipay]').check()
    await page.locator('.checkout-bar').getByRole('button').click()
    await page.waitForURL('**/wallet/**')
    await page.getByRole('button', { name: words[locale].pay }).click()
    await page.waitForURL('**/confirmation/**')
    // Without JavaScript the page of a pending payment does not update itself, so the test loads it again.
    while (!javaScriptEnabled && (await page.locator('.totals').count()) === 0) await page.reload()
    await expect.poll(() => sumsOf(page)).toEqual(sums)
    await context.close()
  },
)

test('until the postal code is known the sum of a delivery is marked as estimated', async () => {
  for (const locale of ['en', 'zh'] as const) {
    const { context, page } = await openPage(browser, { locale, viewport: phone })
    await goTo(page, `${shopUrl}/checkout`)
    await fillCart(clientOf(context, shopUrl))
    await goTo(page, `${shopUrl}/checkout/checkout`)
    await page.locator('[data-place="address"]').first().check()
    const marks = page.locator('.estimated:visible')
    await expect.poll(() => marks.allInnerTexts()).toEqual([words[locale].estimated, words[locale].estimated])
    await page.locator('#checkout-postCode').pressSequentially('L3R')
    await expect.poll(() => marks.count()).toBe(0)
    await context.close()
  }
})
