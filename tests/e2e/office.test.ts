import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columns } from '#contract/languages.ts'
import { officeMessages } from '#contract/messages/office.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import { photo } from '#tests/pictures.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { ownerLink, ownerPassword as password } from './office-owner.ts'

const owner = { name: '陈美', email: 'mei@shop.example' }

let browser: Browser
let folder: string
let server: RunningServer
/** The page on the owner's phone. The owner is signed in there. */
let ownerPage: Page
const problems: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-office-'))
  server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
  browser = await openBrowser()
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

const visit = async (page: Page, path: string) => {
  await page.goto(`${server.url}/office${path}`)
  await page.locator('h1').waitFor()
}

async function fillPerson(page: Page, { name, email }: { name: string; email: string }) {
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[value=join]').click()
}

test('an owner opens an empty shop with the link of the command, in Chinese on a phone', async () => {
  ownerPage = await open({ locale: 'zh', viewport: phone })
  const link = await ownerLink({ url: server.url, folder })
  await ownerPage.goto(link)
  await fillPerson(ownerPage, owner)
  await expect.poll(() => ownerPage.locator('h1').textContent()).toBe('你好，陈美')
  expect(await ownerPage.locator('.alert-note').first().textContent()).toContain('两步验证')
  // The link works only once, so it fails on another phone.
  const other = await open({ locale: 'en', viewport: phone })
  await other.goto(link)
  await expect.poll(() => other.locator('.alert').textContent()).toContain('has been used or has expired')
})

test('an owner gives the shop its name, address and hours, and shoppers see them', async () => {
  await visit(ownerPage, '/shop')
  await ownerPage.locator('a[href="/office/look"]').click()
  await ownerPage.locator('input[name=storeName]').fill('Lucky Bakery 好运饼家')
  await ownerPage.locator('button[value=save]').click()
  await ownerPage.locator('.user-done').waitFor()
  await ownerPage.locator('a[href="/office/shop"]', { hasText: '店铺' }).last().click()
  await ownerPage.locator('a[href="/office/shop/main"]').click()
  await ownerPage.locator('input[name=street]').fill('12 Main Street')
  await ownerPage.locator('input[name=postCode]').fill('M5V 2T6')
  await ownerPage.locator('input[name=hours0]').fill('休息')
  await ownerPage.locator('button[value=save]').click()
  // After the refused save, the form keeps its input.
  await expect.poll(() => ownerPage.locator('[role=alert]').textContent()).toContain('周日')
  expect(await ownerPage.locator('input[name=street]').inputValue()).toBe('12 Main Street')
  await ownerPage.locator('input[name=hours0]').fill('')
  await ownerPage.locator('button[value=save]').click()
  await ownerPage.locator('.user-done').waitFor()

  const shopper = await open({ locale: 'en', viewport: phone })
  await shopper.goto(`${server.url}/home`)
  expect(await shopper.locator('h1').textContent()).toContain('Lucky Bakery 好运饼家')
})

test('an owner adds a product with a picture, sells it out, and shoppers see both', async () => {
  await visit(ownerPage, '/products')
  await ownerPage.locator('.row a', { hasText: '添加商品' }).click()
  await ownerPage.locator('input[name=name_zh]').fill('蛋挞')
  await ownerPage.locator('input[name=price]').fill('abc')
  await ownerPage.locator('select[name=taxClass]').selectOption('zero_rated')
  await ownerPage.locator('button[value=save]').click()
  await expect.poll(() => ownerPage.locator('[role=alert]').textContent()).toContain('12.80')
  await ownerPage.locator('input[name=name_en]').fill('Egg tart')
  await ownerPage.locator('input[name=price]').fill('$2.80')
  await ownerPage.locator('input[name=category_en]').fill('Bakery')
  await ownerPage.locator('input[name=category_zh]').fill('烘焙')
  const picture = { name: 'tart.jpg', mimeType: 'image/jpeg', buffer: await photo().jpeg().toBuffer() }
  await ownerPage.locator('input[name=picture]').setInputFiles(picture)
  await ownerPage.locator('button[value=save]').click()
  await ownerPage.locator('.with-picture img').waitFor()

  const shopper = await open({ locale: 'en', viewport: phone })
  await shopper.goto(`${server.url}/store/product/egg-tart`)
  await expect.poll(() => shopper.locator('h1').textContent()).toContain('Egg tart')
  expect(await shopper.locator('main').textContent()).toContain('2.80')

  await ownerPage.locator('.row-item a').click()
  await ownerPage.locator('input[name=isSoldOut]').check()
  await ownerPage.locator('button[value=save]').click()
  await ownerPage.locator('.save-bar .user-done').waitFor()
  await visit(ownerPage, '/products')
  await expect.poll(() => ownerPage.locator('.row-item').textContent()).toContain('售罄')
  await shopper.reload()
  await expect.poll(() => shopper.locator('main').textContent()).toContain('Sold out')
})

