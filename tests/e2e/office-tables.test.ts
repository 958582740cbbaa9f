import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablePageMessages } from '#contract/messages/office-tables.ts'
import { runShop } from '#scripts/shop-run.ts'
import { findViolations } from '#tests/axe.ts'
import { goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { qrCode } from '#ui/qr-code.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner adds tables, prints their codes and replaces one code. A guest orders with a code. */

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
  const complaints: string[][] = []
  /** The URL in the printed code of table 3. */
  let address: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-tables-'))
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    page = await open(look)
    await becomeOwner(page, { url: server.url, folder })
    const { code, text: said } = await runShop(
      ['hours', 'week', 'main', 'mon-sun', '00:00-23:59', '--url', server.url],
      {
        DATA_DIR: folder,
        DEMO: 'false',
      },
    )
    expect([code, code === 0 ? '' : said]).toEqual([0, ''])
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(options: Parameters<typeof openPage>[1]): Promise<Page> {
    const opened = await openPage(browser, options)
    complaints.push(opened.complaints)
    return opened.page
  }
  async function visit(path: string) {
    await page.goto(`${server.url}/office${path}`)
    await page.locator('h1').waitFor()
  }
  const rowOf = (number: string) =>
    page.locator('.row-item', { hasText: new RegExp(`^${t('tables.one', { number })}`) })
  const numbers = async () => page.locator('.row-item > div > strong').allTextContents()
  const named = (...list: string[]) => list.map((number) => t('tables.one', { number }))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  async function add(typed: string) {
    await page.locator('input[name=numbers]').fill(typed)
    await page.locator('button[value=add]').click()
  }
  /** Opens a table's code on a guest's phone. */
  async function scan(code: string): Promise<Page> {
    const guest = await open({ locale: 'en', viewport: phone })
    await goTo(guest, code)
    return guest
  }
  async function sit(code: string): Promise<Page> {
    const guest = await scan(code)
    await guest.getByRole('button', { name: 'Order at this table' }).click()
    await guest.waitForURL(/\/store/)
    return guest
  }

  test('the owner adds a series of tables from the page of the store', async () => {
    await visit('/shop/main')
    await page.getByRole('link', { name: t('store.tables') }).click()
    await page.getByText(t('tables.none'), { exact: true }).waitFor()
    await add('1-3, /')
    await page.getByText(t('tables.numbers_wrong', { text: '/' })).waitFor()
    await add('1-3')
    await rowOf('3').waitFor()
    await add('3-4')
    await page.getByText(t('tables.taken', { numbers: '3' })).waitFor()
    expect(await numbers()).toEqual(named('1', '2', '3'))
    await add('4, 10')
    await rowOf('10').waitFor()
    expect(await numbers()).toEqual(named('1', '2', '3', '4', '10'))
  })

  test('the owner renames a table and removes it, after a warning', async () => {
    await rowOf('10').locator('summary').click()
    await rowOf('10').locator('input[name=to]').fill('Bar 1')
    await rowOf('10').locator('button[value=rename]').click()
    await rowOf('Bar 1').waitFor()
    await rowOf('Bar 1').locator('summary').click()
    await press(`${t('tables.remove')}: ${t('tables.one', { number: 'Bar 1' })}`)
    await page.getByRole('dialog').getByText(t('tables.remove_warning')).waitFor()
    await page.getByRole('dialog').locator('button[value=remove]').click()
    await expect.poll(numbers).toEqual(named('1', '2', '3', '4'))
  })

  test('the owner switches ordering at the tables on', async () => {
    await page.getByText(t('tables.off')).waitFor()
    await page.locator('input[name=isOn]').check()
    await page.locator('button[value=save]').click()
    await page.locator('.user-done').waitFor()
    expect(await page.getByText(t('tables.off')).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })

  test('the sheet has a card for each chosen table, with the address that the shop accepts', async () => {
    await page.getByRole('link', { name: t('sheet.title') }).click()
    await page.locator('.sheet').waitFor()
    expect(await page.locator('.table-card').count()).toBe(4)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('checkbox', { name: '4', exact: true }).uncheck()
    await page
      .getByRole('status')
      .getByText(t('sheet.summary', { cards: 3, pages: 1 }))
      .waitFor()
    expect(await page.locator('.table-card').count()).toBe(3)

    const card = page.getByRole('article', { name: t('tables.one', { number: '3' }) })
    for (const text of tablePageMessages['card.line']) await card.getByText(text).waitFor()
    address = await addressOf('3')
    expect(address.startsWith(`${server.url}/table/`)).toBe(true)
    expect(readSquares((await card.locator('svg path').getAttribute('d')) ?? '')).toEqual(qrCode(address))
  })

  test.each([
    ['letter', 612, 792],
    ['a4', 595, 842],
  ])('the sheet prints nine cards on two pages of %s', async (paper, width, height) => {
    await visit('/tables/main')
    if (paper === 'letter') {
      await add('5-9')
      await rowOf('9').waitFor()
    }
    await visit('/tables/main/print')
    await page.locator('select[name=paper]').selectOption(paper)
    await page.locator('select[name=cards]').selectOption('8')
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
    const [, printedWidth, printedHeight] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect([Number(printedWidth), Number(printedHeight)].map(Math.round)).toEqual([width, height])
  })

  test('nothing on a card is cut, with the longest names', async () => {
    await visit('/look')
    await page.locator('input[name=storeName]').fill(longName)
    await page.locator('button[value=save]').click()
    await page.locator('.user-done').waitFor()
    await visit('/tables/main')
    await add('露台靠窗四人座贵宾包厢二楼东侧景观位十')
    await rowOf('露台靠窗四人座贵宾包厢二楼东侧景观位十').waitFor()
    await visit('/tables/main/print')
    for (const cards of ['6', '8']) {
      await page.locator('select[name=cards]').selectOption(cards)
      await page.locator(`.sheet-${cards}`).first().waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await cutParts(page)).toEqual([])
      await page.emulateMedia({ media: null })
    }
  })

  test('a guest orders with the code, and the order is at that table', async () => {
    await page.goto(`${server.url}/office/products/new`)
    await page.locator('input[name=name_en]').fill('Egg tart')
    await page.locator('input[name=name_zh]').fill('蛋挞')
    await page.locator('input[name=price]').fill('2.80')
    await page.locator('select[name=taxClass]').selectOption('zero_rated')
    await page.locator('button[value=save]').click()
    await page.locator('.row-item').waitFor()

    const guest = await sit(address)
    await goTo(guest, `${server.url}/store/product/egg-tart`)
    await guest.getByRole('button', { name: /^Add/ }).first().click()
    await guest.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
    await goTo(guest, `${server.url}/checkout/checkout`)
    await guest.getByLabel('Name', { exact: true }).fill('Mei Wang')
    await guest.getByRole('button', { name: 'Continue to payment' }).click()
    await guest.waitForURL('**/checkout/payment')
    await guest.locator('input[value=pay_at_store]').check()
    await guest.locator('.checkout-submit button[type=submit]').click()
    await guest.waitForURL('**/confirmation/**')
    await goTo(guest, `${server.url}/table`)
    expect(await guest.locator('h1').textContent()).toBe('Table 3')
    expect(await guest.locator('.seat-order').innerText()).toContain('Egg tart')
    await guest.context().close()

    await visit('/')
    await page
      .locator('.order-table')
      .getByText(t('order.at_table', { number: '3' }))
      .waitFor()
    await page.getByRole('link', { name: t('today.tables'), exact: true }).click()
    await rowOf('3')
      .getByText(t('tables.open_orders', { count: 1 }))
      .waitFor()
    await rowOf('3').locator('summary').click()
    await press(`${t('tables.remove')}: ${t('tables.one', { number: '3' })}`)
    await page.getByRole('dialog').locator('button[value=remove]').click()
    await page
      .getByRole('alert')
      .getByText(t('tables.busy', { number: '3' }))
      .waitFor()
    expect(await numbers()).toContain(t('tables.one', { number: '3' }))
  })

  test('the list shows a guest who sits down while it is open, and the owner clears the table', async () => {
    const guest = await sit(await addressOf('1'))
    await rowOf('1')
      .getByRole('button', { name: t('tables.close') })
      .click()
    await rowOf('1').getByText(t('tables.free')).waitFor()
    await guest.context().close()
  })

  test('a new code replaces the printed one at once, after a warning', async () => {
    await visit('/tables/main')
    await rowOf('3').locator('summary').click()
    await press(`${t('tables.renew')}: ${t('tables.one', { number: '3' })}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('tables.renew_warning')).waitFor()
    await dialog.getByRole('button', { name: t('office.cancel') }).click()
    expect(await addressOf('3')).toBe(address)
    await press(`${t('tables.renew')}: ${t('tables.one', { number: '3' })}`)
    await dialog.locator('button[value=renew]').click()
    await page.getByText(t('tables.renewed')).waitFor()
    const old = await scan(address)
    await old.getByRole('alert').getByText('This table code is no longer valid.').waitFor()
    expect(await old.getByRole('button', { name: 'Order at this table' }).count()).toBe(0)
    await old.context().close()

    await page.getByRole('link', { name: t('tables.print_new') }).click()
    await page.locator('.table-card').waitFor()
    expect(await page.locator('.table-card').count()).toBe(1)
    const fresh = await scan(await addressOf('3'))
    expect(await fresh.locator('h1').textContent()).toBe('Table 3')
    await fresh.context().close()
  })

  test('no page reported an error', () => {
    // Ignores the browser's own error messages about the calls that these tests expect to fail.
    expect(complaints.flat().filter((text) => !/status of (404|409)/.test(text))).toEqual([])
  })

  /** The URL that a table's QR code contains, as the API returns it. */
  async function addressOf(number: string): Promise<string> {
    const answer = await page.request.get(`${server.url}/api/office/locations/main/tables`)
    const list: { tables: { number: string; address: string }[] } = await answer.json()
    return list.tables.find((table) => table.number === number)?.address ?? ''
  }
})

const longName = `${'好运来海鲜大酒楼暨粤式点心烧腊茶餐厅'.repeat(2)} Good Fortune Seafood`.slice(0, 60)

/** The dark squares of a drawn QR code, without the quiet zone of four squares. */
function readSquares(path: string): boolean[][] {
  const dark = [...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [Number(x) - 4, Number(y) - 4] as const)
  const size = Math.max(...dark.map(([x]) => x)) + 1
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [x, y] of dark) (rows[y] as boolean[])[x] = true
  return rows
}

/**
 * Returns the text of each part that extends beyond the top, bottom or right edge of its card. Also returns a line for
 * each QR code that is too small to scan.
 */
function cutParts(page: Page): Promise<string[]> {
  return page.locator('.table-card').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const outer = card.getBoundingClientRect()
      const parts = [...card.querySelectorAll('p, span, strong, svg')]
      const cut = parts.filter((part) => {
        const inner = part.getBoundingClientRect()
        return inner.top < outer.top || inner.bottom > outer.bottom + 0.5 || inner.right > outer.right + 0.5
      })
      const code = card.querySelector('svg')?.getBoundingClientRect()
      // A code must measure at least 22 mm, at 96 pixels per inch.
      const isSmall = !code || Math.min(code.width, code.height) < (22 / 25.4) * 96
      return [...cut.map((part) => part.textContent ?? ''), ...(isSmall ? [`small code: ${code?.height}`] : [])]
    }),
  )
}
