import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PageVariant } from './looks.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner, hire } from './office-owner.ts'

/**
 * A content editor, who may change only texts, finds the products without a Chinese name and fills in one name. The
 * editor then previews both languages, leaves without saving, and finds the draft again.
 */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(pageVariants({ locale: 'en', viewport: desktop }))('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let shopper: Page
  const complaints: string[][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-words-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    page = await open(look)
    shopper = await open({ ...look, locale: 'zh' })
    const owner = await open(look)
    await becomeOwner(owner, { url: server.url, folder })
    for (const [en, zh, price] of [
      ['Egg tart', '', '2.80'],
      ['Taro bun', '', '3.20'],
      ['Milk tea', '奶茶', '5.50'],
    ] as const) {
      await owner.goto(`${server.url}/office/products/new`)
      await owner.locator('input[name=name_en]').fill(en)
      await owner.locator('input[name=name_zh]').fill(zh)
      await owner.locator('input[name=price]').fill(price)
      await owner.locator('select[name=taxClass]').selectOption('zero_rated')
      await owner.locator('button[value=save]').click()
      await owner.locator('.row-item', { hasText: zh || en }).waitFor()
    }
    await hire(owner, page, server.url, { name: 'Chloe', email: 'chloe@shop.example', role: 'content' })
    await owner.close()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(look: PageVariant): Promise<Page> {
    const opened = await openPage(browser, look)
    complaints.push(opened.complaints)
    return opened.page
  }
  const name = () => page.locator('input[name=name_zh]')
  const row = (text: string) => page.locator('.row-item', { hasText: text })
  const dialog = () => page.locator('dialog.preview')

  test('the filter “missing Chinese name” finds both products', async () => {
    await page.goto(`${server.url}/office/products`)
    await page.locator('summary', { hasText: t('products.filters') }).click()
    await page.locator('select[name=gap]').selectOption('name_zh')
    await page.getByText(t('products.count', { count: 2 })).waitFor()
    expect(await row('Milk tea').count()).toBe(0)
    await row('Egg tart').getByRole('link').click()
    await name().waitFor()
    await page.getByText(t('product.words_only')).waitFor()
    expect(await page.locator('input[name=price], input[name=isShown], button[value=archive]').count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })

  test('a preview shows both languages with what is typed, and marks what lacks a language', async () => {
    await page.locator('textarea[name=description_en]').fill('Baked every hour.')
    await name().fill('蛋挞')
    await page.getByRole('button', { name: t('product.preview') }).click()
    await dialog().waitFor()
    const english = dialog().getByRole('region', { name: 'English' })
    const chinese = dialog().getByRole('region', { name: '中文' })
    expect(await english.textContent()).toContain('Egg tart')
    expect(await english.locator('.alert').count()).toBe(0)
    expect(await chinese.textContent()).toContain('蛋挞')
    expect(await chinese.locator('.alert').textContent()).toBe(t('product.preview_gap_zh'))
    expect(await chinese.locator('.preview-foreign').textContent()).toBe('Baked every hour.')
    expect(await chinese.textContent()).toContain('2.80')
    expect(await findViolations(page)).toEqual([])
    await dialog().getByRole('button').click()
    await page.locator('textarea[name=description_zh]').fill('每小时出炉。')
    await page.getByRole('button', { name: t('product.preview') }).click()
    expect(await chinese.locator('.alert').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  test('leaving asks once, and the draft is offered on return', async () => {
    const back = page.locator('.page-head').getByRole('link')
    await back.click()
    await page.getByText(t('form.leave_hint')).waitFor()
    await page.getByRole('button', { name: t('form.leave'), exact: true }).click()
    // The list still has its filter, and nothing was saved.
    await page.getByText(t('products.count', { count: 2 })).waitFor()
    expect(new URL(page.url()).searchParams.get('gap')).toBe('name_zh')
    await row('Egg tart').getByRole('link').click()
    const draft = page.locator('.alert', { hasText: t('form.restore') })
    await draft.waitFor()
    expect(await name().inputValue()).toBe('')
    expect(await findViolations(page)).toEqual([])
    // While the page offers the draft, the browser stores newly typed text separately, so the text cannot overwrite the
    // draft. When the page opens again, it adds the text to the draft.
    await name().fill('葡挞')
    await page.getByRole('button', { name: t('form.discard') }).click()
    expect(await name().inputValue()).toBe('')
    await page.locator('textarea[name=description_en]').fill('Baked each hour.')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await draft.waitFor()
    await draft.getByRole('button', { name: t('form.restore') }).click()
    expect(await name().inputValue()).toBe('蛋挞')
    expect(await page.locator('textarea[name=description_zh]').inputValue()).toBe('每小时出炉。')
    expect(await page.locator('textarea[name=description_en]').inputValue()).toBe('Baked each hour.')
    await page.locator('textarea[name=description_en]').fill('Baked every hour.')
  })

  test('a save shows the words in the shop, and the gap closes', async () => {
    await shopper.goto(`${server.url}/store/product/egg-tart`)
    expect(await shopper.locator('h1').textContent()).toBe('Egg tart')
    await page.locator('button[value=save]').click()
    await page.locator('.save-bar .user-done').waitFor()
    const read = async () => (await shopper.request.get(`${server.url}/store/product/egg-tart`)).text()
    await expect.poll(read, { interval: 50 }).toContain('每小时出炉。')
    await shopper.reload()
    expect(await shopper.locator('h1').textContent()).toBe('蛋挞')
    await page.locator('.page-head').getByRole('link').click()
    await page.getByText(t('products.one')).waitFor()
    expect(await row('Egg tart').count()).toBe(0)
    await page.goto(`${server.url}/office/products/egg-tart`)
    await name().waitFor()
    expect(await page.getByRole('button', { name: t('form.restore') }).count()).toBe(0)
    expect(complaints.flat()).toEqual([])
  })
})
