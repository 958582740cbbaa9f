import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/**
 * An owner marks a counted product as sold out and sets its stock again on the product's page. On the stock page, the
 * owner adds a piece with the button "+".
 */

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
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-stock-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const opened = await openPage(browser, look)
    page = opened.page
    complaints = opened.complaints
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const save = () => page.locator('button[value=save]').click()
  /** Saves the existing product, opens the list of products, and returns the row of the product. */
  async function saved() {
    await save()
    await page.locator('.save-bar .user-done').waitFor()
    await page.goto(`${server.url}/office/products`)
    return row()
  }
  const row = () => page.locator('.row-item', { hasText: /Egg tart|蛋挞/ })
  async function openProduct() {
    await page.goto(`${server.url}/office/products/egg-tart`)
    await page.locator('h1').waitFor()
  }

  async function command(...typed: string[]) {
    const { code, text: said } = await runShop([...typed, '--url', server.url], { DATA_DIR: folder, DEMO: 'false' })
    expect([code, code === 0 ? '' : said]).toEqual([0, ''])
  }

  test('a product that is marked as sold out can be unmarked', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await page.getByLabel(t('product.name_en')).fill('Egg tart')
    await page.getByLabel(t('product.name_zh')).fill('蛋挞')
    await page.locator('input[name=price]').fill('2.80')
    const tax = page.locator('select[name=taxClass]')
    expect(await tax.evaluate((select: HTMLSelectElement) => select.validity.valueMissing)).toBe(true)
    await tax.selectOption('zero_rated')
    await page.getByLabel(t('product.sold_out')).check()
    await save()
    await row().getByText(t('products.sold_out')).waitFor()
    await openProduct()
    await page.getByLabel(t('product.sold_out')).uncheck()
    await (await saved()).getByText(t('products.on_sale')).waitFor()
  })

  test('a counted product without stock stays counted, and takes a number', async () => {
    await openProduct()
    await page.getByLabel(t('product.sold_out')).check()
    await (await saved()).waitFor()
    await command('stock-in', 'egg-tart', '5', '--store', 'main')
    await command('stock-out', 'egg-tart', '--store', 'main')
    await openProduct()
    await page.getByText(t('product.no_stock')).waitFor()
    expect(await page.locator('input[name=isSoldOut]').isVisible()).toBe(false)
    expect(await findViolations(page)).toEqual([])
    await (await saved()).getByText(t('products.sold_out')).waitFor()
    await openProduct()
    const pieces = page.locator('input[name^="stock "]')
    expect(await pieces.inputValue()).toBe('0')
    await pieces.fill('3')
    await (await saved()).getByText(t('products.on_sale')).waitFor()
    await openProduct()
    expect(await page.getByLabel(t('product.count')).isChecked()).toBe(true)
    expect(await pieces.inputValue()).toBe('3')
    expect(complaints).toEqual([])
  })

  test('counting stops and begins again on the page of the product', async () => {
    await openProduct()
    await page.getByLabel(t('product.count')).uncheck()
    await (await saved()).getByText(t('products.on_sale')).waitFor()
    await openProduct()
    const pieces = page.locator('input[name^="stock "]')
    expect(await pieces.isVisible()).toBe(false)
    await page.getByLabel(t('product.count')).check()
    await pieces.fill('3')
    expect(await findViolations(page)).toEqual([])
    await (await saved()).getByText(t('products.on_sale')).waitFor()
    await openProduct()
    expect(await page.getByLabel(t('product.count')).isChecked()).toBe(true)
    expect(await pieces.inputValue()).toBe('3')
    expect(complaints).toEqual([])
  })

  test('a number that was typed before goods arrived does not replace them', async () => {
    await openProduct()
    const pieces = page.locator('input[name^="stock "]')
    await pieces.fill('10')
    await command('stock-in', 'egg-tart', '1', '--store', 'main')
    await save()
    await page.locator('.conflict').waitFor()
    const sides = await page.locator('.conflict-side span').allInnerTexts()
    expect(sides).toEqual(['3', '10', '4'])
    expect(await findViolations(page)).toEqual([])
    await page.locator('.conflict label').last().click()
    expect(await pieces.inputValue()).toBe('4')
    await pieces.fill('3')
    await (await saved()).waitFor()
    await openProduct()
    expect(await pieces.inputValue()).toBe('3')
    // Ignores the browser's own error message about the refused save.
    expect(complaints.splice(0).filter((one) => !one.includes('409'))).toEqual([])
  })

  test('a tap on + counts, even if the staff member leaves the page at once', async () => {
    const openStock = async () => {
      await page.goto(`${server.url}/office/stock`)
      await page.locator('.stock-number').waitFor()
    }
    const onHand = async () => {
      await openStock()
      return page.locator('.stock-number').inputValue()
    }
    const more = page.locator('.stock-quick button').last()
    await openStock()
    await more.click()
    await page.locator('.stock-table tbody a').click()
    await expect.poll(onHand).toBe('4')
    await more.click()
    await page.goto(`${server.url}/office/products`)
    await expect.poll(onHand).toBe('5')
    expect(complaints).toEqual([])
  })
})
