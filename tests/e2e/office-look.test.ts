import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'

/** The owner changes the appearance and the options of an empty shop. Shoppers see each change. */

let browser: Browser
let folder: string
let server: RunningServer
/** The pages of two owners: one on a phone in Chinese, the other on a desktop in English. */
let chinese: Page
let english: Page
const problems: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-look-'))
  server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
  browser = await openBrowser()
  chinese = await openOwner({ locale: 'zh', viewport: phone }, { name: '陈美', email: 'mei@shop.example' })
  english = await openOwner({ locale: 'en', viewport: desktop }, { name: 'Kim', email: 'kim@shop.example' })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(look: Parameters<typeof openPage>[1]): Promise<Page> {
  const { page, complaints } = await openPage(browser, look)
  problems.push(complaints)
  return page
}

/** Signs in a new owner with a link of the `owner` command. */
async function openOwner(look: Parameters<typeof openPage>[1], { name, email }: { name: string; email: string }) {
  const page = await open(look)
  const { text: said } = await runShop(['owner', '--url', server.url], { DATA_DIR: folder, DEMO: 'false' })
  await page.goto(`${server.url}/office/start#${said.split('#')[1]?.trim()}`)
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('plum-boat-lantern-7')
  await page.locator('button[value=join]').click()
  await page.locator('.frame').waitFor()
  return page
}

async function visit(page: Page, path: string) {
  await page.goto(`${server.url}/office${path}`)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}

async function save(page: Page) {
  await page.locator('button[value=save]').click()
  await page.locator('.user-done').waitFor()
}

/** Opens a page of the shop as a new shopper. */
async function shop(path: string, look: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await open({ viewport: desktop, ...look })
  await page.goto(server.url + path)
  return page
}

const problemsOf = async (page: Page) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...(await findViolations(page)), ...(width > 0 ? [`${width} px too wide`] : [])]
}

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1f6f5c' } })
    .png()
    .toBuffer()

test('an owner gives the shop a name, a logo, an icon and a colour on a phone in Chinese', async () => {
  await visit(chinese, '/look')
  expect(await chinese.locator('h1').textContent()).toBe('店名与外观')
  await chinese.locator('input[name=storeName]').fill('Lucky Bakery 好运饼家')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await chinese
    .locator('input[name=logo_file]')
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect.poll(() => chinese.locator('.shop-picture .field-error').textContent()).toContain('JPEG、PNG 或 WebP')
  const picture = async (name: string, width: number, height: number) => {
    const file = { name: `${name}.png`, mimeType: 'image/png', buffer: await png(width, height) }
    await chinese.locator(`input[name=${name}_file]`).setInputFiles(file)
    await chinese.locator(`.picture-of-${name}`).waitFor()
  }
  await picture('logo', 600, 150)
  await picture('favicon', 256, 256)
  await chinese.locator('select[name=storeLogo]').selectOption('2')
  await chinese.locator('input[name="varButton.background"]').fill('#ffd400')
  const contrast = () => chinese.locator('.colour-pair output').first().textContent()
  await expect.poll(contrast).toBe('对比度 1.4：看不清')
  await chinese.locator('button[value=save]').click()
  await expect.poll(() => chinese.locator('[role=alert]').last().textContent()).toContain('对比度只有 1.4:1')
  // After the refused save, the form keeps its unsaved choices.
  expect(await chinese.locator('.picture-of-logo').count()).toBe(1)
  await chinese.locator('input[name="varButton.background"]').fill('#1f6f5c')
  await expect.poll(contrast).toContain('清晰')
  expect(await problemsOf(chinese)).toEqual([])
  await save(chinese)

  const shopper = await shop('/home')
  expect(await shopper.title()).toContain('Lucky Bakery 好运饼家')
  const logo = shopper.locator('.brand img')
  expect(await logo.getAttribute('alt')).toBe('Lucky Bakery 好运饼家')
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(480)
  expect(await shopper.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/media\/.+\/512\.png$/)
  await shopper.goto(`${server.url}/nowhere-at-all/x`)
  const colour = () =>
    shopper.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent-fill'))
  expect(await colour()).toBe('#1f6f5c')
})

