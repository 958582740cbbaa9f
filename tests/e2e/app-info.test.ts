import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopSettings } from '#server/content/tables.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'

let postgres: TestPostgres
let server: RunningServer
let db: pg.Pool
let browser: Browser
let folder: string
let settings: ShopSettings

beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'shop-app-info-'))
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query('create database shop')
  await admin.end()
  server = await startServer({ DATABASE_URL: postgres.url('shop'), DATA_DIR: folder })
  db = new pg.Pool({ connectionString: postgres.url('shop'), max: 2 })
  settings = (await db.query('select settings from shop')).rows[0].settings
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await db.end()
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const agents = {
  browser: undefined,
  miniProgram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50 miniProgram/wx1',
  alipay:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 AlipayClient/10.6.0',
  weChat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
}

/** What a visitor sees and what is there for machines, without anything that differs by itself. */
async function look(agent: keyof typeof agents, viewport: typeof phone): Promise<string> {
  const { context, page } = await openPage(browser, {
    locale: 'en',
    viewport,
    ...(agents[agent] && { userAgent: agents[agent] }),
  })
  await page.goto(`${server.url}/home`, { waitUntil: 'networkidle' })
  const seen = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const colours = [...document.querySelectorAll('header, footer, .button, dialog, nav a[aria-current]')].map(
      (element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return `${color} ${backgroundColor}`
      },
    )
    const properties = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => (rule.cssText.startsWith(':root') ? [rule.cssText] : []))
    const visible = [...document.querySelectorAll('body *')]
      .filter((element) => (element as HTMLElement).checkVisibility())
      .map((element) => `${element.tagName}.${element.getAttribute('class')}`)
    const kept = document.documentElement.cloneNode(true) as HTMLElement
    for (const script of kept.querySelectorAll('script')) script.remove()
    return [style.colorScheme, ...colours, ...properties, ...visible, kept.innerHTML].join('\n')
  })
  await context.close()
  return seen.replace(/nonce="[^"]*"/g, '')
}

async function change(edit: (settings: ShopSettings) => void) {
  const changed = structuredClone(settings)
  edit(changed)
  await db.query('update shop set settings = $1', [JSON.stringify(changed)])
  await db.query("select pg_notify('catalogue', 'content')")
  await new Promise((resolve) => setTimeout(resolve, 50))
}

