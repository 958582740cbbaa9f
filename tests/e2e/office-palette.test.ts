import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Role } from '#contract/rights.ts'
import { demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { PageVariant } from './looks.ts'
import { textsOf } from './looks.ts'

/** In the command palette staff find pages, orders and products and run actions, by touch or by keyboard alone. */

let browser: Browser
let folder: string
let server: RunningServer
let order: { orderID: string; orderNumber: string; pickupCode: string }
const complaints: string[][] = []

beforeAll(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'shop-palette-'))
  await cp(inject('demonstration'), folder, { recursive: true })
  server = await startServer({ DATA_DIR: folder })
  const buyer = createShopper(server.url)
  buyer.cookies.set('location', 'markham')
  await fillCart(buyer, 'char-siu-bun.single')
  order = await placeOrder(buyer, { payAtStore: true })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function open(
  role: Role,
  { locale, viewport, ...more }: PageVariant & { colorScheme: 'light' | 'dark' },
): Promise<Page> {
  const opened = await openPage(browser, { locale, viewport, ...more })
  complaints.push(opened.complaints)
  const { page } = opened
  await page.goto(`${server.url}/office/in`)
  await page.locator('input[name=email]').fill(demoStaffEmail(role))
  await page.locator('input[name=password]').fill(demoStaffPassword)
  await page.locator('input[name=password]').press('Enter')
  await page.locator('.frame h1').waitFor()
  // Sets the test's language, because the account has saved another language.
  await page.goto(`${server.url}/office/me`)
  await page.locator('select[name=locale]').selectOption(locale)
  await page.locator('button[value=profile]').click()
  await page.locator('.user-done').waitFor()
  await page.goto(`${server.url}/office`)
  await page.locator('.frame h1').waitFor()
  return page
}

const field = (page: Page) => page.locator('.palette').getByRole('combobox')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
/**
 * The accessibility violations of a page. Waits until its dialogs have faded in, because fading text has too little
 * contrast.
 */
async function flawsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  return findViolations(page)
}
const heading = (page: Page) => page.locator('main h1').textContent()

describe('on a phone, in Chinese', () => {
  const look = { locale: 'zh', viewport: phone, colorScheme: 'light' } as const
  const t = textsOf(look)
  let page: Page
  beforeAll(async () => {
    page = await open('manager', look)
  })
  const type = (text: string) => field(page).fill(text)

  test('a button opens the palette, and everything in it is large enough for a thumb', async () => {
    await page.getByRole('button', { name: t('office.search') }).click()
    await option(page, t('office.products')).waitFor()
    expect(await flawsOf(page)).toEqual([])
    const small = await page
      .locator('.palette :is([role=option], button)')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML))
    expect(small).toEqual([])
    // The field is at the bottom, right above the phone's keyboard.
    const box = await field(page).boundingBox()
    expect(box?.y).toBeGreaterThan(phone.height * 0.85)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.getByRole('button', { name: t('palette.close') }).click()
    await field(page).waitFor({ state: 'detached' })
  })

  test('finds an order by its code', async () => {
    await page.getByRole('button', { name: t('office.search') }).click()
    await type(order.pickupCode.slice(0, 4).toLowerCase())
    await option(page, new RegExp(order.orderNumber)).click()
    await expect.poll(() => heading(page)).toBe(t('order.title', { number: order.orderNumber }))
  })

  test('opens a page by its pinyin initials, and offers it first the next time', async () => {
    await page.getByRole('button', { name: t('office.search') }).click()
    await type('sp')
    await option(page, t('office.products')).first().click()
    await expect.poll(() => heading(page)).toBe(t('office.products'))
    await page.getByRole('button', { name: t('office.search') }).click()
    const recent = page.getByRole('group', { name: t('palette.recent') }).getByRole('option')
    await recent.first().waitFor()
    expect(await recent.allTextContents()).toEqual([
      expect.stringContaining(t('office.products')),
      expect.stringContaining(order.orderNumber),
    ])
    await page.getByRole('button', { name: t('palette.close') }).click()
  })

  test('pauses a store only after its sentence was confirmed, and takes it back', async () => {
    await page.goto(`${server.url}/office`)
    await page.getByRole('button', { name: t('office.search') }).click()
    await type('暂停')
    await page.getByRole('option').first().click()
    const sentence = page.locator('.palette-sentence')
    expect(await sentence.textContent()).toContain('暂停接单 30 分钟')
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('button', { name: t('palette.back') }).click()
    await field(page).waitFor()
    const pauseOnPage = page.locator('main .state-late', { hasText: '暂停接单' })
    expect(await pauseOnPage.count()).toBe(0)

    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: t('palette.pause_button'), exact: true }).click()
    await expect.poll(() => sentence.textContent()).toContain('已暂停接单 30 分钟')
    // The page behind the palette shows at once that the store has paused orders.
    await pauseOnPage.waitFor()
    await page.getByRole('button', { name: t('palette.undo') }).click()
    await pauseOnPage.waitFor({ state: 'detached' })
    await expect.poll(() => sentence.textContent()).toContain('已撤销')
    await page.getByRole('button', { name: t('palette.close') }).click()
  })

  test('the help of the page is a sheet without flaws', async () => {
    await page.getByRole('button', { name: t('office.help') }).click()
    await page.getByText(t('about./')).waitFor()
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('button', { name: t('help.close') }).click()
    await page.locator('.help').waitFor({ state: 'detached' })
  })
})

