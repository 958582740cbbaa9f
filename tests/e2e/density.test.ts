import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrastOf, readableContrast } from '#contract/contrast.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { desktop, goTo, openBrowser, openPage, phone, signIn } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The number of products that are fully visible on the first screen, between the header and the bars at the bottom. */
const wholeProducts = (page: Page) =>
  page.evaluate(() => {
    const bottoms = [...document.querySelectorAll('.tab-bar, .buy-bar')].map((bar) => bar.getBoundingClientRect().top)
    const floor = Math.min(innerHeight, ...bottoms)
    const top = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0
    return [...document.querySelectorAll('main .product-card')].filter((card) => {
      const box = card.getBoundingClientRect()
      return box.width > 0 && box.top >= top && box.bottom <= floor && box.left >= 0 && box.right <= innerWidth
    }).length
  })

const lists = [
  '/store',
  '/store/productlist?cat=all',
  '/store/productlist?cat=bakery',
  '/store/productlist?cat=kitchen',
  '/store/productlist?cat=tea-bar',
  '/store/search?q=tea',
  '/store/tag/best-seller',
]

test.each(['en', 'zh'])(
  'a phone shows five whole products in the first screen of lists and menus, in %s',
  async (locale) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    const counts: [string, number][] = []
    for (const path of lists) {
      await goTo(page, shopUrl + path)
      counts.push([path, await wholeProducts(page)])
    }
    expect(counts.filter(([, whole]) => whole < 5)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('on a phone the rows of a list are low, and their buttons keep a tap target of 44 pixels', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  const card = page.locator('.product-card', { has: page.locator('.price-member') }).first()
  const boxes = ['.price-now', '.price-member'].map((part) => card.locator(part).boundingBox())
  const [price, member] = await Promise.all(boxes)
  expect(Math.abs((price?.y ?? 0) - (member?.y ?? 99))).toBeLessThan(8)
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(94)
  const add = card.locator('.quick-add button')
  const hits = await add.evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const points = [
      [-21, 0],
      [21, 0],
      [0, -21],
      [0, 21],
    ] as const
    return points.filter(([dx, dy]) => button.contains(document.elementFromPoint(x + dx, y + dy))).length
  })
  expect(hits).toBe(4)
  await add.click()
  await card.getByRole('button', { name: /^One more / }).waitFor()
  const [stepper, whole] = await Promise.all([card.locator('.quick-add').boundingBox(), card.boundingBox()])
  const priceBottom = (price?.y ?? 0) + (price?.height ?? 0)
  expect(stepper?.y).toBeGreaterThanOrEqual(priceBottom - 4)
  expect((stepper?.x ?? 0) + (stepper?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0))
  expect(complaints).toEqual([])
  await context.close()
})

