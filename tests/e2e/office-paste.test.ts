import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner pastes the menu of a tea bar on a phone, checks and adds it, and a shopper buys from it. */

const kinds = ['珍珠', '芋泥', '布丁', '红豆', '仙草', '黑糖', '茉莉', '乌龙', '抹茶', '焦糖', '椰香', '榛果']
const fruits = ['芒果', '草莓', '百香果', '西柚', '柠檬', '青提', '桃子', '荔枝', '菠萝', '西瓜', '橙子', '蓝莓']
const menu = [
  ...['【奶茶】中杯/大杯', ...kinds.map((kind, at) => `${at + 1}. ${kind}奶茶 6.5 / 7.5`)],
  ...['', '【果茶】', ...fruits.map((fruit) => `${fruit}绿茶 中杯 6 大杯 +1`), '招牌 杨枝甘露 8.5'],
  ...['', '加料：珍珠 0.75 / 椰果 0.75 / 布丁 1', '甜度：全糖 半糖 无糖', '', '所有价格不含税'],
].join('\n')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'zh', viewport: phone }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let shopper: Page
  let taps = 0
  const problems: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-paste-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const [office, shop] = [await openPage(browser, look), await openPage(browser, look)]
    problems.push(office.complaints, shop.complaints)
    page = office.page
    shopper = shop.page
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const press = (name: string) => page.getByRole('button', { name, exact: true })
  const tap = async (name: string) => {
    taps += 1
    await press(name).click()
  }
  const field = () => page.getByLabel(t('paste.text'), { exact: true })
  const cards = () => page.locator('.paste-card')

  test('bad texts get a clear answer', async () => {
    await page.goto(`${server.url}/office/products`)
    await page.getByRole('link', { name: t('products.paste') }).click()
    await press(t('paste.read')).click()
    await page.getByText(t('paste.empty')).waitFor()
    for (const [text, answer] of [
      ['🧋🍓', t('paste.no_products')],
      ['\u202e\u0007', t('paste.no_products')],
      ['奶'.repeat(100_000), t('paste.too_long', { count: 100_000, most: 50_000 })],
      ['\n'.repeat(1999), t('paste.empty')],
      ['茶\n'.repeat(1000), t('paste.too_many_lines', { count: 1001, most: 1000 })],
    ] as const) {
      await field().fill(text)
      await press(t('paste.read')).click()
      await page.getByText(answer).waitFor()
    }
    expect(await findViolations(page)).toEqual([])
  })

  test('without a network, the page says so and keeps the text', async () => {
    await field().fill('冬瓜茶 5')
    await page.context().setOffline(true)
    await press(t('paste.read')).click()
    await page.getByText(t('office.offline')).waitFor()
    await page.context().setOffline(false)
    await press(t('paste.read')).click()
    await page.getByText(t('paste.found', { count: 1 })).waitFor()
    await press(t('paste.back')).click()
  })

  test('a menu of 25 drinks is read, and stays on the device', async () => {
    await field().fill(menu)
    taps = 2
    await tap(t('paste.read'))
    await page.getByText(t('paste.found', { count: 25 })).waitFor()
    await expect.poll(() => cards().count()).toBe(25)
    expect(await page.locator('details.card').first().textContent()).toContain('所有价格不含税')
    expect(await findViolations(page)).toEqual([])
    await page.reload()
    await expect.poll(() => cards().count()).toBe(25)
  })

  test('a wrong price is corrected in place', async () => {
    taps += 2
    await cards().first().locator('summary').click()
    await cards().first().locator('input[name="size 0 1 price"]').fill('')
    await cards().first().getByText(t('paste.ask_price')).waitFor()
    await cards().first().locator('input[name="size 0 1 price"]').fill('7.75')
    await cards().first().getByText(t('paste.ask_price')).waitFor({ state: 'detached' })
    // In a shop without products, the form suggests showing the new products to shoppers at once.
    expect(await page.getByLabel(t('paste.show')).isChecked()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await tap(t('paste.add_shown', { count: 25 }))
    await page.getByText(t('paste.added', { count: 25 })).waitFor()
    expect(taps).toBeLessThanOrEqual(10)
  })

  test('a shopper buys a large pearl milk tea with a topping', async () => {
    await shopper.goto(`${server.url}/store/product/珍珠奶茶`)
    await shopper.getByRole('radio', { name: /大杯|Large/ }).check()
    await shopper.getByRole('radio', { name: /半糖|Half sugar/ }).check()
    await shopper.getByRole('checkbox', { name: /椰果|Coconut jelly/ }).check()
    await shopper.getByRole('button', { name: new RegExp(`^${t('store.add')}`) }).click()
    await shopper.getByText(t('store.added')).first().waitFor()
    await shopper.goto(`${server.url}/checkout/cart`)
    await expect.poll(() => shopper.locator('main').textContent()).toMatch(/8\.50/)
  })

  test('the shop lists the menu in its order, and calls nothing new', async () => {
    await shopper.goto(`${server.url}/store/productlist?cat=all`)
    const names = shopper.locator('.product-card h3')
    await expect
      .poll(async () => (await names.allTextContents()).slice(0, 3))
      .toEqual(['珍珠奶茶', '芋泥奶茶', '布丁奶茶'])
    expect(await shopper.locator('main').textContent()).not.toContain(t('store.badge_new'))
  })

  test('the same menu is known, and left out', async () => {
    await field().fill(menu)
    await press(t('paste.read')).click()
    await page.getByText(t('paste.found_known', { count: 25 })).waitFor()
    await press(t('paste.add_drafts', { count: 0 })).waitFor()
    await press(t('paste.back')).click()
  })

  test('one tap undoes it', async () => {
    await page.goto(`${server.url}/office/products`)
    await page.getByRole('link', { name: t('products.paste') }).click()
    await field().fill('冬瓜茶 5\n乌梅汁 5')
    await press(t('paste.read')).click()
    expect(await page.getByLabel(t('paste.show')).isChecked()).toBe(false)
    await press(t('paste.add_drafts', { count: 2 })).click()
    await page.getByText(t('paste.added', { count: 2 })).waitFor()
    await press(t('paste.undo')).click()
    await page.getByText(t('paste.undone', { count: 2 })).waitFor()
    // Ignores the browser's own error messages about requests that failed because the network was off.
    expect(problems.flat().filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