test('an invited cashier uses only the pages of the role', async () => {
  await visit(ownerPage, '/staff')
  await ownerPage.locator('input[name=email]').fill('ana@shop.example')
  await ownerPage.locator('button[value=invite]').click()
  const link = (await ownerPage.locator('.invited .code-line').textContent()) ?? ''

  const cashier = await open({ locale: 'en', viewport: desktop })
  await cashier.goto(link)
  await fillPerson(cashier, { name: 'Ana', email: 'ana@shop.example' })
  await expect.poll(() => cashier.locator('h1').textContent()).toBe('Hello, Ana')
  expect(await cashier.locator('.frame-menu a').allTextContents()).toEqual([
    'Today',
    'Products',
    'Sold out',
    'Stock',
    'Account',
  ])
  await visit(cashier, '/staff')
  expect(await cashier.locator('h1').textContent()).toBe('You do not have permission for this page')
  await visit(cashier, '/')
  await cashier.locator('button[value^=pause]').click()
  // Looks for the text "Paused", because outside opening hours the page has the same kind of label for a closed store.
  await cashier.locator('.state-late', { hasText: 'Paused' }).waitFor()
  await cashier.locator('button[value^=resume]').click()
  await cashier.locator('button[value^=pause]').first().waitFor()
})

test('the activity log names who did what', async () => {
  await visit(ownerPage, '/log')
  const lines = await ownerPage.locator('.row-item').allTextContents()
  expect(lines.find((line) => line.includes('邀请了同事'))).toContain('陈美')
  expect(lines.find((line) => line.includes('暂停了接单'))).toContain('Ana')
})

test('two tabs change one store: what both changed is a choice, and everything else is merged', async () => {
  const other = await ownerPage.context().newPage()
  await visit(ownerPage, '/shop/main')
  await visit(other, '/shop/main')
  await other.locator('input[name=slotCapacity]').fill('7')
  await other.locator('input[name=phone]').fill('416 555 0142')
  await other.locator('button[value=save]').click()
  await other.locator('.user-done').waitFor()

  await ownerPage.locator('input[name=slotCapacity]').fill('9')
  await ownerPage.locator('input[name=leadMinutes]').fill('25')
  await ownerPage.locator('button[value=save]').click()
  const conflict = ownerPage.locator('.conflict')
  await conflict.waitFor()
  expect(await conflict.count()).toBe(1)
  expect(await ownerPage.locator('[role=alert]:focus').count()).toBe(1)
  expect(await ownerPage.locator('[role=alert] h2').textContent()).toContain('陈美')
  expect(await ownerPage.locator('input[name=phone]').inputValue()).toBe('416 555 0142')
  expect(await ownerPage.locator('input[name=leadMinutes]').inputValue()).toBe('25')
  await conflict.locator('input[type=radio]').last().check()
  expect(await ownerPage.locator('input[name=slotCapacity]').inputValue()).toBe('7')
  await ownerPage.locator('button[value=save]').click()
  await ownerPage.locator('.user-done').waitFor()
  await other.close()
})

test('unsaved changes are named, guarded on leaving, and offered again', async () => {
  await visit(ownerPage, '/shop/main')
  await ownerPage.locator('input[name=leadMinutes]').fill('35')
  await expect.poll(() => ownerPage.locator('.save-bar').textContent()).toContain('备货分钟数')
  await ownerPage.locator('input[name=hours1]').fill('10:00-11:00')
  await ownerPage.getByRole('button', { name: '每天都和周一一样' }).click()
  expect(await ownerPage.locator('input[name=hours0]').inputValue()).toBe('10:00-11:00')
  await expect.poll(() => ownerPage.locator('.save-bar').textContent()).toContain('周一')
  await ownerPage.locator('.frame-menu a').first().click()
  await ownerPage.getByRole('button', { name: '留在本页' }).click()
  expect(await ownerPage.locator('input[name=leadMinutes]').inputValue()).toBe('35')
  await ownerPage.locator('.frame-menu a').first().click()
  await ownerPage.getByRole('button', { name: '离开', exact: true }).click()
  await expect.poll(() => ownerPage.locator('h1').textContent()).toBe('你好，陈美')

  await visit(ownerPage, '/shop/main')
  expect(await ownerPage.locator('input[name=leadMinutes]').inputValue()).toBe('25')
  await ownerPage.getByRole('button', { name: '恢复' }).click()
  expect(await ownerPage.locator('input[name=leadMinutes]').inputValue()).toBe('35')
  await ownerPage.getByRole('button', { name: '放弃修改' }).click()
  await expect.poll(() => ownerPage.locator('input[name=leadMinutes]').inputValue()).toBe('25')
  expect(await ownerPage.locator('.save-bar-on').count()).toBe(0)
})

