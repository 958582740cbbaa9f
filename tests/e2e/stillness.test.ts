import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

const mostShift = 0.02
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const pages = [
  '/home',
  '/store',
  '/store/productlist?cat=all',
  '/store/search?q=tea',
  '/store/product/hokkaido-milk-loaf',
  '/store/product/brown-sugar-boba-milk',
  '/checkout/cart',
]

const looks = [
  { locale: 'en', viewport: phone },
  { locale: 'zh', viewport: desktop },
]

test.each(looks)('no page shifts when pictures and data load late, in $locale, $viewport.width wide', async (look) => {
  const { context, page } = await openPage(browser, look)
  await watchShifts(page)
  await delay(page, 250)
  const moved: string[] = []
  for (const path of pages) {
    await goTo(page, shopUrl + path)
    await readToTheEnd(page)
    moved.push(...(await shiftsOf(page, path)))
  }
  expect(moved).toEqual([])
  await context.close()
})

test('a page that is opened by a link does not shift', async () => {
  const { context, page } = await openPage(browser, { viewport: phone })
  await watchShifts(page)
  // Delays pictures and data by more than 500 ms. Within 500 ms after a click, a browser counts layout shifts as a
  // result of the click, and `watchShifts` ignores them.
  await delay(page, 800)
  await goTo(page, `${shopUrl}/home`)
  await readToTheEnd(page)
  const moved: string[] = []
  for (const [pattern, from] of [
    [/\/store/, 'nav[data-tabs] a[href^="/store"], a[href="/store"]'],
    [/\/store\/product\//, 'main a[href^="/store/product/"]'],
  ] as const) {
    await page.locator(from).locator('visible=true').first().click()
    await page.waitForURL(pattern)
    await readToTheEnd(page)
    moved.push(...(await shiftsOf(page, page.url())))
  }
  expect(moved).toEqual([])
  await context.close()
})

test.each(looks)('viewed products load without a layout shift, $viewport.width wide', async (look) => {
  const { context, page } = await openPage(browser, look)
  await watchShifts(page)
  const path = '/store/product/brown-sugar-boba-milk'
  for (const id of ['taro-milk', 'char-siu-rice', 'brown-sugar-boba-milk']) {
    await goTo(page, `${shopUrl}/store/product/${id}`)
    await page.waitForFunction((viewed) => localStorage.getItem('viewed')?.includes(viewed), id)
  }
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(/\/api\/.*\/product/, async (route) => {
    await held
    await route.continue()
  })
  await goTo(page, shopUrl + path)
  await page.locator('.footer').evaluate((footer) => {
    window.scrollBy(0, footer.getBoundingClientRect().top - window.innerHeight / 2)
  })
  const names = page.locator('.recent .product-card-name')
  expect(await names.count()).toBe(0)
  letCome()
  await expect.poll(() => names.count()).toBe(2)
  await page.waitForLoadState('networkidle')
  expect(await shiftsOf(page, path)).toEqual([])
  await context.close()
})

declare global {
  interface Window {
    shifts: { value: number; where: string }[]
  }
}

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.nodeName ?? '?')
        window.shifts.push({ value: entry.value, where: `${entry.value.toFixed(3)} ${nodes.join(' | ')}` })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function delay(page: Page, milliseconds: number) {
  await page.route(/\/media\/|\.data|\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await route.continue()
  })
}

/** Scrolls down four times. Waits each time until all content that the page requests has loaded. */
async function readToTheEnd(page: Page) {
  await page.waitForLoadState('networkidle')
  for (let screens = 0; screens < 4; screens++) {
    await page.mouse.wheel(0, 700)
    await page.waitForLoadState('networkidle')
  }
}

/**
 * Returns a line about the layout shifts since the last page load or call. Returns no line if their sum is at most
 * `mostShift`.
 */
async function shiftsOf(page: Page, path: string): Promise<string[]> {
  const shifts = await page.evaluate(() => window.shifts.splice(0))
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  return sum <= mostShift ? [] : [`${path}: ${sum.toFixed(3)} ${shifts.map(({ where }) => where).join(' ‖ ')}`]
}