describe('on a desktop, in English, by keyboard alone', () => {
  const look = { locale: 'en', viewport: desktop, colorScheme: 'dark' } as const
  const t = textsOf(look)
  let page: Page
  beforeAll(async () => {
    page = await open('owner', look)
  })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const current = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant')
      return (id && document.getElementById(id)?.textContent) ?? ''
    })

  test('finds an order by the end of the phone number', async () => {
    await press('Control+k')
    await field(page).waitFor()
    await page.keyboard.type('555-0123')
    await expect.poll(current).toContain('Order ')
    expect(await flawsOf(page)).toEqual([])
    await press('Enter')
    await expect.poll(() => heading(page)).toMatch(/^Order /)
    await press('Escape')
    await expect.poll(() => heading(page)).toContain('Hello, ')
  })

  test('opens a product with arrow keys', async () => {
    const { name } = await anySimpleProduct(page)
    await press('/')
    await field(page).waitFor()
    await page.keyboard.type(name.toLowerCase())
    await expect.poll(current).toContain(name)
    const first = await current()
    await press('ArrowDown')
    expect(await current()).not.toBe(first)
    await press('ArrowUp')
    expect(await current()).toBe(first)
    await press('Enter')
    await expect.poll(() => heading(page)).toBe(name)
  })

  test('sets a price, hides a product, and takes both back', async () => {
    const product = await anySimpleProduct(page)
    await page.goto(`${server.url}/office/products?name=${encodeURIComponent(product.name)}`)
    const row = page.locator('.row-item', { hasText: product.name }).first()
    await row.waitFor()
    await act(`${product.name} 12.8`, '$12.80')
    await row.getByText('$12.80').waitFor()
    await undo()
    await expect.poll(() => row.textContent()).not.toContain('$12.80')
    await act(`hide ${product.name}`, 'Hide')
    await row.getByText(t('products.hidden')).waitFor()
    await undo()
    await row.getByText(t('products.on_sale')).waitFor()

    await publishAt(product.name, '2999-09-01')
    await page.reload()
    await row.getByText(t('products.scheduled')).waitFor()
    await act(`hide ${product.name}`, 'Hide')
    await row.getByText(t('products.hidden')).waitFor()
    await undo()
    await row.getByText(t('products.scheduled')).waitFor()
    await publishAt(product.name, '2026-01-01')
  })

  /** Types a request, chooses the option with these words, and confirms it. */
  async function act(typed: string, words: string) {
    await press('/')
    await field(page).waitFor()
    await page.keyboard.type(typed)
    await expect.poll(current).toContain(words)
    await press('Enter')
    await page.locator('.palette-sentence').waitFor()
    await press('Enter')
    await page.locator('.palette-sentence[role=status]').waitFor()
  }
  async function undo() {
    await press('Tab', 'Enter')
    await page.getByText(/^Undone: /).waitFor()
    await press('Enter')
    await page.locator('.palette').waitFor({ state: 'detached' })
  }

  test('Escape leads from the sentence to the list, and from the list to the page', async () => {
    await press('/')
    await field(page).waitFor()
    await page.keyboard.type('pause')
    await expect.poll(current).toContain('Pause ')
    await press('Enter')
    await page.locator('.palette-sentence').waitFor()
    await press('Escape')
    await field(page).waitFor()
    await press('Escape')
    await page.locator('.palette').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.querySelector('dialog[open]'))).toBeNull()
  })

  test('letters lead to pages, and the help lists them', async () => {
    await press('g', 's')
    await expect.poll(() => heading(page)).toBe(t('office.shop'))
    await press('?')
    await page.getByText(t('about./shop')).waitFor()
    expect(await flawsOf(page)).toEqual([])
    const keys = await page.locator('.help-keys dt').allTextContents()
    expect(keys).toEqual(expect.arrayContaining(['CtrlK', '/', '?', 'gt', 'gp', 'gs', 'gf', 'ga', 'gm']))
    await press('Escape')
    await page.locator('.help').waitFor({ state: 'detached' })
    await press('g', 'p')
    await expect.poll(() => heading(page)).toBe(t('office.products'))
    await press('n')
    await expect.poll(() => heading(page)).toBe(t('product.new'))
  })

  test('letters in a field are text, and can be switched off elsewhere', async () => {
    await page.locator('input[name=name_en]').focus()
    await page.keyboard.type('g s?/n')
    expect(await page.locator('input[name=name_en]').inputValue()).toBe('g s?/n')
    await page.locator('input[name=name_en]').fill('')
    await page.goto(`${server.url}/office/me#keys`)
    await page.locator('input[name=keys]').uncheck()
    await page.reload()
    await page.locator('main h1').waitFor()
    await press('g', 't', '/', '?')
    expect(await heading(page)).toBe(t('office.me'))
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await press('Control+k')
    await field(page).waitFor()
    await press('Escape')
    await page.locator('.palette').waitFor({ state: 'detached' })
    await page.locator('input[name=keys]').check()
    await press('g', 't')
    // The page has not changed. The focus is in a checkbox, and keys do not act as shortcuts while a field has the
    // focus.
    expect(await heading(page)).toBe(t('office.me'))
    await press('Escape', 'g', 't')
    await expect.poll(() => heading(page)).toContain('Hello, ')
  })

  test('every page has a help without flaws', async () => {
    for (const path of [
      '/',
      '/products',
      '/products/new',
      '/shop',
      '/shop/markham',
      '/taxes',
      '/menus',
      '/staff',
      '/me',
    ]) {
      await page.goto(`${server.url}/office${path}`)
      await page.locator('main h1').waitFor()
      await press('?')
      await page.locator('.help h3').waitFor()
      expect([path, await flawsOf(page)]).toEqual([path, []])
    }
  })
})

