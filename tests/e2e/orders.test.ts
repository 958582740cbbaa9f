import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { openBrowser, openPage, phone, signIn } from '#tests/browser.ts'

const shopUrl = inject('shopUrl')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a member finds their orders by how far they are, looks into one and comes back to the list', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await signIn(page, shopUrl, demoAccounts[0], '/user/orders')
  const list = page.locator('.order-list')
  const howMany = () => list.getByRole('listitem').count()
  await expect.poll(howMany).toBeGreaterThan(3)
  const tab = page.getByRole('link', { name: /^已取消 \d+$/ })
  const cancelled = Number((await tab.innerText()).match(/\d+/)?.[0])
  expect(cancelled).toBeGreaterThan(0)
  await tab.click()
  await page.waitForURL('**/user/orders?group=cancelled')
  await expect.poll(howMany).toBe(cancelled)
  await list.getByRole('link').first().click()
  await page.waitForURL(/\/user\/orders\/[a-z0-9]{26}$/)
  await page.getByRole('main').getByText('已取消').first().waitFor()
  await page.goBack()
  await page.waitForURL('**/user/orders?group=cancelled')
  await expect.poll(howMany).toBe(cancelled)
  expect(complaints).toEqual([])
  await context.close()
})

test('a page whose scripts do not come says so to the console alone, and can be read and walked through', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await context.route(/\/assets\/framework-/, (route) => route.abort())
  await page.goto(`${shopUrl}/home`)
  const words = await page.locator('body').innerText()
  await expect.poll(() => complaints.some((complaint) => complaint.includes('/assets/framework-'))).toBe(true)
  expect(await page.locator('body').innerText()).toBe(words)
  await page.getByRole('main').getByRole('link').first().click()
  await page.waitForURL((url) => url.pathname !== '/home', { waitUntil: 'domcontentloaded' })
  expect(await page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true)
  await context.close()
})
