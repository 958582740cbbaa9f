import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, goTo, openBrowser, openPage } from '#tests/browser.ts'
import { createShopper } from '#tests/shopper.ts'
import { directly, shopUrl, textOf, throughNginx } from './asked.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const product = '/store/product/hokkaido-milk-loaf'

test.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('a fresh browser with a page from the cache adds to its cart %s', async (_, javaScriptEnabled) => {
  const options = { locale: 'en', viewport: desktop, javaScriptEnabled }
  const before = await openPage(browser, options)
  await before.page.goto(shopUrl + product)
  await before.context.close()
  const { context, page, complaints } = await openPage(browser, options)
  const answer = await (javaScriptEnabled ? goTo(page, shopUrl + product) : page.goto(shopUrl + product))
  const headers = (await answer?.allHeaders()) ?? {}
  expect(headers).toMatchObject({ 'x-cache': 'HIT', 'content-encoding': 'br' })
  expect(headers).not.toHaveProperty('set-cookie')
  if (!javaScriptEnabled) expect((await context.cookies()).map(({ name }) => name)).toEqual(['locale', 'locale'])
  const sent = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: /^Add/ }).first().click()
  expect((await sent).status()).toBeLessThan(400)
  await page
    .getByRole('link', { name: /^Cart, 1 item/ })
    .first()
    .waitFor()
  const cart = await page.goto(`${shopUrl}/checkout/cart`)
  expect(await cart?.headerValue('x-cache')).toBe('BYPASS')
  await page.locator('.cart-line').first().waitFor()
  const again = await page.goto(shopUrl + product)
  expect(await again?.headerValue('x-cache')).toBe('BYPASS')
  expect(complaints).toEqual([])
  await context.close()
})

test('a chosen language, store and currency show on the next page', async () => {
  const shopper = createShopper(shopUrl)
  const headers = { 'user-agent': 'Switch', 'accept-language': 'en' }
  const read = async () => (await shopper.walk('/home', { headers })).text()
  for (const _ of [1, 2]) expect(await read()).toContain('<html lang="en-CA"')
  const choose = async (form: Record<string, string>) => {
    const answer = await shopper.walk('/preferences', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: shopUrl },
      body: String(new URLSearchParams({ ...form, redirectTo: '/home' })),
    })
    expect(answer.status).toBe(303)
  }
  await choose({ locale: 'zh' })
  expect(await read()).toContain('<html lang="zh-Hans"')
  await choose({ locationId: 'downtown', currency: 'USD' })
  const cookie = [...shopper.cookies].map((pair) => pair.join('=')).join('; ')
  expect(cookie).toMatch(/location=downtown/)
  expect(cookie).toMatch(/currency=USD/)
  // Scripts in the browser can write these cookies too. nginx and the shop must both apply them, even without a
  // session.
  const chosen = { ...headers, cookie: 'locale=zh; location=downtown; currency=USD' }
  for (const path of ['/home', '/store', product]) {
    const [other, own] = [await throughNginx(path, headers), await directly(path, chosen)]
    for (const expected of ['MISS', 'HIT']) {
      const page = await throughNginx(path, chosen)
      expect([path, page.cache]).toEqual([path, expect.stringMatching(`HIT|${expected}`)])
      expect(textOf(page)).toBe(textOf(own))
      expect(textOf(page)).not.toBe(textOf(other))
    }
  }
})