type Case = [
  field: string,
  edit: (settings: ShopSettings) => void,
  agent?: keyof typeof agents,
  viewport?: typeof phone,
]
const item = {
  name: 'Changed entry',
  nameContent: { en: 'Changed entry', zh: '改过的一项' },
  link: 'clearance',
  linkActionType: 'INTERNAL_LINK' as const,
}
const cases: Case[] = [
  [
    'storeName',
    (s) => {
      s.storeName = 'Another name'
    },
  ],
  [
    'storeLogo and logo.imageURL',
    (s) => {
      s.storeLogo = '2'
      s.logo.imageURL = '/media/logo.png'
    },
  ],
  [
    'favicon.imageURL',
    (s) => {
      s.favicon.imageURL = 'https://cdn.example/favicon.png'
    },
  ],
  [
    'footerLogo.imageURL',
    (s) => {
      s.footerLogo.imageURL = 'https://cdn.example/footer.png'
    },
  ],
  [
    'appDetail.cdnpath',
    (s) => {
      s.appDetail.cdnpath = 'https://cdn.example'
    },
  ],
  [
    'appDetail.appDomain',
    (s) => {
      s.appDetail.appDomain = 'https://another.example'
    },
  ],
  [
    'appDetail.caid',
    (s) => {
      s.appDetail.caid = 'another-id'
    },
  ],
  [
    'labels',
    (s) => {
      s.labels = { ...s.labels, 'shell.cart': { en: 'Basket of mine', zh: '我的篮子' } }
    },
  ],
  [
    'css.varFooter.background',
    (s) => {
      s.css.varFooter.background = '#123456'
    },
  ],
  [
    'css.varFooter.color',
    (s) => {
      s.css.varFooter.color = '#abcdef'
    },
  ],
  [
    'css.varButton.background',
    (s) => {
      s.css.varButton.background = '#123456'
    },
  ],
  [
    'css.varButton.color',
    (s) => {
      s.css.varButton.color = '#fedcba'
    },
  ],
  [
    'css.varSideMenu.background',
    (s) => {
      s.css.varSideMenu.background = '#123456'
    },
  ],
  [
    'css.varSideMenu.color',
    (s) => {
      s.css.varSideMenu.color = '#abcdef'
    },
  ],
  [
    'css.varHeaderNavActive.background',
    (s) => {
      s.css.varHeaderNavActive.background = '#123456'
    },
  ],
  [
    'css.varHeaderNavActive.color',
    (s) => {
      s.css.varHeaderNavActive.color = '#654321'
    },
  ],
  [
    'navigation.headerMenu',
    (s) => {
      s.navigation.headerMenu = [item]
    },
  ],
  [
    'navigation.sideMenu',
    (s) => {
      s.navigation.sideMenu = [item]
    },
  ],
  [
    'navigation.footerMenu',
    (s) => {
      s.navigation.footerMenu = [item]
    },
  ],
  [
    'navigation.footerTabs',
    (s) => {
      s.navigation.footerTabs = [item]
    },
    'browser',
    phone,
  ],
  [
    'social.instagram',
    (s) => {
      s.system.social.instagram = { userName: 'changed', pageURL: 'https://www.instagram.com/changed' }
    },
  ],
  [
    'social.facebook',
    (s) => {
      s.system.social.facebook.pageURL = 'https://www.facebook.com/changed'
    },
  ],
  [
    'social.twitter',
    (s) => {
      s.system.social.twitter.pageURL = 'https://twitter.com/changed'
    },
  ],
  [
    'social.youTube',
    (s) => {
      s.system.social.youTube.pageURL = 'https://www.youtube.com/changed'
    },
  ],
  [
    'social.linkedin',
    (s) => {
      s.system.social.linkedin.pageURL = 'https://www.linkedin.com/company/changed'
    },
  ],
  [
    'social.pinterest',
    (s) => {
      s.system.social.pinterest.pageURL = 'https://www.pinterest.com/changed'
    },
  ],
  ...(
    [
      'supportVisa',
      'supportMasterCard',
      'supportAmex',
      'supportPayPal',
      'supportWeChatPay',
      'supportAliPay',
      'supportUnionPay',
    ] as const
  ).map(
    (field): Case => [
      `payment.${field}`,
      (s) => {
        s.system.payment[field] = !s.system.payment[field]
      },
    ],
  ),
  [
    'payment.defaultCurrency',
    (s) => {
      s.system.payment.defaultCurrency = { currencyType: 'Euro', currencyCode: 'EUR' }
    },
  ],
  [
    'payment.exchangeCurrencies',
    (s) => {
      s.system.payment.exchangeCurrencies = [{ currencyCode: 'JPY' }]
    },
  ],
  [
    'appConfig.hidePowerBy',
    (s) => {
      s.system.appConfig.hidePowerBy = !s.system.appConfig.hidePowerBy
    },
  ],
  [
    'appConfig.powerByName',
    (s) => {
      s.system.appConfig.powerByName = 'Changed maker'
    },
  ],
  [
    'appConfig.powerByFullUrl',
    (s) => {
      s.system.appConfig.powerByFullUrl = 'https://changed.example'
    },
  ],
  [
    'appConfig.showPowerByNameOnly',
    (s) => {
      s.system.appConfig.showPowerByNameOnly = !s.system.appConfig.showPowerByNameOnly
    },
  ],
  [
    'appConfig.enableUserAccounts',
    (s) => {
      s.system.appConfig.enableUserAccounts = false
    },
  ],
  [
    'appConfig.enableCheckout',
    (s) => {
      s.system.appConfig.enableCheckout = false
    },
  ],
  [
    'appConfig.enableMultiLocationSelection',
    (s) => {
      s.system.appConfig.enableMultiLocationSelection = false
    },
  ],
  [
    'appConfig.enableWeChatMiniProgramPromotion',
    (s) => {
      s.system.appConfig.enableWeChatMiniProgramPromotion = !s.system.appConfig.enableWeChatMiniProgramPromotion
    },
    'weChat',
    phone,
  ],
  [
    'appConfig.supportedLanguages',
    (s) => {
      s.system.appConfig.supportedLanguages = ['en']
    },
  ],
  [
    'headerControl.notDisplayheaderInMP',
    (s) => {
      s.headerControl.notDisplayheaderInMP = !s.headerControl.notDisplayheaderInMP
    },
    'miniProgram',
    phone,
  ],
  [
    'headerControl.notDisplayheaderInAli',
    (s) => {
      s.headerControl.notDisplayheaderInAli = !s.headerControl.notDisplayheaderInAli
    },
    'alipay',
    phone,
  ],
  [
    'headerControl.notDisplayheaderInMobile',
    (s) => {
      s.headerControl.notDisplayheaderInMobile = !s.headerControl.notDisplayheaderInMobile
    },
    'browser',
    phone,
  ],
  [
    'headerControl.notDisplayheaderInDesktop',
    (s) => {
      s.headerControl.notDisplayheaderInDesktop = !s.headerControl.notDisplayheaderInDesktop
    },
  ],
]

test.each(cases)('the page follows %s', async (_, edit, agent = 'browser', viewport = desktop) => {
  await change(() => {})
  const before = await look(agent, viewport)
  expect(await look(agent, viewport)).toBe(before)
  await change(edit)
  expect(await look(agent, viewport)).not.toBe(before)
})

test('the page follows the stores', async () => {
  await change(() => {})
  const before = await look('browser', desktop)
  await db.query(
    "update locations set name = jsonb_set(name, '{en}', '\"Changed store\"') where position = (select min(position) from locations)",
  )
  await db.query("select pg_notify('catalogue', 'content')")
  await new Promise((resolve) => setTimeout(resolve, 50))
  const after = await look('browser', desktop)
  expect(after).not.toBe(before)
  expect(after).toContain('Changed store')
})

test('the page follows the language: its texts, its lang, its messages', async () => {
  await change(() => {})
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: desktop })
  await page.goto(`${server.url}/home`)
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans')
  expect(await page.locator('footer').innerText()).toMatch(/[\u4e00-\u9fff]/)
  await context.close()
})
