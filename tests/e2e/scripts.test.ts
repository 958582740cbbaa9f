import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { officeBase } from '#contract/constants.ts'
import { goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Responds with 404 to requests for the scripts with these names. */
const takeAway = (context: BrowserContext, names: string) =>
  context.route(`**/assets/${names}.js`, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' }),
  )

/** Makes the scripts with these names throw when they start. */
const breakOff = (context: BrowserContext, names: string) =>
  context.route(`**/assets/${names}.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("no start")' }),
  )

test.each([
  {
    what: 'are not there',
    locale: 'en',
    fail: (context: BrowserContext) => takeAway(context, '*'),
    words: { name: 'Name', phone: 'Phone', email: 'Email', onwards: 'Continue to payment', thanks: /^Thank you/ },
  },
  {
    what: 'end as they start',
    locale: 'zh',
    fail: (context: BrowserContext) => breakOff(context, 'entry.client-*'),
    words: { name: '姓名', phone: '电话', email: '邮箱', onwards: '去付款', thanks: /^谢谢您/ },
  },
] as const)(
  'if the scripts $what a shopper buys as without JavaScript, in $locale',
  async ({ locale, fail, words }) => {
    const { context, page } = await openPage(browser, { locale, viewport: phone })
    await fail(context)
    const main = page.getByRole('main')
    await page.goto(`${shopUrl}/store/productlist?cat=bread`)
    await main.locator('a[href="/store/product/hokkaido-milk-loaf"]').first().click()
    await page.waitForURL('**/store/product/hokkaido-milk-loaf')
    await main
      .getByRole('button', { name: locale === 'en' ? /^Add/ : /加入购物车/ })
      .first()
      .click()
    await page.waitForLoadState()
    await page.goto(`${shopUrl}/checkout/cart`)
    await main.locator('.cart-go:visible').click()
    await page.waitForURL('**/checkout/checkout')
    await main.getByLabel(words.name, { exact: true }).fill('Wu Xin')
    await main.getByLabel(words.phone, { exact: true }).fill('416 555 0171')
    await main.getByLabel(words.email, { exact: true }).fill(`no.scripts.${locale}@example.com`)
    await main.getByRole('button', { name: words.onwards }).click()
    await page.waitForURL('**/checkout/payment')
    await page.locator('input[value=pay_at_store]').check()
    await page.locator('.checkout-submit button').click()
    await page.waitForURL('**/confirmation/**')
    await page.getByRole('heading', { name: words.thanks }).waitFor()
    await context.close()
  },
)

/** Counts page loads from now on. */
function countLoads(page: Page) {
  const loads: string[] = []
  page.on('domcontentloaded', () => loads.push(page.url()))
  return () => loads.length
}

test('a page stays as it is if the script of the API client is missing', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await takeAway(context, 'client-*')
  const loads = countLoads(page)
  for (const path of ['/home', '/store/product/hokkaido-milk-loaf', '/checkout/cart']) {
    const before = loads()
    await goTo(page, shopUrl + path)
    const title = await page.locator('h1').first().innerText()
    // Moves the pointer, because pointer movement also makes the page load the missing script.
    await page.mouse.move(40, 300)
    await page.mouse.move(60, 320)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('h1').first().innerText()).toBe(title)
    expect(loads() - before).toBe(1)
  }
  expect(complaints.some((line) => line.includes('/assets/client-'))).toBe(true)
  await context.close()
})

test('a page stays as it is if the script of its notice is missing', async () => {
  const words = (en: string, zh: string) => ({ en, zh })
  const notice = {
    kind: 'notice',
    title: words('Closed on Sunday', '周日休息'),
    text: words('We count the shelves.', '盘点一天。'),
    link: null,
    linkText: words('', ''),
    dismissible: true,
  }
  const section = { type: 'notice', position: 0, block: notice }
  const write = async (body: object) => {
    const secret = (await readFile(join(shopFolder, 'staff-secret'), 'utf8')).trim()
    const answer = await fetch(`${shopUrl}${officeBase}/content/sections/closed-sunday`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  await write(section)
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await takeAway(context, 'notice-bar-*')
  await goTo(page, `${shopUrl}/store/brand`)
  await page.getByText('Closed on Sunday').waitFor({ state: 'hidden' })
  expect(await page.getByRole('heading', { level: 1, name: 'Brands' }).isVisible()).toBe(true)
  await write({ ...section, published: false })
  await context.close()
})
