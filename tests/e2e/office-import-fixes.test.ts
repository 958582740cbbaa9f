import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#contract/format.ts'
import { columns } from '#contract/languages.ts'
import { importColumnNames } from '#contract/messages/office-import.ts'
import type { ImportReason } from '#contract/messages/office-import-reasons.ts'
import { importReasons } from '#contract/messages/office-import-reasons.ts'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import { chineseFile, shopifyFile } from '#tests/import-files.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PageVariant } from './looks.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/**
 * An owner imports 300 products from a file with 12 bad rows, and corrects three of these rows on the page. Then the
 * owner imports a file with a Chinese header, and undoes both imports.
 */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const wanted: [string, PageVariant][] = [
  ...pageVariants({ locale: 'en', viewport: desktop }),
  ...(process.env.JOURNEYS === 'looks' ? [] : pageVariants({ locale: 'zh', viewport: phone })),
]
const own = 'handle,title,vendor,sku,price,stock\nitem-1,Own cup,Own,S1-0,12.00,3\nown-bun,Own bun,Own,OB,2.50,8\n'
const { content, bad } = shopifyFile()
const lineOf = (code: ImportReason) => bad.find((row) => row.code === code)?.line ?? 0

describe.each(wanted)('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]
  let before: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const opened = await openPage(browser, look)
    page = opened.page
    complaints = opened.complaints
    await becomeOwner(page, { url: server.url, folder })
    await bring('own.csv', own)
    before = await exported()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const card = (key: Parameters<typeof t>[0]) => page.getByRole('region', { name: t(key) })
  const press = (key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true }).click()
  const entries = (key: Parameters<typeof t>[0]) => page.locator('.import-kind', { hasText: t(key) }).locator('li')
  const form = (line: number) => page.getByRole('form', { name: t('imports.line', { line }), exact: true })
  const nameOf = (column: string) => importColumnNames[column]?.[columns[look.locale]] ?? column

  /** Uploads a file, and checks it without importing it. */
  async function check(name: string, text: string) {
    await page.goto(`${server.url}/office/import`)
    await page.locator('#import-file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await press('imports.send')
    await card('imports.columns').waitFor()
    await press('imports.check')
    await card('imports.found').waitFor()
  }
  async function runOpen() {
    await press('imports.run')
    await card('imports.result').waitFor()
  }
  async function bring(name: string, text: string) {
    await check(name, text)
    await runOpen()
  }
  async function undo(name: string) {
    await page.goto(`${server.url}/office/import`)
    await page.getByRole('link', { name: `${t('imports.open')}: ${name}` }).click()
    await page.locator('summary', { hasText: t('imports.undo') }).click()
    await press('imports.undo')
    await page.getByText(t('imports.undone')).waitFor()
  }

  /** The text of the file that a button downloads. */
  async function downloaded(key: Parameters<typeof t>[0]) {
    const [file] = await Promise.all([page.waitForEvent('download'), press(key)])
    return readFile(await file.path(), 'utf8')
  }
  async function exported() {
    await page.goto(`${server.url}/office/import`)
    return downloaded('export.button')
  }

  test('the dry run names the twelve bad rows with their reasons', async () => {
    await check('shopify.csv', content)
    const refused = entries('imports.lines_refused')
    expect(await refused.count()).toBe(bad.length)
    const texts = await refused.allInnerTexts()
    for (const { line, code } of bad) {
      const [begin = ''] = fill(importReasons[code][columns[look.locale]], {}).split(/[“{]/)
      const words = begin.trim().toLowerCase()
      const own = texts.filter(
        (text) => text.includes(t('imports.line', { line })) && text.toLowerCase().includes(words),
      )
      expect({ line, found: own.length }).toEqual({ line, found: 1 })
    }
    expect(await findViolations(page)).toEqual([])
  })

  test('three rows are corrected on the page, with the keyboard, and stay corrected in another tab', async () => {
    const corrections = [
      ['import.price', 'Variant Price', '12.00'],
      ['import.no_title', 'Title', '有名字的杯子'],
      ['import.stock', 'Variant Inventory Qty', '2'],
    ] as const
    for (const [at, [code, column, value]] of corrections.entries()) {
      const line = lineOf(code)
      const cell = form(line).getByLabel(nameOf(column), { exact: true })
      await cell.fill(value)
      await cell.press('Enter')
      const left = bad.length - at - 1
      await page.getByText(t('imports.fix_done', { line, left })).waitFor()
      await expect.poll(() => entries('imports.lines_refused').count()).toBe(left)
      expect(
        await page.evaluate(() => document.activeElement?.closest('form')?.getAttribute('aria-label')),
      ).toBeTruthy()
    }
    expect(await findViolations(page)).toEqual([])
    await page.reload()
    await card('imports.found').waitFor()
    expect(await entries('imports.fixed').count()).toBe(3)
    expect(await entries('imports.lines_refused').count()).toBe(9)
  })

  test('a correction that is wrong says so, and one can be taken back', async () => {
    const line = lineOf('import.compare_at')
    const cell = form(line).getByLabel(nameOf('Variant Compare At Price'), { exact: true })
    await cell.fill('about 20')
    await cell.press('Enter')
    await page.getByText(t('imports.fix_still', { line })).waitFor()
    await expect.poll(() => entries('imports.lines_refused').allInnerTexts().then(String)).toContain('about 20')
    await page
      .getByRole('button', { name: `${t('imports.fix_back')}: ${t('imports.line', { line: lineOf('import.stock') })}` })
      .click()
    await expect.poll(() => entries('imports.lines_refused').count()).toBe(10)
  })

  test('the refused rows are downloaded with their reasons', async () => {
    const text = await downloaded('imports.download_refused')
    expect(text).toContain(t('imports.reason_column'))
    expect(text).toContain('item-83')
    expect(text).toContain('about 20')
    expect(text).not.toContain('item-31,')
  })

  test('both files are imported, and after their undo the shop is as before, byte for byte', async () => {
    await runOpen()
    expect(await findViolations(page)).toEqual([])
    const shopper = (await openPage(browser, look)).page
    await shopper.goto(`${server.url}/store/product/item-31`)
    await shopper.getByRole('heading', { level: 1, name: '有名字的杯子' }).waitFor()
    await shopper.context().close()
    await bring('商品.csv', chineseFile)
    expect(await exported()).toContain('茶礼盒')
    await undo('商品.csv')
    await undo('shopify.csv')
    expect(await exported()).toBe(before)
    expect(complaints).toEqual([])
  })
})
