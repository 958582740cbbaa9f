import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSpecificationCalls } from '#contract/calls.ts'
import { footerMaxWidthPx, installIconDelayMs, mobileBreakpointPx, specificationBase } from '#contract/constants.ts'
import { changingGets } from '#contract/routes.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { clientOf, desktop, goTo, openBrowser, openPage, phone, signIn, waitForHydration } from '#tests/browser.ts'
import { fillCart } from '#tests/purchases.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the side menu opens and closes by its buttons, and expands one submenu at a time', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/home`)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.waitFor()
  const submenus = menu.locator('details')
  const signs = () =>
    submenus.locator('summary').evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content))
  const collapsed = (await signs()).map(() => '"+"')
  expect(collapsed.length).toBeGreaterThan(1)
  expect(await signs()).toEqual(collapsed)
  for (const index of [0, 1]) {
    await submenus.nth(index).locator('summary').click()
    await expect.poll(signs).toEqual(collapsed.with(index, '"−"'))
  }
  await menu.getByRole('button', { name: 'Close', exact: true }).click()
  await menu.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await context.close()
})

test('a menu opened and a choice made before hydration keep their effect', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  let letScriptsCome = await holdScripts(context)
  // The page must store the parameter `wmpoid` although the test still holds back all script files.
  await page.goto(`${shopUrl}/home?wmpoid=oX-early`, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('openId') ?? '')).toMatch(/^\d+ oX-early$/)
  await page.goto(`${shopUrl}/about`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').waitFor()
  letScriptsCome()
  await waitForHydration(page)
  // The dialog must also stay open after all requests that the page makes later.
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('dialog').isVisible()).toBe(true)

  letScriptsCome = await holdScripts(context)
  await page.goto(`${shopUrl}/store/productlist?cat=all`, { waitUntil: 'commit' })
  await page.getByLabel('Sort by').selectOption('price_asc')
  letScriptsCome()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'price_asc')
  expect(complaints).toEqual([])
  await context.close()
})

test('the error of a form that was sent before hydration stays until the next try', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const refusal = page.getByRole('alert')
  let letScriptsCome = await holdScripts(context)
  await page.goto(`${shopUrl}/account/login`, { waitUntil: 'commit' })
  await page.locator('input[name=email]').fill('nobody@example.com')
  await page.locator('input[name=password]').fill('not the password')
  await page.locator('input[name=password]').press('Enter')
  await refusal.first().waitFor()
  const said = await refusal.allTextContents()
  letScriptsCome()
  await waitForHydration(page)
  await page.locator('input[name=email]').click()
  await page.waitForLoadState('networkidle')
  expect(await refusal.allTextContents()).toEqual(said)
  expect(await page.locator('input[name=email]').inputValue()).toBe('nobody@example.com')

  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await page.locator('.badge').first().waitFor()
  letScriptsCome = await holdScripts(context)
  await page.goto(`${shopUrl}/checkout/cart`, { waitUntil: 'commit' })
  const quantity = page.locator('.cart-line [name=quantity]')
  await quantity.fill('999')
  await quantity.press('Enter')
  await refusal.first().waitFor()
  letScriptsCome()
  await waitForHydration(page)
  await quantity.click()
  await page.waitForLoadState('networkidle')
  expect(await refusal.count()).toBeGreaterThan(0)
  await quantity.fill('2')
  await quantity.press('Enter')
  await expect.poll(() => refusal.count()).toBe(0)
  expect(complaints.filter((complaint) => !/status of 4(09|22)/.test(complaint))).toEqual([])
  await context.close()
})

test('a quantity typed before hydration is used', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const pieces = async () => (await clientOf(context, shopUrl).cart.view()).pieces
  let letScriptsCome = await holdScripts(context)
  await page.goto(`${shopUrl}/store/product/hokkaido-milk-loaf`, { waitUntil: 'commit' })
  const wanted = page.locator('form.buy [name=quantity]')
  await wanted.fill('2')
  letScriptsCome()
  await waitForHydration(page)
  await page.locator('form.buy .buy-button').click()
  await expect.poll(pieces).toBe(2)

  letScriptsCome = await holdScripts(context)
  await page.goto(`${shopUrl}/checkout/cart`, { waitUntil: 'commit' })
  const quantity = page.locator('.cart-line [name=quantity]')
  await quantity.fill('3')
  await quantity.blur()
  letScriptsCome()
  await expect.poll(pieces).toBe(3)
  expect(await quantity.inputValue()).toBe('3')
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  { javaScriptEnabled: true, locale: 'en', words: 'Please type a whole number, such as 2.' },
  { javaScriptEnabled: false, locale: 'zh', words: '请输入整数，例如 2。' },
])('an invalid quantity is refused beside its line, scripts: $javaScriptEnabled', async ({ words, ...look }) => {
  const { context, page } = await openPage(browser, { viewport: phone, ...look })
  await page.goto(`${shopUrl}/checkout/cart`)
  await fillCart({ api: clientOf(context, shopUrl) }, 'hokkaido-milk-loaf')
  await page.goto(`${shopUrl}/checkout/cart`)
  if (look.javaScriptEnabled) await waitForHydration(page)
  const quantity = page.locator('.cart-line [name=quantity]')
  const refusal = page.locator('.cart-line').getByText(words)
  const pieces = async () => (await clientOf(context, shopUrl).cart.view()).pieces
  await quantity.fill('abc')
  await quantity.press('Enter')
  await refusal.waitFor()
  expect(await quantity.inputValue()).toBe('1')
  // A full-width digit, as Chinese input methods write it.
  await quantity.fill('２')
  await quantity.press('Enter')
  await expect.poll(pieces).toBe(2)
  await expect.poll(() => refusal.count()).toBe(0)
  expect(await quantity.inputValue()).toBe('2')
  await context.close()
})

test('the error of a product form that was sent before hydration is visible on a phone', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  const letScriptsCome = await holdScripts(context)
  await page.goto(`${shopUrl}/store/product/hokkaido-milk-loaf`, { waitUntil: 'commit' })
  const form = page.locator('form.buy')
  await form.locator('[name=quantity]').waitFor()
  await form.evaluate((form: HTMLFormElement) => {
    const quantity = form.querySelector<HTMLInputElement>('[name=quantity]')
    if (quantity) quantity.value = '9999'
    form.submit()
  })
  const refusal = page.locator('form.buy [role=alert]')
  await refusal.waitFor()
  const isInSight = () =>
    refusal.evaluate((said) => {
      const { top, left, right, bottom } = said.getBoundingClientRect()
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return above !== null && said.contains(above)
    })
  await expect.poll(isInSight).toBe(true)
  letScriptsCome()
  await waitForHydration(page)
  expect(await isInSight()).toBe(true)
  expect(complaints.filter((complaint) => !/status of 4(09|22)/.test(complaint))).toEqual([])
  await context.close()
})

test.each(['once the first pictures are there', 'with the first use'])(
  'the page requests its scripts %s',
  async (when) => {
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
    const letPicturesCome = await hold(context, '**/media/**')
    const asked: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()))
    await page.goto(`${shopUrl}/home`, { waitUntil: 'domcontentloaded' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(asked).toEqual([])
    if (when === 'with the first use') await page.keyboard.press('Tab')
    else letPicturesCome()
    await waitForHydration(page)
    expect(complaints).toEqual([])
    await context.close()
  },
)

const holdScripts = (context: BrowserContext) => hold(context, '**/assets/*.js')

/** Holds all requests to these URLs until the returned function is called. */
async function hold(context: BrowserContext, addresses: string) {
  const held = Promise.withResolvers<void>()
  await context.route(addresses, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a menu entry changes the store and opens its target', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/home`)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.locator('summary', { hasText: 'Stores' }).click()
  // Clicks the first of two such buttons, because the menu's footer has the same button.
  await menu.getByRole('button', { name: 'Toronto' }).first().click()
  await page.getByRole('button', { name: 'Store: Toronto. Change' }).waitFor()
  await page.waitForURL(`${shopUrl}/store`)
  expect(complaints).toEqual([])
  await context.close()
})