test('the stepper of a product in a strip is not wider than its picture on a phone', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/home`)
  const card = page.locator('.product-row .product-card', { has: page.locator('.quick-add') }).first()
  await card.getByRole('button', { name: /^Add / }).click()
  await card.getByRole('button', { name: /^One more / }).waitFor()
  const [stepper, whole] = await Promise.all([card.locator('.quick-add').boundingBox(), card.boundingBox()])
  expect(stepper?.x).toBeGreaterThanOrEqual(whole?.x ?? 0)
  await context.close()
})

test.each(['en', 'zh'])(
  'on a phone home has four whole products in its first screen and at most 4500 pixels, in %s',
  async (locale) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    await goTo(page, `${shopUrl}/home`)
    await page.waitForLoadState('networkidle')
    expect(await wholeProducts(page)).toBeGreaterThanOrEqual(4)
    expect((await page.locator('.hero').boundingBox())?.height).toBeLessThanOrEqual(260)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500)
    // Selects group-buys with price tiers. A group-buy with a single price has none.
    const tiles = page.locator('.campaign-tile', { has: page.locator('.ladder') })
    expect(await tiles.first().locator('.ladder li').count()).toBeGreaterThan(1)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(['en', 'zh'])(
  'on a phone the header is one row, and so are heading, count, filter and sort, in %s',
  async (locale) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    await goTo(page, `${shopUrl}/store/productlist?cat=bakery`)
    const header = page.locator('.header')
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(57)
    expect(await header.locator('.header-chip').first().isVisible()).toBe(true)
    const line = await page.evaluate(() => {
      const parts = ['main h1', '.list-count', '.filter-button', '.sort select']
      const boxes = parts.map((part) => document.querySelector(part)?.getBoundingClientRect())
      const tops = boxes.map((box) => box?.top ?? Number.NaN)
      const bottoms = boxes.map((box) => box?.bottom ?? Number.NaN)
      return Math.max(...bottoms) - Math.min(...tops)
    })
    expect(line).toBeLessThanOrEqual(48)
    const rail = await page.getByRole('navigation', { name: locale === 'en' ? 'Categories' : '分类' }).boundingBox()
    const card = await page.locator('.product-card').first().boundingBox()
    expect((rail?.x ?? 0) + (rail?.width ?? 0)).toBeLessThanOrEqual(card?.x ?? 0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(['en', 'zh'])(
  'name, price, a sentence and the first choice are in the first screen of a product, in %s',
  async (locale) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    await goTo(page, `${shopUrl}/store/product/brown-sugar-boba-milk`)
    const floor = (await page.locator('.buy-bar').boundingBox())?.y ?? 0
    const tops: number[] = []
    for (const part of ['h1', '.price-large', '.product-summary', '.choices .choice', '.product-story']) {
      tops.push((await page.locator(`main ${part}`).first().boundingBox())?.y ?? Number.NaN)
    }
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    const choice = await page.locator('.choices .choice').first().boundingBox()
    expect((choice?.y ?? 0) + (choice?.height ?? 0)).toBeLessThanOrEqual(floor)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(['no-preference', 'reduce'] as const)(
  'the lantern of the cart lights up once per addition, motion: %s',
  async (reducedMotion) => {
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, reducedMotion })
    const card = page.getByRole('article').filter({ hasText: 'Hokkaido Milk Loaf' })
    // Holds the first request for the cart, so that the shopper adds something before the page knows the cart.
    let isHeld = true
    await page.route('**/shoppingManagement4/myCart', (route) => {
      if (!isHeld) return route.fallback()
      isHeld = false
    })
    await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
    await page.evaluate(() => {
      document.addEventListener('animationstart', ({ animationName, target }) => {
        const badge = target as HTMLElement
        if (animationName === 'light-up')
          badge.ownerDocument.body.dataset.lit = `${badge.ownerDocument.body.dataset.lit ?? ''}x`
      })
    })
    const lit = () => page.evaluate(() => document.body.dataset.lit ?? '')
    // Each addition lights up the badges in the header and in the tab bar. Each of the two badges appends an `x` to
    // `data-lit`.
    const expected = reducedMotion === 'reduce' ? ['', '', ''] : ['xx', 'xxxx', 'xxxxxx']
    await card.getByRole('button', { name: /^Add / }).click()
    await page.locator('.badge').first().waitFor()
    await expect.poll(lit).toBe(expected[0])
    const more = card.getByRole('button', { name: /^One more / })
    await more.click()
    await expect.poll(lit).toBe(expected[1])
    await more.click()
    await expect.poll(lit).toBe(expected[2])
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await page.waitForURL('**/store/search')
    expect(await lit()).toBe(expected[2])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(['light', 'dark'] as const)(
  'errors, reduced prices, choices and buttons have colours of their own, %s',
  async (colorScheme) => {
    const { context, page } = await openPage(browser, { viewport: phone, colorScheme })
    await goTo(page, `${shopUrl}/home`)
    const seen = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      const colourOf = (token: string) => {
        probe.style.color = `var(--${token})`
        return getComputedStyle(probe).color
      }
      const names = [
        'danger',
        'sale',
        'choice',
        'accent-fill',
        'on-accent',
        'paper',
        'surface',
        'danger-tint',
        'choice-tint',
      ]
      return Object.fromEntries(names.map((name) => [name, colourOf(name)]))
    })
    expect(new Set([seen.danger, seen.sale, seen.choice, seen['accent-fill']]).size).toBe(4)
    const pairs = [
      ...['danger', 'sale', 'choice'].flatMap((name) => [
        [name, 'paper'],
        [name, 'surface'],
      ]),
      ['danger', 'danger-tint'],
      ['choice', 'choice-tint'],
      ['on-accent', 'accent-fill'],
    ] as [string, string][]
    for (const [front, back] of pairs) {
      expect([front, back, (contrastOf(seen[front], seen[back]) ?? 0) >= readableContrast]).toEqual([front, back, true])
    }
    await context.close()
  },
)

test('on a desktop the footer begins where the page begins, at each width', async () => {
  const { context, page } = await openPage(browser, { viewport: desktop })
  await goTo(page, `${shopUrl}/home`)
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page.evaluate(() =>
      ['.hero', '.footer-shop > *'].map((part) => document.querySelector(part)?.getBoundingClientRect().left ?? -1),
    )
    expect([width, Math.round(lefts[0] ?? 0)]).toEqual([width, Math.round(lefts[1] ?? 0)])
  }
  await context.close()
})

test('a group-buy is joined in the right column of a wide window, and by a bar on a phone', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/groupCampaigns`)
  await page.locator('#open + ul a').first().click()
  await page.waitForURL('**/store/groupCampaign/**')
  const bar = page.locator('.campaign-bar')
  const boxes = async () => [await bar.boundingBox(), await page.locator('#rules').boundingBox()] as const
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [panel, rules] = await boxes()
    expect(panel?.x).toBeGreaterThan(width / 2 - 40)
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThan(rules?.y ?? 0)
  }
  await page.setViewportSize(phone)
  const [floating] = await boxes()
  const tabs = await page.locator('.tab-bar').boundingBox()
  expect((floating?.y ?? 0) + (floating?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  const toRules = await page.locator('a[href="#rules"]').boundingBox()
  expect(toRules?.height).toBeGreaterThanOrEqual(24)
  expect(complaints).toEqual([])
  await context.close()
})

