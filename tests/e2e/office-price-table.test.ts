import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PageVariant } from './looks.ts'
import { tablet, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner raises 400 prices and undoes the change, then pastes 60 prices with two errors into the table. */

const teas = 400
const pasted = 60
const number = (at: number) => String(at + 1).padStart(3, '0')
/** The price of a product in cents. The first product costs 4.00, and each next product costs 3 cents more. */
const centsOf = (at: number) => 400 + 3 * at
const asPrice = (cents: number) => (cents / 100).toFixed(2)
const priceOf = (at: number) => asPrice(centsOf(at))
/** The price of a product after an increase of 5 %, rounded to the nearest price that ends in 9. */
const raised = (at: number) => asPrice(Math.round((Math.round((centsOf(at) * 105) / 100) + 1) / 10) * 10 - 1)

const file = [
  'Handle,Title,Published,Variant SKU,Variant Price',
  ...Array.from(
    { length: teas },
    (_, at) => `oolong-${number(at)},Oolong ${number(at)},true,O${number(at)},${priceOf(at)}`,
  ),
  ...Array.from({ length: 20 }, (_, at) => `bun-${number(at)},Bun ${number(at)},true,B${number(at)},2.50`),
].join('\n')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const wanted: [string, PageVariant][] = [
  ['in English on a desktop', { locale: 'en', viewport: desktop }],
  ['in Chinese on a tablet', { locale: 'zh', viewport: tablet }],
]

describe.each(wanted)('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-table-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const path = join(folder, 'teas.csv')
    await writeFile(path, file)
    const child = spawn(process.execPath, ['scripts/import.ts', path, '--pictures', 'skip'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    })
    expect((await once(child, 'exit'))[0]).toBe(0)
    const opened = await openPage(browser, look)
    page = opened.page
    complaints = opened.complaints
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await becomeOwner(page, { url: server.url, folder })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()
  const cell = (row: number, column: string, on = page) => on.locator(`[data-cell="${row} ${column}"]`)
  /** The price of the first product in the list when the list is filtered by this name. */
  const listed = async (name: string) => {
    await page.goto(`${server.url}/office/products?sort=name&name=${encodeURIComponent(name)}`)
    return (await page.locator('.row-item td.number').first().textContent()) ?? ''
  }
  async function openTable(on = page) {
    await on.goto(`${server.url}/office/products?sort=name&name=Oolong`)
    await on
      .locator('.product-links')
      .getByRole('link', { name: t('products.as_table') })
      .click()
    await cell(0, 'price', on).waitFor()
  }

  test('the list shows its products before they are counted', async () => {
    const counting = Promise.withResolvers<void>()
    const address = '**/api/office/product-count?**'
    await page.route(address, async (route) => {
      await counting.promise
      await route.continue()
    })
    await page.goto(`${server.url}/office/products?sort=name&name=Oolong`)
    await page.getByText(t('products.count', { count: '50+' }), { exact: true }).waitFor()
    expect(await page.locator('.row-item').count()).toBe(50)
    counting.resolve()
    await page.getByText(t('products.count', { count: String(teas) }), { exact: true }).waitFor()
    await page.unroute(address)
  })

  test('400 prices rise by 5 % to prices that end in 9, after a preview of ten', async () => {
    await page.goto(`${server.url}/office/products?sort=name&name=Oolong`)
    await page.getByLabel(t('bulk.select_page')).check()
    await press(t('bulk.select_all', { count: String(teas) }))
    await page.locator('select[name=kind]').selectOption('price')
    await page.locator('input[name=value]').fill('5')
    await page.locator('input[name=endsInNine]').check()
    await press(t('bulk.preview'))
    const preview = page.locator('.bulk-item:has(.bulk-price)')
    await preview.nth(9).waitFor()
    expect(await preview.count()).toBe(10)
    await page.getByText(t('bulk.range', { from: 1, to: 10, count: teas }), { exact: true }).waitFor()
    // The preview shows ten products per page.
    const first = await preview.first().textContent()
    await press(t('bulk.later'))
    await page.getByText(t('bulk.range', { from: 11, to: 20, count: teas }), { exact: true }).waitFor()
    expect(await preview.count()).toBe(10)
    expect(await preview.first().textContent()).not.toBe(first)
    await press(t('bulk.earlier'))
    await page.getByText(t('bulk.range', { from: 1, to: 10, count: teas }), { exact: true }).waitFor()
    expect(await preview.first().textContent()).toBe(first)
    for (const text of await preview.allTextContents()) {
      const at = Number(/\d{3}/.exec(text)?.[0]) - 1
      const [before, after] = [...text.matchAll(/\d+\.\d\d/g)].map(([price]) => price)
      expect([before, after]).toEqual([priceOf(at), raised(at)])
    }
    expect(await findViolations(page)).toEqual([])
    // Delays the call that starts the change until the progress bar is visible.
    const seen = page.getByRole('progressbar')
    await page.route('**/product-changes', async (route) => {
      if (route.request().method() === 'POST') await seen.waitFor()
      await route.continue()
    })
    await press(t('bulk.run'))
    await page.getByText(t('bulk.changed', { what: t('bulk.price'), count: teas })).waitFor()
    // Waits for the end of the progress bar, because the list of recent changes also names a change that is still
    // running.
    await seen.waitFor({ state: 'detached' })
    await page.unroute('**/product-changes')
    expect(await listed('Oolong 123')).toContain(raised(122))
    expect(await listed('Bun 001')).toContain('2.50')
  })

  test('the log names who did it, and the undo restores all prices', async () => {
    await page.goto(`${server.url}/office/log`)
    const entry = page.locator('li', { hasText: t('staff.changeProducts') }).first()
    await entry.waitFor()
    expect(await entry.textContent()).toMatch(/陈美/)
    await page.goto(`${server.url}/office/products`)
    await press(t('bulk.undo'))
    await page.getByText(t('bulk.undone')).waitFor()
    for (const at of [0, 122, 399]) expect(await listed(`Oolong ${number(at)}`)).toContain(priceOf(at))
  })

  test('the table is a table of fields, and works with the keyboard', async () => {
    await openTable()
    await page.getByText(t('table.more', { most: 300, count: teas })).waitFor()
    expect(await page.locator('table tbody tr').count()).toBe(300)
    expect(await page.locator('table input[tabindex="0"]').count()).toBe(1)
    await cell(0, 'price').click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('7.77')
    await page.keyboard.press('Enter')
    expect(await cell(1, 'price').inputValue()).toBe('7.77')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('2 price')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('F2')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    expect(await cell(1, 'price').inputValue()).toBe('7.7')
    await page.keyboard.press('Escape')
    expect(await cell(1, 'price').inputValue()).toBe('7.77')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    expect(await cell(3, 'price').inputValue()).toBe('7.77')
    expect(await cell(4, 'price').inputValue()).toBe(priceOf(4))
    await page.keyboard.press('Control+z')
    expect(await cell(3, 'price').inputValue()).toBe(priceOf(3))
    await press(t('table.discard'))
    await page.getByText(t('table.unchanged')).waitFor()
    expect(await cell(1, 'price').inputValue()).toBe(priceOf(1))
  })

  test('of 60 pasted prices the two wrong ones are refused with a reason, the rest is saved', async () => {
    const block = Array.from({ length: pasted }, (_, at) => (at === 7 ? 'soon' : at === 41 ? '-3' : `9.${10 + at}`))
    await cell(0, 'price').click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${block.join('\n')}\n`)
    await page.keyboard.press('Control+v')
    await page.getByText(t('table.changed', { count: pasted })).waitFor()
    await page.getByText(t('table.problems', { count: 2 })).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(t('table.saved', { count: pasted - 2 })).waitFor()
    await page.getByText(t('table.not_saved', { count: 2 })).waitFor()
    for (const row of [7, 41]) {
      expect(await cell(row, 'price').getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator(`#note-${row}-price`).textContent()).toBe(t('table.amount'))
    }
    expect(await cell(7, 'price').inputValue()).toBe('soon')
    expect(await page.locator('.cells-typed').count()).toBe(2)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    // Saves once more. Each undo then reverts one save, the newest save first.
    await press(t('table.discard'))
    await cell(0, 'price').fill('8.01')
    await press(t('table.save'))
    await page.getByText(t('table.saved', { count: 1 }), { exact: true }).waitFor()
    const undo = (count: number) =>
      page
        .getByRole('button', {
          name: new RegExp(
            t('table.undo_save', { time: '@', count }).replace(/[()]/g, '.').replace('@', '\\d\\d:\\d\\d'),
          ),
        })
        .click()
    await undo(1)
    await page.getByText(t('table.undone')).waitFor()
    await expect.poll(() => cell(0, 'price').inputValue()).toBe('9.10')
    await undo(pasted - 2)
    await expect.poll(() => cell(0, 'price').inputValue()).toBe(priceOf(0))
    expect(await page.locator('.cells-bar .link').count()).toBe(0)
  })

  test('rows that are pasted with their SKUs go to their products, and unknown SKUs are named', async () => {
    const block = ['SKU\tPrice', 'O003\t7.02', 'X404\t1.00', 'o001\t7.00']
    await cell(5, 'price').click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), block.join('\n'))
    await page.keyboard.press('Control+v')
    await page.getByText(t('table.unknown_skus', { skus: 'X404' })).waitFor()
    for (const [row, text] of [
      [2, '7.02'],
      [0, '7.00'],
      [5, priceOf(5)],
    ] as const) {
      expect(await cell(row, 'price').inputValue()).toBe(text)
    }
    expect(await findViolations(page)).toEqual([])
    await press(t('table.discard'))
  })

  test('a price that somebody else changed is marked with their price', async () => {
    await openTable()
    const other = await page.context().newPage()
    await openTable(other)
    await cell(5, 'price', other).fill('8.88')
    await press(t('table.save'), other)
    await other.getByText(t('table.saved', { count: 1 })).waitFor()
    await other.close()
    await cell(5, 'price').fill('9.99')
    await cell(6, 'price').fill('9.98')
    await press(t('table.save'))
    await page.getByText(t('table.saved', { count: 1 })).waitFor()
    await expect.poll(() => page.locator('#note-5-price').textContent()).toBe(t('table.stale', { value: '8.88' }))
    expect(await findViolations(page)).toEqual([])
    await press(t('table.mine'))
    await press(t('table.save'))
    await page.locator('.cells-typed').waitFor({ state: 'detached' })
    expect(await listed(`Oolong ${number(5)}`)).toContain('9.99')
  })

  test('on a phone the page says that it needs a wider screen', async () => {
    await page.setViewportSize(phone)
    await page.goto(`${server.url}/office/products/table?name=Oolong`)
    await page.getByText(t('table.narrow'), { exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: t('table.to_list') }).click()
    await expect.poll(() => page.url()).toContain('/office/products?name=Oolong')
    expect(complaints).toEqual([])
  })
})