test('an owner removes the logo and hides the header on computers', async () => {
  await visit(english, '/look')
  await english.locator('button[aria-label="Remove: Logo"]').click()
  expect(await english.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('logo_file')
  await english.locator('input[name=notDisplayheaderInDesktop]').check()
  await save(english)
  expect(await english.locator('.picture-of-logo').count()).toBe(0)
  const onComputer = await shop('/home')
  expect(await onComputer.locator('.floating-header').count()).toBe(1)
  const onPhone = await shop('/home', { viewport: phone, userAgent: iPhone })
  expect(await onPhone.locator('.brand').textContent()).toBe('Lucky Bakery 好运饼家')
  await english.locator('input[name=notDisplayheaderInDesktop]').uncheck()
  await save(english)
})

test('an owner changes the tab bar and the side menu on a phone in Chinese', async () => {
  await visit(chinese, '/menus')
  await chinese.locator('a[href="/office/menus/sideMenu"]').click()
  await chinese.getByRole('button', { name: '添加一项' }).click()
  await chinese.locator('input[name="new1.name_zh"]').fill('地图')
  await chinese.locator('select[name="new1.kind"]').selectOption('external')
  await chinese.locator('input[name="new1.link"]').fill('http://maps.example/bakery')
  await chinese.locator('button[value=save]').click()
  await expect.poll(() => chinese.locator('.alert').textContent()).toContain('地图：请填写以 https://')
  await chinese.locator('input[name="new1.link"]').fill('https://maps.example/bakery')
  await chinese.getByRole('button', { name: '上移：地图' }).press('Enter')
  expect(await chinese.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('上移：地图')
  expect(await chinese.locator('.frame-main [role=status]').first().textContent()).toBe(
    '“地图”现在是第 5 项，共 6 项。',
  )
  await chinese.getByRole('button', { name: '在“地图”下添加子项' }).click()
  await chinese.locator('input[name="new2.name_zh"]').fill('清仓')
  await chinese.locator('input[name="new2.name_en"]').fill('Last chance')
  await chinese.locator('select[name="new2.page"]').selectOption('clearance')
  expect(await problemsOf(chinese)).toEqual([])
  await save(chinese)
  expect(await chinese.locator('.sub-rows').textContent()).toContain('清仓')

  await visit(chinese, '/menus/footerTabs')
  await chinese.getByRole('button', { name: '移除：客服' }).click()
  await chinese.getByRole('button', { name: '修改：商店' }).click()
  await chinese.locator('input[name="1.name_en"]').fill('Bread')
  await chinese.locator('select[name="1.icon"]').selectOption('gift')
  await chinese.locator('select[name="1.kind"]').selectOption('content')
  await chinese.locator('button[value=save]').click()
  await expect.poll(() => chinese.locator('.alert').textContent()).toContain('商店：请填写这一项')
  await chinese.locator('select[name="1.kind"]').selectOption('page')
  await chinese.locator('select[name="1.page"]').selectOption('all')
  await save(chinese)

  const shopper = await shop('/home', { viewport: phone })
  const tabs = () => shopper.locator('.tab-bar a, .tab-bar button').allTextContents()
  expect((await tabs()).map((text) => text.trim())).toEqual(['Home', 'Bread', 'Cart', 'Account'])
  await shopper.locator('.menu-toggle').first().click()
  const entries = shopper.locator('.side-menu-tree > li')
  expect(await entries.nth(4).locator('summary').textContent()).toBe('地图')
  await entries.nth(4).locator('summary').click()
  expect(await entries.nth(4).locator('a').last().getAttribute('href')).toBe('/store/clearance')
})

test('an owner adds currencies and icons, and switches accounts, checkout and a language off, in English', async () => {
  await visit(english, '/options')
  const add = english.locator('select[name=new_currency]')
  await add.selectOption('USD')
  await english.getByRole('button', { name: 'Add', exact: true }).click()
  expect(await english.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('rate_USD')
  await english.locator('input[name=rate_USD]').fill('0,73')
  await english.locator('input[name=supportVisa]').check()
  await english.locator('input[name=facebook]').fill('https://www.facebook.com/bakery')
  await english.locator('input[name=language_zh]').uncheck()
  await english.locator('input[name=language_en]').uncheck()
  await english.locator('button[value=save]').click()
  await expect.poll(() => english.locator('.alert').textContent()).toContain('Choose at least one language.')
  expect(await english.locator('.currency .field-error').count()).toBe(1)
  await english.locator('input[name=language_en]').check()
  await english.locator('input[name=rate_USD]').fill('0.73')
  expect(await problemsOf(english)).toEqual([])
  await save(english)

  const inChinese = await shop('/home', { locale: 'zh' })
  expect(await inChinese.locator('html').getAttribute('lang')).toBe('en-CA')
  expect(await inChinese.locator('.header-preferences').textContent()).toBe('CAD')
  expect(await inChinese.locator('.footer [lang=zh-Hans]').count()).toBe(0)
  expect(await inChinese.locator('.payment-marks').first().textContent()).toContain('Visa')
  expect(await inChinese.locator('.social a[href="https://www.facebook.com/bakery"]').count()).toBeGreaterThan(0)
  expect(await inChinese.locator('.header-account').count()).toBe(1)

  await english.locator('input[name=enableUserAccounts]').uncheck()
  await english.locator('input[name=enableCheckout]').uncheck()
  await save(english)
  const shopper = await shop('/home')
  expect(await shopper.locator('.header-account').count()).toBe(0)
  expect(await shopper.locator('.cart-link').count()).toBe(0)
  await shopper.goto(`${server.url}/checkout/cart`)
  const hint = (await english.locator('.check', { hasText: 'order online' }).textContent()) ?? ''
  const told = (await shopper.locator('main').textContent()) ?? ''
  expect(told).toContain(/“(.+)”/.exec(hint)?.[1])
})

test('what an owner typed stays while a colleague changes the shop', async () => {
  await visit(english, '/look')
  await visit(chinese, '/options')
  await english.locator('input[name=powerByName]').fill('Bread Partners')
  await chinese.locator('input[name=supportAmex]').check()
  await save(chinese)
  // The other owner has saved other settings meanwhile, which is no conflict.
  await save(english)
  await english.reload()
  expect(await english.locator('input[name=powerByName]').inputValue()).toBe('Bread Partners')

  await visit(chinese, '/look')
  await english.locator('input[name=powerByName]').fill('Bread Friends')
  await chinese.locator('input[name=powerByName]').fill('面包伙伴')
  await save(chinese)
  await english.locator('button[value=save]').click()
  await english.getByText('cannot be saved over it').waitFor()
  expect(await english.locator('input[name=powerByName]').inputValue()).toBe('Bread Friends')
  expect(await problemsOf(english)).toEqual([])
  await english.locator('.frame-menu a').first().click()
  await english.getByRole('button', { name: 'Stay on the page' }).click()
  await english.getByRole('button', { name: 'Drop mine' }).click()
  expect(await english.locator('input[name=powerByName]').inputValue()).toBe('面包伙伴')
  expect(await english.getByText('cannot be saved over it').count()).toBe(0)
})

test('the entries that an owner arranges stay while a colleague changes the same menu', async () => {
  await visit(english, '/menus/footerMenu')
  await visit(chinese, '/menus/footerMenu')
  const entries = () => english.locator('.rows .row-item strong').allTextContents()
  const before = await entries()
  await english.locator('[data-move="1"]').first().click()
  await chinese.locator('[data-move="1"]').nth(1).click()
  await save(chinese)
  await english.locator('button[value=save]').click()
  await english.getByText('cannot be saved over it').waitFor()
  const now = await entries()
  expect(now.slice(0, 2)).toEqual([before[1], before[0]])
  await english.getByRole('button', { name: 'Drop mine' }).click()
  await expect.poll(entries).not.toEqual(now)
})

test('no page reported an error', () => {
  // Ignores the browser's own error messages about the calls that these tests expect to fail.
  expect(problems.flat().filter((text) => !/status of (400|409|415|422)/.test(text))).toEqual([])
})