describe('a cashier', () => {
  const look = { locale: 'en', viewport: phone, colorScheme: 'dark' } as const
  const t = textsOf(look)

  test('is offered the pages and actions of the role, and nothing else', async () => {
    const page = await open('cashier', look)
    const listed = async (typed: string) => {
      await field(page).fill(typed)
      await page.getByText(t('palette.busy')).first().waitFor({ state: 'attached' })
      await expect.poll(() => page.getByText(t('palette.busy')).count()).toBe(0)
      return page.locator('[role=option] .palette-words > :first-child').allTextContents()
    }
    await page.getByRole('button', { name: t('office.search') }).click()
    await option(page, t('office.today')).waitFor()
    const pages = page.getByRole('group', { name: t('palette.pages') }).getByRole('option')
    expect(await pages.allTextContents()).toHaveLength(6)
    for (const typed of ['taxes', 'payment', 'staff', 'zones', 'devices'])
      expect([typed, await listed(typed)]).toEqual([typed, []])
    expect((await listed('pause')).filter((title) => title.startsWith('Pause '))).toEqual(['Pause Markham 30 minutes'])
    expect((await listed('hide bun')).filter((title) => title.startsWith('Hide '))).toEqual([])
    expect((await listed('char siu bun 12.8')).filter((title) => title.includes('12.80'))).toEqual([])
    expect(await listed(order.pickupCode)).toEqual([t('palette.order', { number: order.orderNumber })])
    expect(await page.getByText(t('today.stores')).count()).toBeGreaterThan(0)
    expect(await flawsOf(page)).toEqual([])
  })
})

test('no page reported an error', () => {
  expect(complaints.flat()).toEqual([])
})

/** Sets the date from which shoppers see a product. */
async function publishAt(name: string, date: string): Promise<void> {
  const client = new pg.Client({ host: join(folder, 'postgres'), user: 'shop', database: 'postgres' })
  await client.connect()
  await client.query("update products set published_at = $1 where name->>'en' = $2", [date, name])
  await client.end()
}

/** Finds a product with one variant that shoppers see and that is not sold out. Returns its English name. */
async function anySimpleProduct(page: Page): Promise<{ name: string }> {
  const answer = await page.request.get(`${server.url}/api/office/products?limit=200`)
  const { products } = await answer.json()
  // The cast is safe, because the contract gives the response this type.
  const found = (products as { name: { en: string }; isSimple: boolean; isShown: boolean; isSoldOut: boolean }[]).find(
    ({ isSimple, isShown, isSoldOut }) => isSimple && isShown && !isSoldOut,
  )
  if (!found) throw new Error('the demonstration has no simple product')
  return { name: found.name.en }
}
