import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'

let folder: string
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
  server = await startServer({ DEMO: 'false', DATA_DIR: folder, RATE_LIMIT_FACTOR: '100' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Runs `npm run import -- FILE` on the running shop, without pictures, because they are on another site. Returns its
 * output.
 */
async function importFile(file: string): Promise<string> {
  const child = spawn(process.execPath, ['scripts/import.ts', `tests/files/${file}`, '--pictures', 'skip'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'exit')
  expect(code, said).toBe(0)
  return said
}

test('each page of an empty shop works and says that products are coming, and the shop has one store', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await goTo(page, `${server.url}/home`)
  await page.getByText('正在上货，请稍后再来。').waitFor()
  await goTo(page, `${server.url}/store`)
  await page.getByRole('heading', { name: '全部商品' }).waitFor()
  await page.getByText('正在上货，请稍后再来。').waitFor()
  await goTo(page, `${server.url}/checkout/cart`)
  await page.getByRole('heading', { name: '购物车还是空的' }).waitFor()
  for (const path of [
    '/store/search?q=x',
    '/store/clearance',
    '/checkout/checkout',
    '/checkout/payment',
    '/account/login',
  ])
    expect((await goTo(page, server.url + path))?.status(), path).toBe(200)
  await page.getByRole('button', { name: '客服' }).click()
  await page.getByRole('dialog').getByText('我的小店', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a guest finds and buys an imported product, and a second import of the same files changes nothing', async () => {
  expect(await importFile('shopify-apparel.csv')).toContain('20 products added, 0 changed')
  expect(await importFile('shopify-jewelery.csv')).toContain('20 products added, 0 changed')

  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${server.url}/home`)
  await page.getByRole('link', { name: 'Bracelet', exact: true }).click()
  await page.getByRole('heading', { name: 'Bracelet', level: 1 }).waitFor()
  await goTo(page, `${server.url}/store/search?q=varsity`)
  await page.getByRole('main').getByRole('link', { name: 'Classic Varsity Top' }).first().click()
  await page.getByRole('heading', { name: 'Classic Varsity Top', level: 1 }).waitFor()
  await page.getByRole('radio', { name: 'Medium' }).check()
  await page.getByRole('button', { name: /^Add to cart/ }).click()
  await page.getByRole('link', { name: 'View cart' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByLabel('Name', { exact: true }).fill('First Customer')
  await page.getByLabel('Phone', { exact: true }).fill('416 555 0101')
  await page.getByLabel('Email', { exact: true }).fill('first@example.com')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  await page.getByRole('button', { name: 'Place order, pay at the store' }).click()
  await page.getByRole('heading', { name: 'Thank you, First Customer!' }).waitFor()
  const bill = await page.getByRole('main').innerText()
  expect(bill).toContain('Classic Varsity Top')
  expect(bill).toContain('Medium')
  expect(bill).toContain('My store')
  expect(bill).toContain('$67.80')
  expect(complaints).toEqual([])
  await context.close()

  for (const file of ['shopify-apparel.csv', 'shopify-jewelery.csv'])
    expect(await importFile(file)).toContain('0 products added, 0 changed (0 variants), 20 unchanged; 0 rows refused')
})
