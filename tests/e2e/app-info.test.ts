import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MenuItem } from '#contract/shell.ts'
import { demoSettings } from '#demo/shop.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { shopFolder } from './shop.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const places = {
  desk: { viewport: desktop },
  phone: { viewport: phone, userAgent: `${iPhone} Version/18.0 Mobile/15E148 Safari/604.1` },
  weChat: { viewport: phone, userAgent: `${iPhone} Mobile/15E148 MicroMessenger/8.0.50` },
  miniProgram: { viewport: phone, userAgent: `${iPhone} Mobile/15E148 MicroMessenger/8.0.50 miniProgram/wx1` },
  alipay: { viewport: phone, userAgent: `${iPhone} Mobile/15E148 AlipayClient/10.6.0` },
}
type Place = keyof typeof places

const entry = (name: string, link: string): MenuItem => ({ name, link, linkActionType: 'INTERNAL_LINK' })
/** The shop's settings before each edit: the demonstration's settings, with more of the options turned on. */
const given: ShopSettings = {
  ...demoSettings,
  storeLogo: '2',
  logo: { imageURL: 'https://pictures.example/logo.svg' },
  footerLogo: { imageURL: 'https://pictures.example/foot.svg' },
  css: { ...demoSettings.css, varButton: { color: '#ffffff', background: '#a03010' } },
  navigation: { ...demoSettings.navigation, headerMenu: [entry('Front', 'home'), entry('Tea', 'products/tea-bar')] },
  system: {
    ...demoSettings.system,
    social: {
      instagram: { userName: 'lantern' },
      facebook: { pageURL: 'https://facebook.example/lantern' },
      twitter: { pageURL: 'https://twitter.example/lantern' },
      youTube: { pageURL: 'https://youtube.example/lantern' },
      linkedin: { pageURL: 'https://linkedin.example/lantern' },
      pinterest: { pageURL: 'https://pinterest.example/lantern' },
    },
    payment: {
      ...demoSettings.system.payment,
      supportVisa: true,
      supportMasterCard: true,
      supportAmex: true,
      supportPayPal: true,
    },
    appConfig: {
      ...demoSettings.system.appConfig,
      hidePowerBy: false,
      powerByName: 'Some Works',
      powerByFullUrl: 'https://works.example/',
      enableWeChatMiniProgramPromotion: true,
      weChatMiniProgramPromotionURL: 'https://wxaurl.cn/given',
    },
  },
}

let postgres: TestPostgres
let server: RunningServer
let db: pg.Pool
let browser: Browser
let folder: string
/** The home page with unchanged settings, opened in each of `places`. All tests share these pages. */
const unchanged = new Map<Place, Page>()
const changed = new Map<Place, Page>()
const heard: string[][] = []

beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'shop-app-info-'))
  await symlink(join(shopFolder, 'media'), join(folder, 'media'))
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query('create database shop')
  await admin.end()
  server = await startServer({ DATABASE_URL: postgres.url('shop'), DATA_DIR: folder, RATE_LIMIT_FACTOR: '100' })
  db = new pg.Pool({ connectionString: postgres.url('shop'), max: 2 })
  browser = await openBrowser()
  await change(() => {})
  for (const place of Object.keys(places) as Place[]) {
    const opened = await openPage(browser, { locale: 'en', ...places[place] })
    await answerPictures(opened.context)
    heard.push(opened.complaints)
    unchanged.set(place, await opened.context.newPage())
    changed.set(place, opened.page)
    await goTo(at(unchanged, place), `${server.url}/home`)
  }
})
afterAll(async () => {
  await browser?.close()
  await db?.end()
  await server?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Fulfils requests for pictures on other sites, so that tests need no network. */
function answerPictures(context: BrowserContext) {
  return context.route(
    (url) => url.protocol === 'https:',
    (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
}

type Edit = (settings: ShopSettings) => unknown
type Probe = (page: Page) => Promise<unknown>
type Case = [field: string, edit: Edit, probe: Probe, expected: unknown, place?: Place]

const words =
  (selector: string): Probe =>
  (page) =>
    page.locator(selector).allTextContents()
const attribute =
  (selector: string, name: string): Probe =>
  (page) =>
    page.locator(selector).evaluateAll((found, name) => found.map((element) => element.getAttribute(name)), name)
const colour =
  (selector: string, property: 'color' | 'backgroundColor'): Probe =>
  (page) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element)[property], property)
const howMany =
  (selector: string): Probe =>
  (page) =>
    page.locator(selector).filter({ visible: true }).count()
const has = (text: string) => expect.arrayContaining([expect.stringContaining(text)])
const hasNot = (text: string) => expect.not.arrayContaining([expect.stringContaining(text)])
const social = attribute('footer .social a', 'href')
const marks = attribute('footer [data-mark]', 'data-mark')
const menus = (selector: string): Probe => attribute(`${selector} a`, 'href')

const cases: Case[] = [
  ['storeName', (s) => (s.storeName = 'Another name'), words('footer .company-line'), has('Another name')],
  ['storeLogo', (s) => (s.storeLogo = '1'), words('header .brand'), ['Lantern Lane 灯里']],
  [
    'logo.imageURL',
    (s) => (s.logo.imageURL = 'https://pictures.example/new.svg'),
    attribute('header .brand img', 'src'),
    ['https://pictures.example/new.svg'],
  ],
  [
    'favicon.imageURL',
    (s) => (s.favicon.imageURL = 'https://pictures.example/icon.svg'),
    attribute('link[rel=icon]', 'href'),
    ['https://pictures.example/icon.svg'],
  ],
  [
    'footerLogo.imageURL',
    (s) => (s.footerLogo.imageURL = 'https://pictures.example/new.svg'),
    attribute('.footer-logo', 'src'),
    ['https://pictures.example/new.svg'],
  ],
  [
    'appDetail.cdnpath',
    (s) => (s.appDetail.cdnpath = 'https://cdn.example'),
    attribute('main img', 'src'),
    has('https://cdn.example/media/'),
  ],
  [
    'appDetail.appDomain',
    (s) => (s.appDetail.appDomain = 'https://another.example'),
    attribute('link[rel=canonical]', 'href'),
    ['https://another.example/home'],
  ],
  [
    'appDetail.caid',
    (s) => (s.appDetail.caid = 'shop-7'),
    attribute('meta[name=content-app-id]', 'content'),
    ['shop-7'],
  ],
  [
    'labels',
    (s) => (s.labels = { 'shell.follow_us': { en: 'Come along', zh: '跟我来' } }),
    words('footer .social h2'),
    ['Come along'],
  ],
  [
    'css.varFooter.background',
    (s) => (s.css.varFooter.background = '#123456'),
    colour('footer', 'backgroundColor'),
    'rgb(18, 52, 86)',
  ],
  ['css.varFooter.color', (s) => (s.css.varFooter.color = '#abcdef'), colour('footer', 'color'), 'rgb(171, 205, 239)'],
  [
    'css.varButton.background',
    (s) => (s.css.varButton.background = '#123456'),
    colour('main .button', 'backgroundColor'),
    'rgb(18, 52, 86)',
  ],
  [
    'css.varButton.color',
    (s) => (s.css.varButton.color = '#fff8f0'),
    colour('main .button', 'color'),
    'rgb(255, 248, 240)',
  ],
  [
    'css.varSideMenu.background',
    (s) => (s.css.varSideMenu.background = '#e0f0ff'),
    colour('#side-menu', 'backgroundColor'),
    'rgb(224, 240, 255)',
  ],
  [
    'css.varSideMenu.color',
    (s) => (s.css.varSideMenu.color = '#123456'),
    colour('#side-menu', 'color'),
    'rgb(18, 52, 86)',
  ],
  [
    'css.varHeaderNavActive.background',
    (s) => (s.css.varHeaderNavActive.background = '#fff0e0'),
    colour('.header-menu [aria-current]', 'backgroundColor'),
    'rgb(255, 240, 224)',
  ],
  [
    'css.varHeaderNavActive.color',
    (s) => (s.css.varHeaderNavActive.color = '#123456'),
    colour('.header-menu [aria-current]', 'color'),
    'rgb(18, 52, 86)',
  ],
  [
    'navigation.headerMenu',
    (s) => s.navigation.headerMenu.push(entry('More', 'page/x')),
    menus('.header-menu'),
    has('/x'),
  ],
  ['navigation.sideMenu', (s) => s.navigation.sideMenu.push(entry('More', 'page/x')), menus('#side-menu'), has('/x')],
  [
    'navigation.footerMenu',
    (s) => s.navigation.footerMenu.push(entry('More', 'page/x')),
    menus('.footer-menu'),
    has('/x'),
  ],
  [
    'navigation.footerTabs',
    (s) => (s.navigation.footerTabs = [entry('Only this', 'store')]),
    words('nav.tab-bar li'),
    ['Only this'],
    'phone',
  ],
  [
    'a menu’s nameContent',
    (s) => (s.navigation.headerMenu = [{ ...entry('Front', 'home'), nameContent: { en: 'In English', zh: '中文名' } }]),
    words('.header-menu li'),
    ['In English'],
  ],
  ['social.instagram.userName', (s) => (s.system.social.instagram.userName = ''), social, hasNot('instagram')],
  [
    'social.instagram.pageURL',
    (s) => (s.system.social.instagram.pageURL = 'https://instagram.example/new'),
    social,
    has('https://instagram.example/new'),
  ],
  ...(['facebook', 'twitter', 'youTube', 'linkedin', 'pinterest'] as const).map(
    (name): Case => [
      `social.${name}.pageURL`,
      (s) => (s.system.social[name].pageURL = `https://${name.toLowerCase()}.example/new`),
      social,
      has(`https://${name.toLowerCase()}.example/new`),
    ],
  ),
  ...(
    [
      ['supportVisa', 'Visa'],
      ['supportMasterCard', 'Mastercard'],
      ['supportAmex', 'Amex'],
      ['supportPayPal', 'PayPal'],
      ['supportWeChatPay', 'WeChat Pay'],
      ['supportAliPay', 'Alipay'],
      ['supportUnionPay', 'UnionPay'],
      ['supportInterac', 'Interac'],
      ['supportApplePay', 'Apple Pay'],
      ['supportGooglePay', 'Google Pay'],
    ] as const
  ).map(([flag, name]): Case => [`payment.${flag}`, (s) => (s.system.payment[flag] = false), marks, hasNot(name)]),
  [
    'payment.defaultCurrency.currencyCode',
    (s) => (s.system.payment.defaultCurrency.currencyCode = 'EUR'),
    words('.header-preferences'),
    ['English · EUR'],
  ],
  [
    'payment.defaultCurrency.currencyType',
    (s) => (s.system.payment.defaultCurrency.currencyType = 'Canadian dollar'),
    words('select[name=currency] option'),
    has('CAD (Canadian dollar)'),
  ],
  [
    'payment.exchangeCurrencies',
    (s) => (s.system.payment.exchangeCurrencies = [{ currencyCode: 'JPY' }]),
    words('select[name=currency] option'),
    ['CAD', 'JPY'],
  ],
  ['appConfig.hidePowerBy', (s) => (s.system.appConfig.hidePowerBy = true), howMany('footer .powered-by'), 0],
  [
    'appConfig.powerByName',
    (s) => (s.system.appConfig.powerByName = 'Others'),
    words('footer .powered-by'),
    has('Storefront & Others'),
  ],
  [
    'appConfig.powerByFullUrl',
    (s) => (s.system.appConfig.powerByFullUrl = 'https://others.example/'),
    attribute('footer .powered-by a', 'href'),
    ['/api/docs', 'https://others.example/'],
  ],
  [
    'appConfig.showPowerByNameOnly',
    (s) => (s.system.appConfig.showPowerByNameOnly = true),
    words('footer .powered-by'),
    hasNot('Storefront'),
  ],
  [
    'a powered-by bar without anybody to name',
    (s) => Object.assign(s.system.appConfig, { showPowerByNameOnly: true, powerByName: '' }),
    howMany('footer .powered-by'),
    0,
  ],
  [
    'appConfig.enableUserAccounts',
    (s) => (s.system.appConfig.enableUserAccounts = false),
    howMany('.header-account'),
    0,
  ],
  ['appConfig.enableCheckout', (s) => (s.system.appConfig.enableCheckout = false), howMany('.header-checkout'), 0],
  [
    'appConfig.enableCheckout in its tabs and cards',
    (s) => (s.system.appConfig.enableCheckout = false),
    howMany('.cart-link, .quick-add, .tab[href^="/checkout"]'),
    0,
    'phone',
  ],
  [
    'appConfig.enableMultiLocationSelection',
    (s) => (s.system.appConfig.enableMultiLocationSelection = false),
    howMany('button[popovertarget=locations-dialog]'),
    0,
  ],
  [
    'appConfig.enableWeChatMiniProgramPromotion',
    (s) => (s.system.appConfig.enableWeChatMiniProgramPromotion = false),
    howMany('.promotion'),
    0,
    'weChat',
  ],
  [
    'appConfig.weChatMiniProgramPromotionURL',
    (s) => (s.system.appConfig.weChatMiniProgramPromotionURL = 'https://wxaurl.cn/promotion'),
    attribute('.promotion a', 'href'),
    ['https://wxaurl.cn/promotion'],
    'weChat',
  ],
  [
    'a red packet without a page to open',
    (s) => (s.system.appConfig.weChatMiniProgramPromotionURL = ''),
    howMany('.promotion'),
    0,
    'weChat',
  ],
  [
    'appConfig.supportedLanguages',
    (s) => (s.system.appConfig.supportedLanguages = ['en']),
    howMany('footer button[value=zh]'),
    0,
  ],
]

test.each(cases)('the page depends on %s', async (_, edit, probe, expected, place = 'desk') => {
  expect(await probe(at(unchanged, place))).not.toEqual(expected)
  await change(edit)
  const page = at(changed, place)
  await goTo(page, `${server.url}/home`)
  expect(await probe(page)).toEqual(expected)
  expect(heard.flatMap((lines) => lines.splice(0))).toEqual([])
})

test.each<[keyof ShopSettings['headerControl'], Place, Place]>([
  ['notDisplayheaderInMP', 'miniProgram', 'weChat'],
  ['notDisplayheaderInAli', 'alipay', 'phone'],
  ['notDisplayheaderInMobile', 'phone', 'alipay'],
  ['notDisplayheaderInDesktop', 'desk', 'phone'],
])('%s hides the header in %s, not in %s', async (flag, own, other) => {
  const brand = howMany('header .brand')
  expect(await brand(at(unchanged, own))).toBe(1)
  await change((settings) => (settings.headerControl[flag] = true))
  for (const place of [own, other]) await goTo(at(changed, place), `${server.url}/home`)
  expect(await brand(at(changed, own))).toBe(0)
  expect(await howMany('.menu-toggle')(at(changed, own))).toBe(1)
  expect(await brand(at(changed, other))).toBe(1)
  expect(heard.flatMap((lines) => lines.splice(0))).toEqual([])
})

test('the page depends on its environment: isWmp, isAac', async () => {
  expect(await howMany('.footer-menu')(at(unchanged, 'phone'))).toBe(1)
  expect(await howMany('.footer-menu')(at(unchanged, 'miniProgram'))).toBe(1)
  expect(await howMany('.contact-helper')(at(unchanged, 'miniProgram'))).toBe(1)
  expect(await marks(at(unchanged, 'phone'))).toHaveLength(10)
  expect(await marks(at(unchanged, 'alipay'))).toEqual(['Alipay'])
  expect(await howMany('.promotion')(at(unchanged, 'weChat'))).toBe(1)
  expect(await howMany('.promotion')(at(unchanged, 'phone'))).toBe(0)
})

test('the WeChat promotion opens, closes, shows its discount and links to the promotion page', async () => {
  const page = at(unchanged, 'weChat')
  const words = page.locator('.promotion p')
  const toggle = page.locator('.promotion summary')
  expect(await words.isVisible()).toBe(false)
  await toggle.click()
  expect(await words.innerText()).toBe('Pay with WeChat Pay in our mini-program and save.')
  await toggle.click()
  expect(await words.isVisible()).toBe(false)
  await toggle.click()
  await page.locator('.promotion').getByRole('link', { name: 'Get the discount' }).click()
  await page.waitForURL('https://wxaurl.cn/given')
  await page.goBack()
})

test('a store name is shortened on narrow screens; the store is at the left, the language at the right', async () => {
  const page = at(changed, 'desk')
  const name = (en: string) =>
    db.query("update locations set name = jsonb_set(name, '{en}', to_jsonb($1::text)) where id = 'markham'", [en])
  await name('Markham Main Street')
  try {
    await change(() => {})
    await goTo(page, `${server.url}/about`)
    const chip = page.getByRole('button', { name: 'Store: Markham Main Street. Change' })
    const sides = async () => {
      const language = page.getByRole('banner').getByRole('button', { name: /^English · CAD/ })
      const middles = [chip, language].map(async (control) => {
        const { x, width } = (await control.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
        return x + width / 2 < 512 ? 'left' : 'right'
      })
      return Promise.all(middles)
    }
    const shown = async () => [await chip.locator('span:visible').innerText(), await sides()]
    await page.setViewportSize({ width: 1023, height: 900 })
    expect(await shown()).toEqual(['Markham Main ..', ['left', 'right']])
    await page.setViewportSize({ width: 1024, height: 900 })
    expect(await shown()).toEqual(['Markham Main Street', ['left', 'right']])
  } finally {
    await page.setViewportSize(desktop)
    await name('Markham')
    await change(() => {})
  }
})

test('the page depends on the visitor’s store: locid, locname', async () => {
  await change(() => {})
  const page = at(changed, 'desk')
  const chip = words('header button[popovertarget=locations-dialog] .only-large')
  expect(await chip(at(unchanged, 'desk'))).toEqual(['Markham'])
  await goTo(page, `${server.url}/home?loc=downtown`)
  expect(await chip(page)).toEqual(['Toronto'])
  expect(await words('#support-dialog strong')(page)).toEqual(['Toronto'])
  await page.context().clearCookies({ name: 'location' })
})

test.each([
  ['hidden', 'display = false'],
  ['virtual', 'virtual = true'],
])('an address with a %s store redirects to the home page', async (_, state) => {
  const ask = () => fetch(`${server.url}/about?loc=downtown`, { redirect: 'manual' })
  expect((await ask()).status).toBe(200)
  await db.query(`update locations set ${state} where id = 'downtown'`)
  try {
    await change(() => {})
    const answer = await ask()
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home'])
  } finally {
    await db.query("update locations set display = true, virtual = false where id = 'downtown'")
    await change(() => {})
  }
})

test('the page depends on the stores', async () => {
  await db.query(`update locations set name = '{"en":"Changed store","zh":"改名的店"}' where id = 'markham'`)
  await change(() => {})
  const page = at(changed, 'desk')
  await goTo(page, `${server.url}/home`)
  expect(await words('#locations-dialog li')(page)).toEqual(has('Changed store'))
  expect(await words('#locations-dialog li')(at(unchanged, 'desk'))).toEqual(hasNot('Changed store'))
})

test('the page depends on the language: currentLocale and its messages', async () => {
  await change(() => {})
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: desktop })
  await goTo(page, `${server.url}/home`)
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans')
  expect(await words('footer .payment-marks h2')(page)).toEqual(['支付方式'])
  expect(await words('footer .payment-marks h2')(at(unchanged, 'desk'))).toEqual(['Payment'])
  await context.close()
})

test('without a displayed store the shop says so in both languages, and still shows its own pages', async () => {
  await db.query('update locations set display = false')
  try {
    await change(() => {})
    for (const [locale, title] of [
      ['en', 'We are not open yet'],
      ['zh', '还没开张'],
    ] as const) {
      const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
      await answerPictures(context)
      for (const path of ['/home', '/store/productlist?cat=all', '/store/search?q=tea', '/checkout']) {
        expect((await goTo(page, server.url + path))?.status(), path).toBe(200)
        expect(await words('h1')(page), path).toEqual([title])
        expect(await howMany('.product-card')(page)).toBe(0)
      }
      await goTo(page, `${server.url}/about`)
      expect(await words('h1')(page)).not.toEqual([title])
      expect(complaints).toEqual([])
      await context.close()
    }
  } finally {
    await db.query(`update locations set display = true where id in ('markham', 'downtown', 'richmond')`)
    await change(() => {})
  }
})

const at = (pages: Map<Place, Page>, place: Place) => pages.get(place) as Page

let turns = 0
/**
 * Stores the settings in `given` with one edit, and waits until the shop serves them. The number of the edit is stored
 * as a dummy label, so that each response shows which edit it contains.
 */
async function change(edit: Edit) {
  const settings = structuredClone(given)
  edit(settings)
  const turn = String(++turns)
  settings.labels = { ...settings.labels, 'test.turn': { en: turn, zh: turn } }
  await db.query('update shop set settings = $1', [JSON.stringify(settings)])
  await db.query("select pg_notify('catalogue', 'content')")
  const answered = async () => {
    const { appContent } = await (await fetch(`${server.url}/api/istore/client/common3/appInfoInit`)).json()
    return appContent.labels['test.turn']?.en === turn
  }
  await vi.waitUntil(answered, { interval: 10, timeout: 10_000 })
}
