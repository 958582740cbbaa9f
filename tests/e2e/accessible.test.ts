import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import { demoAccounts } from '#demo/accounts.ts'
import routes from '#storefront/routes.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const allLooks = [
  { locale: 'en', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  { locale: 'zh', viewport: desktop, colorScheme: 'light' },
  { locale: 'en', viewport: phone, colorScheme: 'light' },
  { locale: 'zh', viewport: { width: 820, height: 1180 }, colorScheme: 'dark' },
] as const
/**
 * The looks in which pages are checked. A look is a language, a window size and a colour scheme. Only `npm run
 * test:journeys -- --looks` uses all looks.
 */
const looks = process.env.JOURNEYS === 'looks' ? allLooks : allLooks.slice(0, 2)
const pages = [
  '/home',
  '/store',
  '/store/productlist?cat=all',
  '/store/productlist?cat=cakes&sort=price-asc',
  '/store/productlist?cat=kitchen',
  '/store/productlist?cat=all&diet=vegan&min=5&stock=1',
  '/store/productlist?cat=cakes&diet=vegan&min=80',
  '/store/tag/best-seller',
  '/store/brand',
  '/store/brand/moon-rabbit',
  '/store/search',
  '/store/search?q=tea',
  '/store/search?q=zzzz',
  '/store/clearance',
  '/store/product/hokkaido-milk-loaf',
  '/store/product/brown-sugar-boba-milk',
  '/store/product/not-there',
  '/store/groupCampaigns',
  '/store/groupCampaign/not-there',
  '/store/campaignItem/not-there',
  '/checkout/campaignCart?FissionSale=not-there',
  '/store/live',
  '/blog',
  '/influencers',
  '/privacy-choices',
  '/checkout/cart',
  '/confirmation?from_source=opay_h5',
  '/account/login',
  '/account/signup',
  '/about',
  '/contact',
  '/organisers',
  '/forms/catering',
]

/**
 * To save time, members' pages, `quietPages`, dialogs and the checkout are checked only in these two looks. They cover
 * a narrow and a wide window, both languages, and a dark and a light colour scheme.
 */
const fewLooks = allLooks.slice(0, 2)
const memberPages = [
  '/user/list',
  '/user/orders',
  '/user/coupons',
  '/user/credit',
  '/user/referral',
  '/invite',
  '/user/profile',
  '/user/security',
  '/user/privacy',
  '/user/addresses',
  '/user/linked',
  '/user/membership',
  '/user/influencer',
  '/user/contacts',
  '/user/linked/wechat?state=refused',
] as const

/** Pages that resemble other pages, and so are checked only in `fewLooks`. */
const quietPages = [
  '/tables',
  '/account/forgot',
  '/account/code',
  '/account/link?token=none',
  '/account/reset?token=none',
  '/account/with/wechat?form=register',
  '/account/closed',
  '/blog/category/recipes',
  '/blog/tag/tea',
  '/blog/twelve-minute-noodles',
  '/blog/not-there',
] as const

/** Routes that have no page to check, each with the reason. */
const lookless: Record<string, string> = {
  '/user/export': 'a file to be saved',
  '/preferences': 'where forms are sent to; leads back',
  '/main': 'shows the page that it was called from anew',
  '/*': 'leads home',
  '/': 'the same as /home',
  '/checkout': 'the same as /checkout/cart',
  '/user': 'leads to /user/list',
  '/store/groupCampaign': 'the same as /store/groupCampaigns',
  '/checkout/campaignPayment': 'the same as /checkout/payment, of a group-buy',
}

type Inspect = (name: string, isRefusal?: boolean) => Promise<void>

test.each(looks)(
  'no page has axe violations, overflow or foreign texts in $locale, $viewport.width wide, $colorScheme',
  async (look) => {
    const { context, page, inspect, flaws } = await openInspected(look)
    // Checks all pages in each light look. Each of the two dark looks checks only half of the pages, to save time. Only
    // `npm run test:journeys -- --looks` includes the second dark look.
    const turn = looks.indexOf(look) % 2
    for (const path of pages.filter((_, at) => look.colorScheme === 'light' || at % 2 === turn)) {
      const isMissing = path.includes('not')
      const answer = await goTo(page, shopUrl + path)
      expect(answer?.status(), path).toBe(isMissing ? 404 : 200)
      await inspect(path, isMissing)
    }
    expect(flaws).toEqual([])
    await context.close()
  },
)

