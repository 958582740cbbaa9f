import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMiniProgramHost } from '#simulators/mini-program-host.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart } from '#tests/purchases.ts'
import { createShopper } from '#tests/shopper.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const places = [
  ['a desktop browser', { viewport: desktop }],
  ['a phone’s browser', { viewport: phone, userAgent: `${iPhone} Version/18.0 Mobile/15E148 Safari/604.1` }],
  ['WeChat’s browser', { viewport: phone, userAgent: `${iPhone} Mobile/15E148 MicroMessenger/8.0.50` }],
  ['the mini-program', { viewport: phone, userAgent: `${iPhone} Mobile/15E148 MicroMessenger/8.0.50 miniProgram/wx1` }],
  ['Alipay’s browser', { viewport: phone, userAgent: `${iPhone} Mobile/15E148 AlipayClient/10.6.0` }],
] as const

/** Sum of the page's layout shifts. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
          resolve(shift)
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)))
      }),
  )

/** The header, footer and other parts that the page has around its content, and the labels of its payment logos. */
const frameOf = (page: Page) =>
  page.evaluate(() => {
    const shown = ['.header', '.floating-header', '.footer-inside', '.tab-bar', '.contact-helper', '.promotion']
    const marks = [...document.querySelectorAll('.payment-marks li')]
    return [shown.filter((selector) => document.querySelector(selector)), marks.map(({ textContent }) => textContent)]
  })

test.each(places)(
  'in %s the server renders the final first page, and the shopper reaches the checkout',
  async (_, place) => {
    const bare = await openPage(browser, { locale: 'en', ...place, javaScriptEnabled: false })
    await bare.page.goto(`${shopUrl}/home`)
    const { context, page, complaints } = await openPage(browser, { locale: 'en', ...place })
    await goTo(page, `${shopUrl}/home`)
    await expect.poll(() => frameOf(page)).toEqual(await frameOf(bare.page))
    expect(await shiftOf(page)).toBeLessThan(0.02)
    await goTo(page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
    await page.getByRole('button', { name: /^Add/ }).first().click()
    await page.locator('.badge').first().waitFor({ state: 'attached' })
    await page.goto(`${shopUrl}/checkout`)
    await page.getByRole('link', { name: 'Go to checkout' }).first().click()
    await page.waitForURL('**/checkout/checkout')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
    await bare.context.close()
  },
)

test('Alipay’s browser shows only the mark of Alipay, and other browsers show several', async () => {
  const marksIn = async (place: (typeof places)[number][1]) => {
    const { context, page } = await openPage(browser, { locale: 'en', ...place })
    await goTo(page, `${shopUrl}/home`)
    const marks = await page.locator('footer .payment-marks li').allTextContents()
    await context.close()
    return marks
  }
  expect(await marksIn(places[4][1])).toEqual(['Alipay'])
  expect((await marksIn(places[0][1])).length).toBeGreaterThan(1)
})

test.each([
  ['WeChat Pay', places[2][1]],
  ['Alipay', places[4][1]],
] as const)('in %s’s browser the first way to pay is its own wallet, already chosen', async (wallet, place) => {
  const shopper = createShopper(shopUrl)
  await fillCart(shopper, 'hokkaido-milk-loaf')
  const { context, page, complaints } = await openPage(browser, { locale: 'en', ...place })
  await context.addCookies([...shopper.cookies].map(([name, value]) => ({ name, value, url: shopUrl })))
  await goTo(page, `${shopUrl}/checkout/payment`)
  const rows = page.locator('.ways .way')
  expect(await rows.first().locator('strong').innerText()).toBe(wallet)
  expect(await rows.first().getByRole('radio').isChecked()).toBe(true)
  const names = await rows.locator('strong').allInnerTexts()
  expect(new Set(names).size).toBe(names.length)
  expect(complaints).toEqual([])
  await context.close()
})

describe('in a mini-program', () => {
  test('the shop stores the open id, stays in the mini-program and opens its contact page', async () => {
    const host = await startMiniProgramHost({ shopUrl, openId: 'oX-1' })
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
    await goTo(page, host.url)
    expect(page.url()).toBe(`${host.url}/home?wmpoid=oX-1`)
    await expect.poll(() => heldIn(page, 'openId')).toBe('oX-1')
    await page.locator('.tab-bar').getByRole('link', { name: 'Shop' }).click()
    await page.waitForURL(`${host.url}/store`)
    expect(await isInMiniProgram(page)).toBe(true)
    await page.getByRole('button', { name: 'Contact us' }).click()
    await page.waitForURL('**/pages/contact/contact')
    expect(host.calls).toEqual([{ name: 'navigateTo', arg: { url: '/pages/contact/contact' } }])
    await page.goBack()
    await page.getByRole('button', { name: 'Contact us' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
    await host.close()
  })

  test('an old WeChat without a mini-program user agent is detected by the open id, then by its bridge', async () => {
    const host = await startMiniProgramHost({ shopUrl, isOld: true })
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
    await goTo(page, host.url)
    expect(await isInMiniProgram(page)).toBe(true)
    await expect.poll(() => environmentOf(context)).toBe('mini_program')
    await goTo(page, `${host.url}/store`)
    expect(await isInMiniProgram(page)).toBe(true)
    expect(await shiftOf(page)).toBeLessThan(0.02)
    expect(complaints).toEqual([])
    await context.close()
    await host.close()
  })

  test('a shared link with an open id shows the mini-program layout in a browser only on the first page', async () => {
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
    await goTo(page, `${shopUrl}/home?wmpoid=oX-1`)
    expect(await isInMiniProgram(page)).toBe(true)
    await expect.poll(() => environmentOf(context)).toBe('browser')
    await page.locator('.tab-bar').getByRole('link', { name: 'Shop' }).click()
    await page.waitForURL(`${shopUrl}/store`)
    await expect.poll(() => isInMiniProgram(page)).toBe(false)
    await goTo(page, `${shopUrl}/user/list`)
    expect(await page.locator('main').getByRole('link', { name: 'Sign in' }).first().isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a shared link with an open id shows the browser layout in an old WeChat from the second page on', async () => {
    const host = await startMiniProgramHost({ shopUrl, isOld: true, isBrowser: true })
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
    await goTo(page, host.url)
    await expect.poll(() => environmentOf(context)).toBe('browser')
    expect(await isInMiniProgram(page)).toBe(true)
    await page.locator('.tab-bar').getByRole('link', { name: 'Shop' }).click()
    await page.waitForURL(`${host.url}/store`)
    await expect.poll(() => isInMiniProgram(page)).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
    await host.close()
  })
})

/** The environment that the browser detected, as the cookie stores it. */
const environmentOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'environment')?.value
const isInMiniProgram = (page: Page) => page.locator('.contact-helper').isVisible()
const heldIn = (page: Page, name: string) =>
  page.evaluate((name) => localStorage.getItem(name)?.split(' ').slice(1).join(' '), name)
