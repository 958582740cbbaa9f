import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { specificationBase } from '#contract/constants.ts'
import { messages } from '#contract/messages.ts'
import { openBrowser, openPage } from '#tests/browser.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop } from './fault-shop.ts'
import { openFaultShop } from './fault-shop.ts'

// While the database is unavailable, shoppers still see the pages that the server has rendered before.

let postgres: TestPostgres
let shop: FaultShop
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  postgres = await startPostgres()
  shop = await openFaultShop(postgres.url)
  server = await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
  await postgres.stop()
})

const notice = messages.en['pages.stale']
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + path, { headers: { accept: 'text/html', ...headers } })
  return { status: answer.status, caching: answer.headers.get('cache-control'), html: await answer.text() }
}

test('pages are sent with a notice while the database is away, and without one afterwards', async () => {
  const paths = ['/home', '/store/productlist?cat=all', '/store/product/tea']
  for (const path of paths) expect((await read(path)).html).not.toContain(notice)
  const list = `${specificationBase}/productManagement2/products`
  const products = (await read(list)).html
  const shopper = createShopper(server.url)
  await shopper.api.cart.view()

  const startAgain = await postgres.kill()
  // Waits until the server notices that it lost the connection. Until then, it sends its cached pages as fresh.
  await expect.poll(async () => (await read('/home')).caching, { timeout: 10_000 }).toBe('no-store')
  for (const path of paths) {
    const { status, caching, html } = await read(path)
    expect([path, status, caching]).toEqual([path, 200, 'no-store'])
    expect(html).toContain(`role="status">${notice}</p>`)
  }
  expect(await read(list)).toMatchObject({ status: 200, html: products })
  expect((await read('/home', { 'accept-language': 'zh' })).status).toBe(503)
  expect((await read('/store/product/cake')).status).toBe(503)
  await expect(shopper.api.cart.add({ sku: 'tea', quantity: 1 })).rejects.toMatchObject({
    status: 503,
    message: messages.en.unavailable,
  })
  expect((await shopper.walk('/checkout/cart', { headers: { accept: 'text/html' } })).status).toBe(503)

  const { page } = await openPage(browser)
  await page.goto(`${server.url}/store/product/tea`)
  await page.getByText(notice).waitFor()
  // Waits for hydration, which must not remove the notice.
  await page.mouse.move(10, 10)
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
  await page.getByText(notice).waitFor()
  await page.close()

  await startAgain()
  for (const path of paths)
    await expect.poll(async () => (await read(path)).html, { timeout: 30_000 }).not.toContain(notice)
  await shopper.api.cart.add({ sku: 'tea', quantity: 1 })
}, 120_000)