test.each(fewLooks)(
  'dialogs, checkout and login have no axe violations, overflow or foreign texts in $locale, $viewport.width wide',
  async (look) => {
    const { context, page, inspect, flaws } = await openInspected(look)
    await goTo(page, `${shopUrl}/home`)
    await openDialogs(page, inspect)
    await openFilters(page, inspect)
    await openSharing(page, inspect)
    await lookAtCampaign(page, inspect)
    await buy(page, look.locale, inspect)
    await signIn(page, inspect)
    expect(flaws).toEqual([])
    await context.close()
  },
)

test.each(fewLooks)(
  'pages of members and tables have no axe violations, overflow or foreign texts in $locale, $viewport.width wide',
  async (look) => {
    const { context, page, inspect, flaws } = await openInspected(look)
    await goTo(page, `${shopUrl}/tables`)
    const table = await page.locator('a[href*="/table/"]').first().getAttribute('href')
    await goTo(page, `${shopUrl}/influencers`)
    const influencer = await page.locator('main a[href*="/influencer/"]').first().getAttribute('href')
    for (const path of [...quietPages, ...[table, influencer].map((to) => new URL(to ?? '', shopUrl).pathname)]) {
      await goTo(page, shopUrl + path)
      await inspect(path, path.includes('not-there'))
    }
    await goTo(page, `${shopUrl}/account/login`)
    await enter(page)
    for (const path of memberPages) {
      await goTo(page, shopUrl + path)
      await inspect(path)
    }
    await goTo(page, `${shopUrl}/user/orders`)
    await page.locator('main a[href^="/user/orders/"]').first().click()
    await page.locator('.order-deeds').waitFor()
    await inspect('order')
    await buyWithEverything(page, look.locale, inspect)
    expect(flaws).toEqual([])
    await context.close()
  },
)

test.each([phone, desktop])('each focused element shows its keyboard focus, $width wide', async (viewport) => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport })
  for (const path of [
    '/home',
    '/store',
    '/store/product/brown-sugar-boba-milk',
    '/store/search?q=tea',
    '/account/signup',
  ]) {
    await goTo(page, shopUrl + path)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(findInvisibleFocus), path).toEqual([])
  }
  await context.close()
})

