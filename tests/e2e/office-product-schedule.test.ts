import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { locales } from '#contract/languages.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner schedules a product, then shows it at once, then marks it as cross-border goods. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(locales.map((locale) => ({ locale, viewport: locale === 'zh' ? phone : desktop })))('$locale', (look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-schedule-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    ;({ page, complaints } = await openPage(browser, look))
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const openProduct = async () => {
    await page.goto(`${server.url}/office/products/mooncakes`)
    await page.locator('.save-bar').waitFor({ state: 'attached' })
  }
  async function save() {
    await page.locator('button[value=save]').click()
    await page.locator('.save-bar .user-done').waitFor()
  }
  /** Whether shoppers can open the product's page. */
  async function isForSale() {
    const { status } = await fetch(`${server.url}/store/product/mooncakes`)
    return status === 200
  }
  /** The device's local time this many days from now, in the format of a date and time field. */
  const inDays = (days: number) =>
    page.evaluate((ms) => {
      const time = new Date(Date.now() + ms)
      return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }, days * dayMs)

  test('a product that is scheduled is in the list, but shoppers do not see it', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await page.locator('input[name=name_en]').fill('Mooncakes')
    await page.locator('input[name=name_zh]').fill('月饼礼盒')
    await page.locator('input[name=price]').fill('38')
    await page.locator('select[name=taxClass]').selectOption('prepared')
    const later = await inDays(3)
    await page.getByLabel(t('product.shown_from'), { exact: true }).fill(later)
    await page.locator('button[value=save]').click()
    const row = page.locator('.row-item', { hasText: 'Mooncakes' })
    await row.getByText(t('products.scheduled'), { exact: true }).waitFor()
    expect(await isForSale()).toBe(false)
    await page.goto(`${server.url}/office/products?state=scheduled`)
    await row.waitFor()
    await openProduct()
    expect(await page.getByLabel(t('product.shown_from'), { exact: true }).inputValue()).toBe(later)
  })

  test('without a time, shoppers see the product at once', async () => {
    await openProduct()
    await page.getByLabel(t('product.shown_from'), { exact: true }).fill('')
    await save()
    await expect.poll(isForSale).toBe(true)
    await openProduct()
    expect(await page.getByLabel(t('product.shown_from'), { exact: true }).inputValue()).toBe('')
    await page.goto(`${server.url}/office/products?state=scheduled`)
    await page.getByText(t('products.none_found'), { exact: true }).waitFor()
  })

  test('a product that ships across a border needs a weight, and its folded card says so', async () => {
    await openProduct()
    const card = page.locator('details.fold', { hasText: t('product.order_rules') })
    await card.locator('summary').click()
    await card.locator('input[name=crossBorder]').check()
    await card.locator('input[name=contactRequired]').check()
    await page.locator('button[value=save]').click()
    // Customs requires a weight, so the server refuses the product without a weight. The browser logs the refused call.
    await page.getByRole('alert').getByText(t('product.grams')).first().waitFor()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await page.locator('input[name=grams]').first().fill('720')
    await save()
    await openProduct()
    await expect.poll(() => card.locator('.fold-set').textContent()).toContain(t('product.cross_border'))
    expect(await card.locator('.fold-set').textContent()).toContain(t('product.contact'))
    await card.locator('summary').click()
    await card.locator('input[name=contactRequired]').uncheck()
    await save()
    await openProduct()
    await expect.poll(() => card.locator('.fold-set').textContent()).not.toContain(t('product.contact'))
    expect(complaints).toEqual([])
  })
})
