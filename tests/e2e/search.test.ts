import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the header’s field offers what fits, and the keys choose among it', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/home`)
  const field = page.getByRole('banner').getByRole('combobox')
  await field.fill('lgm')
  const offers = page.getByRole('option')
  await expect.poll(() => offers.count()).toBe(1)
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await field.press('ArrowDown')
  const chosen = await field.getAttribute('aria-activedescendant')
  expect(await offers.first().getAttribute('id')).toBe(chosen)
  expect(await offers.first().getAttribute('aria-selected')).toBe('true')
  await field.press('Escape')
  await expect.poll(() => offers.count()).toBe(0)
  expect(await field.inputValue()).toBe('lgm')
  await field.fill('yuebing')
  await expect.poll(() => offers.count()).toBeGreaterThan(2)
  expect(await page.locator('[role=option] mark').first().innerText()).toBe('月饼')
  await field.press('ArrowUp')
  await field.press('Enter')
  await page.waitForURL(/\/store\/product\//)
  expect(complaints).toEqual([])
  await context.close()
})

test('letters typed one after the other ask once, and an older answer never covers a newer one', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  const asked: string[] = []
  await page.route('**/search/suggestions/*', async (route) => {
    asked.push(decodeURIComponent(route.request().url().split('/').at(-1) ?? ''))
    await route.continue()
  })
  await goTo(page, `${shopUrl}/store/search`)
  const field = page.getByRole('main').getByRole('combobox')
  await field.pressSequentially('matcha')
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1)
  expect(asked.at(-1)).toBe('matcha')
  expect(asked.length).toBeLessThan(6)
  await context.close()
})

test('what was searched for is remembered in this browser, until it is told to forget', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/search?q=taro`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recent-searches'))).toContain('taro')
  await goTo(page, `${shopUrl}/store/search?q=televisions`)
  await goTo(page, `${shopUrl}/store/search`)
  const recent = page.locator('section', { has: page.getByRole('heading', { name: 'You searched for' }) })
  await recent.waitFor()
  expect(await recent.getByRole('listitem').allInnerTexts()).toEqual(['taro'])
  await recent.getByRole('button', { name: 'Forget these' }).click()
  await recent.waitFor({ state: 'detached' })
  await goTo(page, `${shopUrl}/store/search`)
  expect(await recent.count()).toBe(0)
  await context.close()
})

test('without JavaScript the search is a plain form, in the header too', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: desktop, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/home`)
  const field = page.getByRole('banner').getByRole('searchbox')
  await field.fill('strawbery')
  await field.press('Enter')
  await page.waitForURL(/\/store\/search\?q=strawbery/)
  await page.getByText('This is what we found for “strawberry”.').waitFor()
  expect(await page.locator('.product-card mark').first().innerText()).toBe('Strawberry')
  await context.close()
})

test('where nothing is found there is somewhere to go', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone })
  await goTo(page, `${shopUrl}/store/search?q=${encodeURIComponent('珍珠洗衣机')}`)
  await page.getByRole('link', { name: '珍珠', exact: true }).click()
  await page.getByRole('heading', { name: '“珍珠”' }).waitFor()
  expect(await page.locator('.product-card').count()).toBeGreaterThan(0)
  await context.close()
})

test('what was found is narrowed as a list is, and the number follows', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/search?q=tea`)
  const count = async () => Number.parseInt(await page.locator('.list-count').innerText(), 10)
  const all = await count()
  const vegan = page.getByRole('checkbox', { name: 'Vegan' })
  const promised = Number(await page.locator('.filter-choice', { has: vegan }).locator('.filter-count').innerText())
  await vegan.check()
  await page.waitForURL((url) => url.searchParams.get('diet') === 'vegan')
  await expect.poll(count).toBe(promised)
  expect(promised).toBeLessThan(all)
  expect(new URL(page.url()).searchParams.get('q')).toBe('tea')
  await page.getByLabel('Lowest price').fill('900')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing here is all of that at once.').waitFor()
  await page.getByRole('main').locator('.empty-list').getByRole('link', { name: 'Clear all' }).click()
  await expect.poll(count).toBe(all)
  expect(complaints).toEqual([])
  await context.close()
})