test('these tests inspect each route of the shop, except those without a page', () => {
  const shown = addressesOf(routes).filter((address) => {
    const pattern = new RegExp(`^${address.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)
    return ![...inspected].some((path) => pattern.test(path))
  })
  expect(shown.sort()).toEqual(Object.keys(lookless).sort())
})

function addressesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children }) =>
    children ? addressesOf(children) : path || index ? [`/${path ?? ''}`] : [],
  )
}

/** Paths of all inspected pages. */
const inspected = new Set<string>()

/** Opens a page in this look. `inspect` collects the flaws of the page's current state. */
async function openInspected(look: (typeof looks)[number]) {
  const { context, page, complaints } = await openPage(browser, { ...look, reducedMotion: 'reduce' })
  await context.addInitScript(layOutEverything)
  const flaws: string[] = []
  const inspect: Inspect = async (name, isRefusal = false) => {
    inspected.add(new URL(page.url()).pathname)
    flaws.push(...(await flawsOf(page, look.locale)).map((flaw) => `${name}: ${flaw}`))
    flaws.push(...complaints.splice(0).filter((line) => !(isRefusal && isRefusedCall(line))))
  }
  return { context, page, inspect, flaws }
}

/**
 * Opens each dialog. The focus must move into the dialog. When the dialog closes, the focus must return to the button.
 */
async function openDialogs(page: Page, inspect: Inspect) {
  for (const opener of await page.locator('button[aria-haspopup=dialog]:visible').all()) {
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await inspect(`dialog “${await dialog.getByRole('heading').first().innerText()}”`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  }
}

/** Opens the filter sheet. Does nothing on wide windows, which have no button for it. */
async function openFilters(page: Page, inspect: Inspect) {
  await goTo(page, `${shopUrl}/store/productlist?cat=all`)
  const opener = page.locator('.filter-button')
  if (!(await opener.isVisible())) return
  await opener.click()
  const sheet = page.locator('.filters')
  await sheet.waitFor()
  expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await inspect('filters')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Opens a product's share sheet and poster. */
async function openSharing(page: Page, inspect: Inspect) {
  await goTo(page, `${shopUrl}/store/product/char-siu-rice`)
  const opener = page.locator('.share')
  await opener.click()
  await page.locator('.share-sheet > .button').click()
  await page.locator('.poster img').waitFor()
  await inspect('sharing')
  for (const steps of await page.locator('.share-steps > summary').all()) {
    await steps.click()
    await inspect('steps of sharing')
  }
  await page.keyboard.press('Escape')
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Inspects a group-buy, one of its items, the cart, and the checkout page with the pickup points. */
async function lookAtCampaign(page: Page, inspect: Inspect) {
  await goTo(page, `${shopUrl}/store/groupCampaigns`)
  const path = await page.locator('#open ~ ul h3 a').first().getAttribute('href')
  await goTo(page, shopUrl + path)
  await inspect('group-buy')
  const item = await page.locator('.campaign-item h3 a').first().getAttribute('href')
  await goTo(page, shopUrl + item)
  await inspect('item of a group-buy')
  await page.locator('.buy-button').click()
  await page.locator('.buy-news a').click()
  await page.locator('.cart-line').waitFor()
  await inspect('cart of a group-buy')
  await goTo(page, page.url().replace('campaignCart', 'campaignCheckout'))
  await page.locator('.point').first().waitFor()
  await inspect('pickup points of a group-buy')
}

async function buy(page: Page, locale: Locale, inspect: Inspect) {
  const say = (key: keyof typeof texts) => texts[key][locale === 'en' ? 0 : 1]
  await goTo(page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
  await page.getByRole('button', { name: new RegExp(`^${say('store.add')}`) }).click()
  await page.getByText(say('store.added')).waitFor()
  await inspect('product in the cart')
  await goTo(page, `${shopUrl}/checkout/cart`)
  await inspect('cart')
  await page
    .getByRole('main')
    .getByRole('link', { name: say('cart.to_checkout') })
    .click()
  await page.getByRole('button', { name: say('checkout.continue') }).click()
  await page.getByRole('alert').waitFor()
  await inspect('details with errors', true)
  await page.getByLabel(say('checkout.name'), { exact: true }).fill('王 Test')
  await page.getByLabel(say('checkout.phone'), { exact: true }).fill('416 555 0101')
  await page.getByLabel(say('checkout.email'), { exact: true }).fill('everybody@example.com')
  await page.getByRole('button', { name: say('checkout.continue') }).click()
  await page.getByRole('radio', { name: say('payments.pay_at_store') }).waitFor()
  await inspect('payment')
  await page.getByRole('radio', { name: say('payments.pay_at_store') }).check()
  await page.getByRole('button', { name: say('payment.place_store').replace(/ · .*/, '') }).click()
  await page.locator('.pickup-code').waitFor()
  await inspect('confirmation')
}

/** Inspects an incomplete delivery address, a refused coupon, and a bill with coupon, tip and store credit. */
async function buyWithEverything(page: Page, locale: Locale, inspect: Inspect) {
  const say = (key: keyof typeof texts) => texts[key][locale === 'en' ? 0 : 1]
  const onwards = page.getByRole('button', { name: say('checkout.continue') })
  await goTo(page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
  await page.getByRole('button', { name: new RegExp(`^${say('store.add')}`) }).click()
  await page.getByText(say('store.added')).waitFor()
  await goTo(page, `${shopUrl}/checkout/checkout`)
  await page.locator('input[name=method][value=DELIVERY]').check()
  await onwards.click()
  await page.getByRole('alert').waitFor()
  await inspect('delivery with errors', true)
  await page.locator('input[name=method][value=PICKUP]').check()
  await onwards.click()
  await page.waitForURL('**/checkout/payment')
  const fill = async (field: string, text: string) => {
    const fold = page.locator('details', { has: page.locator(field) })
    if (!(await page.locator(field).isVisible())) await fold.locator('summary').click()
    await page.locator(field).fill(text)
    await page.locator(field).press('Enter')
  }
  await fill('#coupon-code', 'family')
  await page.locator('.coupon-used').waitFor()
  await page.locator('#tip-title').click()
  await page.locator('.extra-choice').last().click()
  await page.locator('.extra-choice[aria-pressed=true]').last().waitFor()
  await fill('#credit-amount', '1')
  await page.locator('.credit-uses button').nth(1).waitFor()
  await fill('#coupon-code', 'YESTERDAY')
  await page.locator('#coupon-code-error').waitFor()
  for (const closed of await page.locator('.checkout-form details:not([open]) > summary').all()) await closed.click()
  await inspect('payment with coupon, tip and credit', true)
  await page.getByRole('radio', { name: say('payments.pay_at_store') }).check()
  await page.getByRole('button', { name: say('payment.place_store').replace(/ · .*/, '') }).click()
  await page.locator('.pickup-code').waitFor()
  await inspect('confirmation with coupon, tip and credit')
}

async function signIn(page: Page, inspect: Inspect) {
  const password = page.locator('input[name=password]')
  await goTo(page, `${shopUrl}/account/login`)
  await page.locator('input[name=email]').fill(demoAccounts[0].email)
  await password.fill('not the password')
  await password.press('Enter')
  await page.getByRole('alert').waitFor()
  await inspect('refused sign-in', true)
  await enter(page)
}

async function enter(page: Page) {
  await page.locator('input[name=email]').fill(demoAccounts[0].email)
  await page.locator('input[name=password]').fill(demoAccounts[0].password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
}

/** Whether a console line is Chromium's report of a 4xx response of the shop. The tests provoke such responses. */
function isRefusedCall(line: string) {
  const [, url = ''] = /^Failed to load resource: .* status of 4\d\d .*\((\S+)\)$/.exec(line) ?? []
  return url.startsWith(`${shopUrl}/api/`) || url.startsWith(`${shopUrl}/`)
}

/** Flaws of a page: axe violations, content wider than the screen, and texts of the shop in the other language. */
async function flawsOf(page: Page, locale: Locale): Promise<string[]> {
  await page.waitForFunction(isAtRest)
  await page.evaluate(endMovements)
  const violations = await findViolations(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const said = new Set(await page.evaluate(readTexts))
  const foreign = Object.values(texts)
    .filter(([en, zh]) => en !== zh)
    .map(([en, zh]) => (locale === 'zh' ? en : zh))
    .filter((text) => said.has(text))
  return [
    ...violations,
    ...(overflow > 0 ? [`${overflow}px wider than the screen`] : []),
    ...foreign.map((text) => `“${text}” is in the other language`),
  ]
}

/** Whether no navigation is in progress. Runs in the page. */
function isAtRest() {
  return !document.querySelector('.page-progress')
}

/** Runs in the page. Finishes all finite animations, so that colours are final. */
function endMovements() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  }
}

/**
 * Runs in the page before rendering. Lays out rows below the fold at once, because axe might otherwise check them
 * before they have colours and sizes.
 */
function layOutEverything() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Runs in the page. Returns the title, the texts and the text attributes, except in elements that are marked as another
 * language.
 */
function readTexts(): string[] {
  const lang = document.documentElement.lang
  const isOther = (element: Element) => element.closest<HTMLElement>('[lang]')?.lang !== lang
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = [document.title]
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element && !/^(SCRIPT|STYLE)$/.test(element.tagName) && !isOther(element))
      found.push(walker.currentNode.textContent ?? '')
  }
  for (const name of ['aria-label', 'alt', 'title', 'placeholder'])
    for (const element of document.body.querySelectorAll(`[${name}]`))
      if (!isOther(element)) found.push(element.getAttribute(name) ?? '')
  return found.map((text) => text.trim()).filter(Boolean)
}

/**
 * Runs in the page, after a key press, because browsers show the focus only to visitors who use the keyboard. Focuses
 * each focusable element in turn. Returns each element whose focus changes neither its own appearance nor that of its
 * label, next sibling or parent.
 */
function findInvisibleFocus(): string[] {
  const looksOf = (element: Element) =>
    [element, element.closest('label'), element.nextElementSibling, element.parentElement]
      .flatMap((near) => (near ? [getComputedStyle(near), getComputedStyle(near, '::after')] : []))
      .map(({ outline, boxShadow, borderColor, backgroundColor }) => [outline, boxShadow, borderColor, backgroundColor])
      .join()
  const invisible: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) continue
    ;(document.activeElement as HTMLElement | null)?.blur()
    const before = looksOf(element)
    element.focus()
    if (document.activeElement === element && looksOf(element) === before)
      invisible.push(element.outerHTML.slice(0, 200))
  }
  return invisible
}
