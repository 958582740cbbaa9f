import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the API docs show a call, and a state-changing call can be tried there', async () => {
  const { context, page } = await openPage(browser)
  await page.goto(`${shopUrl}/home`)
  await page.goto(`${shopUrl}/api/docs`)
  await page.locator('#operations-tag-cart').click()
  const call = page.locator('.opblock', { hasText: 'cart.remove' }).first()
  await call.locator('.opblock-summary-control').click()
  await call.getByText('Removes lines').waitFor()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.locator('textarea').fill('{ "keys": ["absent"] }')
  await call.getByRole('button', { name: 'Execute' }).click()
  const answer = call.locator('.live-responses-table')
  await answer.waitFor()
  expect(await answer.locator('.response-col_status').last().textContent()).toContain('200')
  expect(await answer.textContent()).toContain('lineItems')
  await context.close()
})