test('a first navigation that is redirected has the texts of its target page', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  for (const path of ['/store/productlist?cat=all', '/store/groupCampaigns']) {
    await goTo(page, shopUrl + path)
    // The account link leads guests to the sign-in page.
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.waitForURL('**/account/login**')
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('choosing a store sends it to the server, and reloads app info and cart on the same page', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/clearance`)
  await page.getByRole('button', { name: 'Store: Markham. Change' }).click()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.split('/').pop()}`)
  })
  await page.getByText('British Columbia').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Richmond/ })
    .click()
  await page.getByRole('button', { name: 'Store: Richmond. Change' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(page.url()).toBe(`${shopUrl}/store/clearance`)
  // `calls` may also contain earlier calls of the page that arrive late, so the test does not compare the whole list.
  const told = 'POST setSelectedStoreLocation'
  const sinceTold = () => calls.slice(calls.indexOf(told)).slice(1)
  await expect.poll(sinceTold).toEqual(expect.arrayContaining(['GET appInfoInit', 'GET myCart']))
  expect(calls.indexOf('GET appInfoInit')).toBeGreaterThan(calls.indexOf(told))
  expect(complaints).toEqual([])
  await context.close()
})

test('choosing a store with a landing page opens it from the home page, and keeps other pages', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const choose = async (province: string, store: RegExp) => {
    await page.getByRole('button', { name: /^Store: .* Change$/ }).click()
    await page.getByText(province).click()
    await page.getByRole('dialog').getByRole('button', { name: store }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await goTo(page, `${shopUrl}/home`)
  await choose('British Columbia', /^Richmond/)
  await page.waitForURL(`${shopUrl}/richmond`)
  await page.getByRole('heading', { level: 1, name: 'Richmond' }).waitFor()
  await choose('Ontario', /^Toronto/)
  await page.waitForURL(`${shopUrl}/home`)
  await goTo(page, `${shopUrl}/store`)
  await choose('British Columbia', /^Richmond/)
  await page.getByRole('button', { name: 'Store: Richmond. Change' }).waitFor()
  expect(page.url()).toBe(`${shopUrl}/store`)
  expect(complaints).toEqual([])
  await context.close()
})

test('Apply sets language and currency, closes the dialog and keeps the page', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  await page.getByRole('button', { name: /^English · CAD/ }).click()
  await page.getByLabel('Language', { exact: true }).selectOption('zh')
  await page.getByLabel('Currency', { exact: true }).selectOption('USD')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: /^中文 · USD/ }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans')
  expect(page.url()).toBe(`${shopUrl}/store/productlist?cat=bread`)
  await page.reload()
  await page.getByRole('button', { name: /^中文 · USD/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the tab bar is visible below 768 pixels, with space under the footer; Support opens a sheet', async () => {
  const { context, page, complaints } = await openPage(browser, {
    locale: 'en',
    viewport: { width: mobileBreakpointPx - 1, height: 900 },
  })
  await goTo(page, `${shopUrl}/home`)
  const bar = page.locator('.tab-bar')
  const room = () =>
    page.locator('footer').evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingBottom))
  expect(await bar.isVisible()).toBe(true)
  const above = await room()
  expect(above).toBeGreaterThan((await bar.boundingBox())?.height ?? Number.NaN)
  await bar.getByRole('button', { name: 'Support' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'How can we help?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: mobileBreakpointPx, height: 900 })
  expect(await bar.isVisible()).toBe(false)
  expect(await room()).toBeLessThan(above)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['en', 'a guest'],
  ['zh', 'a guest'],
  ['en', 'a member'],
  ['zh', 'a member'],
] as const)('the header menu is one row below the centered name on a desktop, in %s for %s', async (locale, who) => {
  const { context, page, complaints } = await openPage(browser, { locale, viewport: desktop })
  if (who === 'a member') await signIn(page, shopUrl, demoAccounts[1])
  await goTo(page, `${shopUrl}/home`)
  const entries = page.locator('.header-menu > ul > li')
  expect(await entries.count()).toBeGreaterThan(4)
  for (const width of [1184, 1280, 1366, 1439, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await entries.evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().top))
    expect([width, new Set(tops).size]).toEqual([width, 1])
    const end = await entries.last().evaluate((entry) => entry.getBoundingClientRect().right)
    expect(end).toBeLessThanOrEqual(width)
    const name = await page.locator('.brand').evaluate((it) => it.getBoundingClientRect().toJSON())
    expect(tops[0]).toBeGreaterThanOrEqual(name.bottom)
    expect(Math.abs(name.left + name.width / 2 - width / 2)).toBeLessThan(2)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('checkout and cart are at the end of the header, with and without a menu', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const ends: number[] = []
  const endOf = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    ends.push(await page.locator('.header-end').evaluate((it) => innerWidth - it.getBoundingClientRect().right))
  }
  await goTo(page, `${shopUrl}/home`)
  expect(await page.locator('.header-menu').count()).toBe(1)
  for (const width of [1280, 1440]) await endOf(width)
  await goTo(page, `${shopUrl}/store/groupCampaigns`)
  expect(await page.locator('.header-menu').count()).toBe(0)
  for (const width of [1280, 1440]) await endOf(width)
  expect(ends.slice(2)).toEqual(ends.slice(0, 2))
  expect(complaints).toEqual([])
  await context.close()
})

test('the header has a checkout link at each width', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/home`)
  const link = page.locator('.header').getByRole('link', { name: 'Checkout', exact: true })
  for (const width of [320, phone.width, mobileBreakpointPx - 1, mobileBreakpointPx]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await link.isVisible()]).toEqual([width, true])
  }
  expect(await link.getAttribute('href')).toBe('/checkout')
  expect(complaints).toEqual([])
  await context.close()
})

test('the footer is one column on a phone, three on a desktop, and 1600 pixels wide at most', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/home`)
  const inside = page.locator('.footer-inside')
  const columns = () => inside.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
  expect(await columns()).toBe(1)
  await page.setViewportSize(desktop)
  expect(await columns()).toBe(3)
  await page.setViewportSize({ width: 2400, height: 900 })
  expect((await inside.boundingBox())?.width).toBe(footerMaxWidthPx)
  await context.close()
})