const looks = [
  { locale: 'en', viewport: phone, colorScheme: 'light' },
  { locale: 'zh', viewport: desktop, colorScheme: 'dark' },
  // `npm run test:journeys -- --looks` checks this look. All other runs skip it.
  ...(process.env.JOURNEYS === 'looks'
    ? [{ locale: 'zh', viewport: { width: 1024, height: 768 }, colorScheme: 'light' } as const]
    : []),
] as const
test.each(looks)('nothing is wrong with any page in $locale, $viewport.width wide, $colorScheme', async (look) => {
  const page = await open(look)
  const flaws = async (path: string) => {
    await page.waitForLoadState('networkidle')
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    return [...(await findViolations(page)), ...(width > 0 ? [`${width} px too wide`] : [])].map((flaw) => path + flaw)
  }
  const found: string[] = []
  for (const path of ['/in', '/start', '/join#x', '/counter', '/counter#x']) {
    await visit(page, path)
    found.push(...(await flaws(path)))
  }
  await page.goto(await ownerLink({ url: server.url, folder }))
  await fillPerson(page, { name: `Kim ${look.viewport.width}`, email: `kim${look.viewport.width}@shop.example` })
  await page.locator('.frame').waitFor()
  for (const path of [
    '/',
    '/orders',
    '/orders?group=cancelled',
    '/requests',
    '/expected',
    '/payments',
    '/products',
    '/stock',
    '/stock/in',
    '/stock/count',
    '/stock/waste?code=egg-tart',
    '/stock/egg-tart',
    '/sold-out',
    '/categories',
    '/categories/tea-bar',
    '/categories/tea-bar/delete',
    '/brands',
    '/tags',
    '/media',
    '/modifiers',
    '/modifiers/new',
    '/products/new',
    '/products/paste',
    '/products/table',
    '/products/egg-tart',
    '/import',
    '/shop',
    '/shop/main',
    '/shop/main/methods/delivery',
    '/shop/main/methods/eat_in',
    '/shop/main/days',
    '/shop/main/emails',
    '/shop/main/zones',
    '/shop/main/zones/new',
    '/tables',
    '/tables/main',
    '/tables/main/print',
    '/payment',
    '/payment/paypal',
    '/taxes',
    '/look',
    '/options',
    '/menus',
    '/menus/headerMenu',
    '/menus/footerTabs',
    '/texts',
    '/texts/store.ready_from?words=ready',
    '/staff',
    '/devices',
    '/books',
    '/log',
    '/notices',
    '/me',
    '/nowhere',
  ]) {
    await visit(page, path)
    found.push(...(await flaws(path)))
  }
  expect(found).toEqual([])
})

test('the language can be chosen on the page for the sign-in', async () => {
  const page = await open({ locale: 'en', viewport: phone })
  await visit(page, '/in')
  const title = (locale: 'en' | 'zh') => officeMessages['sign_in.title'][columns[locale]]
  expect(await page.locator('h1').textContent()).toBe(title('en'))
  await page.getByRole('button', { name: '中文', exact: true }).click()
  expect(await page.locator('h1').textContent()).toBe(title('zh'))
  await page.reload()
  await page.getByRole('heading', { level: 1, name: title('zh') }).waitFor()
})

test('every page works with the keyboard alone', async () => {
  const page = await open({ locale: 'en', viewport: desktop })
  await visit(page, '/in')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  await page.locator('input[name=email]').focus()
  await page.keyboard.type('kim1440@shop.example')
  await press('Tab')
  await page.keyboard.type(password)
  await press('Enter')
  await page.locator('.frame').waitFor()
  await press('Tab')
  expect(await focused()).toBe('跳到正文')
  await press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('shoppers load nothing of the back office', () => {
  const shopperFiles = filesIn('build/client').filter((file) => file.endsWith('.js'))
  const words = Object.values(officeMessages).map((row) => row[columns.zh])
  const marks = ['/api/office', 'office-xsrf', 'staff.write', ...words.filter((word) => word.length > 12)]
  const strays = shopperFiles.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return marks.filter((mark) => text.includes(mark)).map((mark) => `${file}: ${mark}`)
  })
  expect(shopperFiles.length).toBeGreaterThan(10)
  expect(strays).toEqual([])
})

test('the back office loads no schemas, and its first page stays small', async () => {
  const scripts = filesIn('build/office').filter((file) => file.endsWith('.js'))
  expect(scripts.filter((file) => /ZodError|\$ZodType/.test(readFileSync(file, 'utf8')))).toEqual([])
  const page = await open({ locale: 'en', viewport: phone })
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) loaded.add(pathname.replace('/office', 'build/office'))
  })
  const kilobytes = (ending: string) =>
    [...loaded]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + statSync(`${file}.gz`).size / 1000, 0)
  await visit(page, '/in')
  expect(kilobytes('.js')).toBeLessThan(115)
  expect(kilobytes('.css')).toBeLessThan(25)
})

test('no page of the back office reported an error', () => {
  // Ignores the browser's own error messages about the calls that these tests expect to fail.
  const unexpected = problems.flat().filter((text) => !/status of (400|409|401|403|404|422)/.test(text))
  expect(unexpected).toEqual([])
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
}
