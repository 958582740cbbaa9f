import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PageVariant } from './looks.ts'
import { pageVariants, textsOf } from './looks.ts'
import { becomeOwner } from './office-owner.ts'

/** An owner imports products from a file with bad rows, imports the changed file, and undoes the import. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const wanted: [string, PageVariant][] = [
  ...pageVariants({ locale: 'en', viewport: desktop }),
  ...(process.env.JOURNEYS === 'looks' ? [] : pageVariants({ locale: 'zh', viewport: phone })),
]

const file = (price: string) =>
  Buffer.from(
    [
      '商品名称,英文名,分类,货号,售价,库存,自己看的备注',
      `珍珠奶茶,Pearl milk tea,奶茶,M1,${price},20,卖得最好`,
      '绿豆沙,Mung bean smoothie,冰沙,M2,五块八,8,',
      '红豆包,Red bean bun,点心,M3,3.00,1.5,',
      '蛋挞,Egg tart,点心,M4,2.80,30,每天下午三点出炉',
    ].join('\n'),
  )

describe.each(wanted)('%s', (_, look) => {
  const t = textsOf(look)
  let folder: string
  let server: RunningServer
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
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

  const card = (key: Parameters<typeof t>[0]) => page.getByRole('region', { name: t(key) })
  const lines = (key: Parameters<typeof t>[0]) => page.locator('.import-kind', { hasText: t(key) }).locator('li')
  const press = (key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true }).click()

  async function upload(name: string, price: string) {
    await page.goto(`${server.url}/office/import`)
    await page.locator('#import-file').setInputFiles({ name, mimeType: 'text/csv', buffer: file(price) })
    await press('imports.send')
    await card('imports.columns').waitFor()
  }

  test('a file with a Chinese header is matched, and a dry run names the bad rows', async () => {
    await page.goto(`${server.url}/office/products`)
    await page.getByRole('link', { name: t('products.import') }).click()
    await page.getByText(t('imports.none')).waitFor()
    expect(await findViolations(page)).toEqual([])
    await upload('menu.csv', '6.50')
    const targets = await page.locator('select[name=target]').evaluateAll((all) => {
      return all.map((select) => (select as HTMLSelectElement).value)
    })
    expect(targets).toEqual([
      ...['Title (中文)', 'Title', 'Type (中文)', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty', ''],
    ])
    expect(await findViolations(page)).toEqual([])
    await press('imports.check')
    await card('imports.found').waitFor()
    const refused = lines('imports.lines_refused')
    for (const words of [
      [t('imports.line', { line: 3 }), 'm2', '五块八'],
      [t('imports.line', { line: 4 }), 'm3', '1.5'],
    ]) {
      const line = words.reduce((found, word) => found.filter({ hasText: word }), refused)
      expect(await line.count()).toBe(1)
    }
    await page.locator('summary', { hasText: t('imports.lines_new') }).click()
    expect(await lines('imports.lines_new').first().textContent()).toMatch(/(Pearl milk tea|珍珠奶茶).*6\.50.*m1/)
    expect(await findViolations(page)).toEqual([])
    expect((await page.request.get(`${server.url}/store/product/m1`)).status()).toBe(404)
  })

  test('the import puts the good rows into the shop', async () => {
    await press('imports.run')
    await card('imports.result').waitFor()
    await page.locator('summary', { hasText: t('imports.lines_new') }).click()
    await page.getByRole('link', { name: 'm4', exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
    const shopper = (await openPage(browser, look)).page
    await shopper.goto(`${server.url}/store/product/m1`)
    const name = look.locale === 'en' ? 'Pearl milk tea' : '珍珠奶茶'
    await shopper.getByRole('heading', { level: 1, name }).waitFor()
    await shopper.context().close()
  })

  test('a later file keeps what the owner changed, and says so', async () => {
    await page.goto(`${server.url}/office/products/m1`)
    await page.locator('input[name=price]').first().fill('7.00')
    await page.locator('button[value=save]').click()
    await page.locator('.save-bar .user-done').waitFor()
    await upload('menu-again.csv', '6.80')
    await press('imports.check')
    await card('imports.found').waitFor()
    const words = { field: `${t('imports.field_price')} M1`, present: '7.00', file: '6.80' }
    expect(await lines('imports.lines_kept').textContent()).toContain(t('imports.kept_field', words))
    expect(await findViolations(page)).toEqual([])
  })

  test('an undo removes the products, those that changed since only when asked', async () => {
    await page.goto(`${server.url}/office/import`)
    await page.getByRole('link', { name: `${t('imports.open')}: menu.csv` }).click()
    const undo = page.locator('summary', { hasText: t('imports.undo') })
    // Checks that the element that offers the undo is above the lists of the report.
    const top = async (locator: typeof undo) => (await locator.first().boundingBox())?.y ?? 0
    expect(await top(undo)).toBeLessThan(await top(page.locator('.import-kind')))
    await undo.click()
    await press('imports.undo')
    await page.getByText(t('imports.left')).waitFor()
    await card('imports.status_undone_partly')
      .getByText(t('imports.undone_partly', { count: 1 }))
      .waitFor()
    expect(await page.getByText(t('imports.undone')).count()).toBe(0)
    expect(await page.locator('.import-products li').allTextContents()).toEqual(['m1'])
    expect(await findViolations(page)).toEqual([])
    await press('imports.undo_all')
    await expect.poll(() => page.locator('.import-products li').count()).toBe(0)
    await page.getByText(t('imports.undone')).waitFor()
    expect((await page.request.get(`${server.url}/store/product/m1`)).status()).toBe(404)
    await page.goto(`${server.url}/office/products`)
    await page.getByText(t('products.empty')).waitFor()
    expect(complaints).toEqual([])
  })

  test('an import whose server was killed says what it wrote, and can be undone', async () => {
    const database = () => new pg.Client({ host: join(folder, 'postgres'), user: 'shop', database: 'postgres' })
    const rows = ['id,name,price', ...Array.from({ length: 150 }, (_, at) => `p${at},Tea ${at},3.00`)].join('\n')
    await page.goto(`${server.url}/office/import`)
    const upload = { name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.locator('#import-file').setInputFiles(upload)
    await press('imports.send')
    await press('imports.check')
    await card('imports.found').waitFor()
    // Inserts p120 in an open transaction. The second batch of the import also has p120, so it must wait.
    const blocker = database()
    blocker.on('error', () => {})
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query(`insert into products (id, name) values ('p120', '{"en":"Other","zh":""}')`)
    await press('imports.run')
    const count = async () => (await blocker.query('select count(*)::int as n from products')).rows[0].n
    await expect.poll(count).toBe(101)
    await server.kill()
    await blocker.end().catch(() => {})
    const path = new URL(page.url()).pathname
    server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
    const admin = database()
    await admin.connect()
    // Sets the timestamps five minutes back. The server then treats the run as dead and its lock as free.
    await admin.query("update imports set alive_at = now() - interval '5 minutes' where status = 'running'")
    await admin.query("update settings set updated_at = now() - interval '5 minutes' where key = 'catalogue.import'")
    await admin.end()
    await page.goto(`${server.url}${path}`)
    await card('imports.stopped')
      .getByText(t('imports.written', { added: 100, changed: 0, groups: 0 }))
      .waitFor()
    expect(await page.locator('.import-kind, .import-counts').count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.locator('summary', { hasText: t('imports.undo') }).click()
    await press('imports.undo')
    await page.getByText(t('imports.undone')).waitFor()
    await page.goto(`${server.url}/office/products`)
    await page.getByText(t('products.empty')).waitFor()
  })
})
