import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const client = 'build/client'
const sheets = readdirSync(join(client, 'assets'))
  .filter((name) => name.endsWith('.css'))
  .map((name) => `/assets/${name}`)

/** The paths of the style sheets that a page links. */
const linked = (page: Page) =>
  page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links) => [...new Set(links.map((link) => new URL((link as HTMLLinkElement).href).pathname))])

test('the compressed styles of the home page are at most 12 kB', async () => {
  const { context, page } = await openPage(browser)
  await page.goto(`${shopUrl}/home`)
  const sizes = (await linked(page)).map((path) => readFileSync(join(client, `${path}.br`)).length)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12_000)
  await context.close()
})

test('a module that loads later does not link the styles of every page again', async () => {
  const { context, page } = await openPage(browser, { viewport: phone, serviceWorkers: 'allow' })
  await goTo(page, `${shopUrl}/home`)
  // Waits for the service worker. The page loads the module that registers it late, and this module needs the styles of
  // every page.
  await page.evaluate(() => navigator.serviceWorker.ready)
  const links = await page
    .locator('link[rel=stylesheet]')
    .evaluateAll((found) => found.map((link) => (link as HTMLLinkElement).href))
  expect(links.filter((link) => link.includes('/assets/shop-styles-'))).toHaveLength(1)
  await context.close()
})

test.each([
  { path: '/home', viewport: phone },
  { path: '/store', viewport: phone },
  { path: '/store/productlist?cat=all', viewport: desktop },
  { path: '/store/product/brown-sugar-boba-milk', viewport: phone },
  { path: '/store/groupCampaigns', viewport: phone },
  { path: '/blog', viewport: desktop },
  { path: '/account/login', viewport: phone },
])('loading all style sheets does not change a page, $path', async ({ path, viewport }) => {
  const { context, page } = await openPage(browser, { viewport, bypassCSP: true })
  await goTo(page, shopUrl + path)
  await page.waitForLoadState('networkidle')
  const changed = await page.evaluate(async (others) => {
    const still = document.createElement('style')
    still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important }'
    document.head.append(still)
    const elements = [...document.querySelectorAll('body, body *')]
    const properties = [...getComputedStyle(document.body)]
    const look = () =>
      elements.map((element) =>
        [null, '::before', '::after'].map((part) => {
          const style = getComputedStyle(element, part)
          if (part && style.content === 'none') return ''
          return properties.map((property) => style.getPropertyValue(property)).join(';')
        }),
      )
    const before = look()
    const first = document.querySelector('link[rel=stylesheet]') as HTMLLinkElement
    await Promise.all(
      // Leaves out the first sheet of the page. It fixes the order of the layers, so it must stay first.
      others
        .filter((href) => new URL(first.href).pathname !== href)
        .map((href) => {
          const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
          first.after(link)
          return new Promise((resolve) => {
            link.onload = resolve
          })
        }),
    )
    const after = look()
    return elements
      .filter((_, index) => String(before[index]) !== String(after[index]))
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  }, sheets)
  expect(changed).toEqual([])
  await context.close()
})

test('a page that is opened by a link is shown only after its styles have loaded', async () => {
  const { context, page } = await openPage(browser, { viewport: desktop })
  await goTo(page, `${shopUrl}/home`)
  const name = sheets.find((path) => path.includes('/blog-styles'))
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(`**${name}*`, async (route) => {
    await held
    await route.continue()
  })
  // Records the `display` value of the blog as soon as the blog is in the document. This value shows whether the style
  // sheet has loaded by then.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const blog = document.querySelector('.blog')
      if (blog) document.body.dataset.first ??= getComputedStyle(blog).display
    }).observe(document, { childList: true, subtree: true })
  })
  const asked = page.waitForRequest(`**${name}*`)
  await page.locator('.footer a[href="/blog"]').locator('visible=true').first().click()
  await asked
  await page.waitForTimeout(500)
  expect(await page.locator('.blog').count()).toBe(0)
  letCome()
  await page.locator('.blog').waitFor()
  expect(await linked(page)).toContain(name)
  expect(await page.locator('body').getAttribute('data-first')).toBe('grid')
  await context.close()
})
