import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { utcOffsetCookie, xsrfCookie } from '#contract/constants.ts'
import { texts } from '#contract/messages.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const chip = (page: Page, store: string) => page.getByRole('button', { name: `Store: ${store}. Change` })
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose the Location' })
const chooseRichmond = async (page: Page) => {
  await chip(page, 'Markham').click()
  await chooser(page).getByText('Ontario').waitFor()
  const store = chooser(page).getByRole('button', { name: /^Richmond/ })
  if (!(await store.isVisible())) await chooser(page).getByText('British Columbia').click()
  await store.click()
}

test('a change of store first shows the changes to the cart, and can be undone', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/clearance`)
  await page.evaluate(fillCart, xsrfCookie)
  await goTo(page, `${shopUrl}/store/clearance`)
  await expect.poll(() => page.locator('.badge').first().textContent()).toBe('4')

  await chooseRichmond(page)
  const dialog = page.getByRole('dialog', { name: 'Change to Richmond?' })
  await dialog.getByText('Sold out there').first().waitFor()
  await dialog.getByRole('button', { name: 'Stay at Markham' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await chip(page, 'Markham').waitFor()

  await chooseRichmond(page)
  await dialog.getByRole('button', { name: 'Change to Richmond' }).click()
  await chip(page, 'Richmond').waitFor()
  await page.getByText('Your store is now Richmond.').waitFor()
  expect(page.url()).toBe(`${shopUrl}/store/clearance`)
  expect(await page.locator('.badge').first().textContent()).toBe('4')

  await page.getByRole('button', { name: 'Back to Markham' }).click()
  await chip(page, 'Markham').waitFor()
  await page.getByText('Your store is now Richmond.').waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await context.close()
})

test('the time at a store does not run ahead after the app info was loaded again', async () => {
  const options = { locale: 'en', viewport: desktop, timezoneId: 'Asia/Shanghai' }
  const { context, page, complaints } = await openPage(browser, options)
  await page.clock.install()
  await goTo(page, `${shopUrl}/about`)
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === utcOffsetCookie)).toBe(true)
  const note = chooser(page).getByText('time zone, where it is')
  /** How many minutes the shown time is ahead of the real time in this time zone. */
  const aheadIn = async (timeZone: string) => {
    const text = (await page.locator('#locations-dialog').getByText('time zone, where it is').textContent()) ?? ''
    const [, hour, minute = '0', half] = /it is (\d+)(?::(\d\d))?\s([ap])/.exec(text) ?? []
    const shown = ((Number(hour) % 12) + (half === 'p' ? 12 : 0)) * 60 + Number(minute)
    const [realHour, realMinute] = new Date().toLocaleTimeString('en-GB', { timeZone }).split(':')
    return ((shown - Number(realHour) * 60 - Number(realMinute) + 1440 + 720) % 1440) - 720
  }
  await chooseRichmond(page)
  await chip(page, 'Richmond').click()
  await note.waitFor()
  await page.clock.fastForward('10:00')
  await expect.poll(() => aheadIn('America/Vancouver')).toBeGreaterThanOrEqual(9)
  await chooser(page).getByText('Ontario').click()
  await chooser(page)
    .getByRole('button', { name: /^Markham/ })
    .click()
  await chip(page, 'Markham').click()
  await note.waitFor()
  expect(Math.abs(await aheadIn('America/Toronto'))).toBeLessThanOrEqual(2)
  expect(complaints).toEqual([])
  await context.close()
})

/** Runs in the page. Adds each clearance product to the cart through the API. */
async function fillCart(xsrfCookie: string) {
  const base = '/api/istore/client'
  // The first response sets the cookie that contains the token.
  const headers = () => {
    const token = document.cookie.split('; ').find((pair) => pair.startsWith(xsrfCookie)) ?? ''
    return {
      'Content-Type': 'application/json',
      'X-XSRF-TOKEN': decodeURIComponent(token.slice(xsrfCookie.length + 1)),
    }
  }
  const list = await fetch(`${base}/productManagement2/products?clearance=true`)
  const { products } = (await list.json()) as { products: { id: string }[] }
  for (const { id } of products) {
    const detail = await fetch(`${base}/productDetailManagement/productDetail/${id}`)
    const { variants } = (await detail.json()) as { variants: { sku: string }[] }
    const body = JSON.stringify({ sku: variants[0]?.sku })
    await fetch(`${base}/shoppingManagement4/myCart`, { method: 'POST', headers: headers(), body })
  }
}

const nearby = {
  en: {
    use: 'Use my location',
    sorted: 'Nearest first.',
    away: '7 km away',
    allow: 'Allow it in the browser’s settings',
  },
  zh: { use: '使用我的位置', sorted: '已按距离排序', away: '距您 7 公里', allow: '没有定位权限' },
}

test.each(['en', 'zh'] as const)(
  'stores are sorted by the distance from a shared location, which never leaves the browser, in %s',
  async (locale) => {
    const t = nearby[locale]
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    await context.grantPermissions(['geolocation'], { origin: shopUrl })
    await context.setGeolocation({ latitude: 43.593, longitude: -79.3935 })
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
    await goTo(page, `${shopUrl}/about`)
    await page.locator('header button[popovertarget=locations-dialog]').click()
    const dialog = page.locator('#locations-dialog')
    const names = () => dialog.locator('.store-choice strong').allTextContents()
    const unsorted = await names()
    const button = dialog.getByRole('button', { name: t.use })
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.focus()
    await page.keyboard.press('Enter')
    await dialog.getByText(t.sorted).waitFor()
    expect(await dialog.locator('.store-card').count()).toBe(3)
    // The store in the other province is far away, so it is folded.
    expect(await dialog.locator('details .store-card').count()).toBe(1)
    expect(await dialog.locator('details[open]').count()).toBe(0)
    expect(await names()).toEqual([unsorted[1], unsorted[0], unsorted[2]])
    expect(await dialog.getByText(t.away).count()).toBe(1)
    expect(await findViolations(page)).toEqual([])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('header button[popovertarget=locations-dialog]').textContent())
      .toContain((unsorted[1] ?? '').slice(0, 4))
    expect(sent.filter((one) => one.includes('43.593'))).toEqual([])
    expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toContain('43.593')
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(['en', 'zh'] as const)(
  'the location is asked for only on demand; a refused or unknown one leaves the list as it is, in %s',
  async (locale) => {
    const t = nearby[locale]
    const { context, page, complaints } = await openPage(browser, { locale, viewport: desktop })
    await context.grantPermissions([], { origin: shopUrl })
    await page.addInitScript(() => {
      const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
      navigator.geolocation.getCurrentPosition = (...given) => {
        document.documentElement.dataset.asked = 'yes'
        ask(...given)
      }
    })
    await goTo(page, `${shopUrl}/about`)
    await page.locator('header button[popovertarget=locations-dialog]').click()
    const dialog = page.locator('#locations-dialog')
    const button = dialog.getByRole('button', { name: t.use })
    await button.waitFor()
    expect(await page.getAttribute('html', 'data-asked')).toBeNull()
    await button.click()
    await dialog.getByText(t.allow).waitFor()
    expect(await dialog.locator('details').count()).toBe(2)
    expect(await findViolations(page)).toEqual([])

    await context.grantPermissions(['geolocation'], { origin: shopUrl })
    await context.setGeolocation(null)
    await button.click()
    await dialog.getByText(texts['shell.near_missing'][locale === 'en' ? 0 : 1]).waitFor()
    expect(await dialog.locator('details').count()).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('without JavaScript the choice of store has no button for the location', async () => {
  const { context, page } = await openPage(browser, { viewport: desktop, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/about`)
  await page.locator('header button[popovertarget=locations-dialog]').click()
  await chooser(page).getByText('Ontario').waitFor()
  expect(await page.getByText(nearby.en.use).isVisible()).toBe(false)
  await chooser(page)
    .getByRole('button', { name: /^Toronto/ })
    .click()
  await chip(page, 'Toronto').waitFor()
  await context.close()
})