test('the pages of an account have a menu at the side of a wide window', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page, shopUrl, demoAccounts[1], '/user/orders')
  const menu = page.getByRole('navigation', { name: 'Your account' })
  expect(await menu.locator('[aria-current]').innerText()).toBe('My orders')
  await menu.getByRole('link', { name: 'Addresses' }).click()
  await page.waitForURL('**/user/addresses')
  await expect.poll(() => menu.locator('[aria-current]').innerText()).toBe('Addresses')
  await page.setViewportSize(phone)
  expect(await menu.isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

/** Runs in the page. Offers to install the shop, as a browser does. */
function offerToInstall() {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  window.dispatchEvent(Object.assign(event, { prompt: async () => {}, userChoice: new Promise(() => {}) }))
}

/**
 * Runs in the page after `offerToInstall`. Scrolls to the end of the page while the install bar is shown. Returns the
 * fixed bars and the footer texts that the install bar covers. Returns null if the install bar does not appear.
 */
async function coveredByInstallBar(): Promise<string[] | null> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const find = () => document.querySelector('.install:not(.install-small)')
  for (let frames = 0; frames < 60 && !find(); frames++) await nextFrame()
  const bar = find()
  if (!bar) return null
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  await nextFrame()
  const { left, right, top, bottom } = bar.getBoundingClientRect()
  const shown = [...document.querySelectorAll('.tab-bar, .buy-bar, .footer :is(a, p, button, summary, img)')]
  return shown.flatMap((element) => {
    const box = element.getBoundingClientRect()
    const isHidden = box.width === 0 || box.height === 0
    const isApart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
    return isHidden || isApart ? [] : element.outerHTML.slice(0, 80)
  })
}

test('the bar of the install offer covers no fixed bar and no content at the end of a page', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  for (const width of [phone.width, 820, 1440])
    for (const path of ['/home', '/store/product/hokkaido-milk-loaf']) {
      await page.setViewportSize({ width, height: 844 })
      await goTo(page, shopUrl + path)
      await page.evaluate(offerToInstall)
      await page.locator('.install:not(.install-small)').waitFor()
      expect([width, path, await page.evaluate(coveredByInstallBar)]).toEqual([width, path, []])
    }
  // The page of an order belongs to the checkout, so the install bar must not appear.
  await goTo(page, `${shopUrl}/confirmation/nothing`)
  await page.evaluate(offerToInstall)
  expect(await page.evaluate(coveredByInstallBar)).toBeNull()
  await context.close()
})

test('the icon of the install offer lies over no button', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  for (const width of [phone.width, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await goTo(page, `${shopUrl}/store/productlist?cat=all`)
    await page.evaluate(offerToInstall)
    await page.locator('.install-small').waitFor()
    const covered = await page.locator('.install-small').evaluate((icon: HTMLElement) => {
      const { left, right, top, bottom } = icon.getBoundingClientRect()
      icon.style.visibility = 'hidden'
      const points = [0.1, 0.5, 0.9].flatMap((across) => [0.1, 0.5, 0.9].map((down) => [across, down] as const))
      const below = points.map(([across, down]) =>
        document.elementFromPoint(left + across * (right - left), top + down * (bottom - top)),
      )
      return below.flatMap((found) => found?.closest('a, button, select, input')?.outerHTML.slice(0, 80) ?? [])
    })
    expect([width, covered]).toEqual([width, []])
  }
  await context.close()
})