test('in the mini-program the contact button opens its contact page, or the support sheet without a bridge', async () => {
  const userAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile MicroMessenger/8.0.50 miniProgram/wx1'
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent })
  await goTo(page, `${shopUrl}/home`)
  const helper = page.getByRole('button', { name: 'Contact us' })
  await helper.click()
  await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
  await page.keyboard.press('Escape')
  const asked = await page.evaluate(() => {
    const asked: string[] = []
    Object.assign(window, { wx: { miniProgram: { navigateTo: ({ url }: { url: string }) => asked.push(url) } } })
    document.querySelector<HTMLElement>('.contact-helper')?.click()
    return asked
  })
  expect(asked).toEqual(['/pages/contact/contact'])
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['accepted', 'after'],
  ['dismissed', 'before'],
  ['Not now', 'before'],
] as const)(
  'the install offer is a bar, then an icon, and disappears on %s; the browser offers it %s hydration',
  async (answer, moment) => {
    const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
    await page.clock.install()
    const letScriptsCome = await holdScripts(context)
    if (moment === 'after') letScriptsCome()
    await page.goto(`${shopUrl}/home`)
    if (moment === 'after') await waitForHydration(page)
    await page.evaluate(noteInstallTimes)
    await page.evaluate(offerToInstall, answer)
    letScriptsCome()
    const offer = page.getByRole('complementary', { name: 'Use this website as a free app.' })
    await offer.getByText('Lantern Lane 灯里').waitFor()
    await offer.getByText('Use this website as a free app.').waitFor()
    expect(await offer.locator('img').count()).toBe(1)
    if (moment === 'after') {
      // Advances the clock in steps, so that the page renders changes in time.
      for (let passed = 0; passed < installIconDelayMs; passed += 100) await page.clock.runFor(100)
      await offer.getByText('Lantern Lane 灯里').waitFor({ state: 'hidden' })
      const { bar, icon } = await page.evaluate(() => document.documentElement.dataset)
      // Allows 100 ms less, because the delay may start some milliseconds before the bar is visible.
      expect(Number(icon) - Number(bar)).toBeGreaterThan(installIconDelayMs - 100)
    }
    const button = answer === 'Not now' ? answer : /Use this website as a free app\.$/
    await offer.getByRole('button', { name: button }).click()
    await offer.waitFor({ state: 'hidden' })
    // The page ignores the browser's later install events: after a navigation no install bar appears, and the browser's
    // prompt opens at most once.
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await page.waitForURL('**/store/search')
    await page.evaluate(offerToInstall, answer)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await offer.count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBe(
      answer === 'Not now' ? undefined : 'once',
    )
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a browser without an install event gets instructions, not on the first page and not twice', async () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const visit = { locale: 'zh', viewport: phone } as const
  for (const [userAgent, isOffered] of [
    [`${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`, true],
    [`${iPhone} Mobile/15E148 MicroMessenger/8.0.50`, false],
  ] as const) {
    const { context, page, complaints } = await openPage(browser, { ...visit, userAgent })
    const offer = page.getByRole('complementary', { name: '把网站当 App 用，免费又方便。' })
    await goTo(page, `${shopUrl}/store/brands`)
    expect(await offer.count()).toBe(0)
    const toTheShop = () => page.getByRole('navigation').getByRole('link', { name: '商店' }).click()
    await toTheShop()
    await page.waitForURL('**/store')
    if (isOffered) {
      await offer.getByRole('button', { name: '灯里' }).click()
      const guide = page.getByRole('dialog', { name: '添加到主屏幕' })
      expect(await guide.getByRole('listitem').allTextContents()).toHaveLength(2)
      await guide.getByRole('button', { name: '以后再说' }).click()
      await goTo(page, `${shopUrl}/store/brands`)
      await toTheShop()
      await page.waitForURL('**/store')
    }
    // Waits until the bar's script could have loaded, because it loads lazily.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 500))))
    expect(await offer.count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('the button of a copied link says so for two seconds', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await goTo(page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.clock.fastForward(2000)
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the page prefetches one page of each area after a pointer movement, and makes no changing call', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const chunks = ['cart', 'category', 'login', 'list']
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop() ?? ''))
  const areas = async () => chunks.filter((chunk) => names.some((name) => name.startsWith(`${chunk}-`)))
  let names: string[] = []
  await goTo(page, `${shopUrl}/about`)
  names = await loaded()
  expect(await areas()).toEqual([])
  let moves = 0
  await expect
    .poll(async () => {
      await page.mouse.move(100 + moves++, 100)
      names = await loaded()
      return areas()
    })
    .toEqual(chunks)
  const changing = listSpecificationCalls()
    .filter(({ name }) => changingGets.has(name))
    .map(({ path }) => new RegExp(`^${specificationBase}${path.replace(/:\w+/g, '[^/]+')}$`))
  expect(asked.filter((path) => changing.some((call) => call.test(path)))).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('the scroll position stays while the page loads', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const held = Promise.withResolvers<void>()
  await context.route('**/shoppingManagement4/myCart', async (route) => {
    await held.promise
    await route.continue()
  })
  await goTo(page, `${shopUrl}/store/productlist?cat=all`)
  await page.evaluate(() => window.scrollTo(0, 700))
  held.resolve()
  // The page stores `cartUpdated` once the cart has arrived.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cartUpdated'))).not.toBeNull()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.scrollY)).toBe(700)
  expect(complaints).toEqual([])
  await context.close()
})

test('going back restores the scroll position', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=all`)
  const product = page.getByRole('article').nth(8).getByRole('link').first()
  await product.scrollIntoViewIfNeeded()
  const position = () => page.evaluate(() => window.scrollY)
  const before = await position()
  expect(before).toBeGreaterThan(200)
  await product.click()
  await page.waitForURL('**/store/product/**')
  await expect.poll(position).toBe(0)
  await page.goBack()
  await expect.poll(async () => Math.abs((await position()) - before)).toBeLessThan(5)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('on a connection of %j a link prefetches its page: %s', async (connection, may) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await context.addInitScript((connection) => {
    Object.defineProperty(Navigator.prototype, 'connection', { value: connection })
  }, connection)
  await goTo(page, `${shopUrl}/account/login`)
  const link = page.locator('footer').getByRole('link', { name: 'Clearance' })
  await link.hover()
  const ahead = page.locator('link[rel=modulepreload][href*="clearance"]')
  if (may) await expect.poll(() => ahead.count()).toBeGreaterThan(0)
  await link.click()
  await page.waitForURL('**/store/clearance')
  if (!may) expect(await ahead.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('if the cart call fails other pages work, and the cart page offers to try again', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: desktop })
  await context.route('**/shoppingManagement4/myCart', (route) => route.abort())
  await goTo(page, `${shopUrl}/store/clearance`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('.badge').count()).toBe(0)
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await page.getByRole('link', { name: 'Try again' }).waitFor()
  expect(await page.getByText('Your cart is empty').count()).toBe(0)
  await context.close()
})

/** Runs in the page. Records on the document the times at which the install bar appears and becomes an icon. */
function noteInstallTimes() {
  const { dataset } = document.documentElement
  const note = () => {
    const isIcon = document.querySelector('.install')?.classList.contains('install-small')
    if (isIcon !== undefined) dataset[isIcon ? 'icon' : 'bar'] ??= String(performance.now())
  }
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] })
}

function offerToInstall(outcome: string) {
  const { dataset } = document.documentElement
  const prompt = async () => {
    dataset.asked = dataset.asked ? 'again' : 'once'
  }
  const event = new Event('beforeinstallprompt', { cancelable: true })
  window.dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) }))
}