test('a store chosen by hand replaces the one in the address', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/clearance?loc=richmond`)
  await chip(page, 'Richmond').click()
  await chooser(page).getByText('Ontario').click()
  await chooser(page)
    .getByRole('button', { name: /^Toronto/ })
    .click()
  await chip(page, 'Toronto').waitFor()
  await page.waitForURL(`${shopUrl}/store/clearance`)
  await page.reload()
  await chip(page, 'Toronto').waitFor()
  await goTo(page, `${shopUrl}/about?loc=richmond`)
  await chip(page, 'Richmond').waitFor()
  await goTo(page, `${shopUrl}/about?loc=nowhere`)
  await page.waitForURL(`${shopUrl}/home`)
  await chip(page, 'Richmond').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a change of language keeps scroll position, typed input and cart', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
  await page.locator('.buy-button').first().click()
  await expect.poll(() => page.locator('.badge').first().textContent()).toBe('1')
  await goTo(page, `${shopUrl}/checkout/checkout`)
  await page.locator('input[name=name]').fill('Mei Lin')
  await page.locator('textarea').first().fill('No peanuts, please')
  await page.locator('textarea').first().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  await page.evaluate(() => (document.getElementById('preferences-dialog') as HTMLDialogElement).showModal())
  await page.getByLabel('Language', { exact: true }).selectOption('zh')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('zh-Hans')
  expect(await page.locator('input[name=name]').inputValue()).toBe('Mei Lin')
  expect(await page.locator('textarea').first().inputValue()).toBe('No peanuts, please')
  expect(await page.locator('.bill-count').allTextContents()).toContain('1 ×')
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(150)
  expect(complaints).toEqual([])
  await context.close()
})

test('prices in another currency are marked as approximate, with rate, time and the paid currency', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await context.addCookies([{ name: 'currency', value: 'USD', url: shopUrl }])
  await goTo(page, `${shopUrl}/store/clearance`)
  expect(await page.locator('.money-about').first().textContent()).toMatch(/about US\$\d/)
  const note = page.locator('footer .currency-note')
  expect(await note.textContent()).toMatch(/^1 CAD is about 0\.\d+ USD \(rate of .+ \d{4}\)\. .*You pay in CAD\.$/)
  expect(Date.parse((await note.locator('time').getAttribute('datetime')) ?? '')).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('the page uses the last exchange rate if the call fails', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: desktop })
  await context.addCookies([{ name: 'currency', value: 'USD', url: shopUrl }])
  await goTo(page, `${shopUrl}/about`)
  const note = page.locator('footer .currency-note')
  const told = await note.textContent()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('currency'))).toContain('USD')
  await context.route('**/exchangeRates/**', (route) => route.abort())
  await page.reload()
  await page.locator('footer').getByRole('link', { name: 'Clearance' }).click()
  await page.waitForURL('**/store/clearance')
  expect(await note.textContent()).toBe(told)
  await context.close()
})

test('the cart badge updates after a change in another window', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/about`)
  const other = await context.newPage()
  await goTo(other, `${shopUrl}/store/product/hokkaido-milk-loaf`)
  await other.locator('.buy-button').first().click()
  await expect.poll(() => page.locator('.badge').count()).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('going back restores a long list with its length and scroll position', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=all`)
  const products = page.locator('main').getByRole('article')
  for (const shown of [24, 36]) {
    await page.locator('.load-more').getByRole('link').click()
    await expect.poll(() => products.count()).toBe(shown)
  }
  const link = products.nth(33).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const position = () => page.evaluate(() => window.scrollY)
  const before = await position()
  expect(before).toBeGreaterThan(3000)
  await link.click()
  await page.waitForURL('**/store/product/**')
  await expect.poll(position).toBe(0)
  await page.goBack()
  await expect.poll(() => products.count()).toBe(36)
  await expect.poll(async () => Math.abs((await position()) - before)).toBeLessThan(5)
  expect(complaints).toEqual([])
  await context.close()
})
