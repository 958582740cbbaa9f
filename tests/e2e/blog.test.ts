import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findViolations } from '#tests/axe.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
let counting: RunningServer
let folder: string
beforeAll(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'shop-counting-'))
  await cp(inject('demonstration'), folder, { recursive: true })
  counting = await startServer({ DATA_DIR: folder, ANALYTICS: 'own', RATE_LIMIT_FACTOR: '100' })
})
afterAll(async () => {
  await browser.close()
  await counting.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a visitor finds an article, reads it in both languages and adds its product to the cart', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/blog`)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Recipes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recipes' }).waitFor()
  await page.getByRole('link', { name: 'Scallion oil noodles, twelve minutes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Scallion oil noodles' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page
    .getByRole('region', { name: 'In the bowl, or beside it' })
    .getByRole('button', { name: /Add/ })
    .first()
    .click()
  await expect.poll(() => page.locator('.badge').first().textContent()).toBe('1')
  const address = page.url()
  await goTo(page, `${address}?lang=zh`)
  await page.getByRole('heading', { level: 1, name: '葱油拌面，十二分钟' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const alternates = page.locator('link[rel=alternate][hreflang]')
  expect(await alternates.evaluateAll((all) => all.map((one) => one.getAttribute('hreflang')))).toEqual([
    'en-CA',
    'zh-Hans',
    'x-default',
  ])
  expect(complaints).toEqual([])
  await context.close()
})

test('an article in one language says so and has one address; an unpublished article is not found', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: desktop, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/blog/three-cold-dishes?lang=en`)
  await page.getByText('This story is in Chinese only so far.').waitFor()
  expect(await page.locator('h1').getAttribute('lang')).toBe('zh-Hans')
  expect(await page.locator('link[hreflang]').count()).toBe(0)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${shopUrl}/blog/three-cold-dishes`)
  const answer = await page.goto(`${shopUrl}/blog/first-draw-soy-sauce-day`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'All stories' }).waitFor()
  await page.goto(`${shopUrl}/dev/mails`)
  expect(new URL(page.url()).pathname).toBe('/')
  await context.close()
})

test('the page prefetches the blog after a pointer movement, and not before', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/about`)
  // Whether the page has prefetched a script that only the pages of the blog use. The name of the file identifies it.
  const isAhead = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/blog-error-/.test(name)))
  expect(await isAhead()).toBe(false)
  let moves = 0
  await expect
    .poll(async () => {
      await page.mouse.move(100 + moves++, 100)
      return isAhead()
    })
    .toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

/** Collects the bodies of the event calls that the page sends. */
function watchCounts(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/measuring/')) sent.push(request.postData() ?? '')
  })
  return sent
}

const question = (page: Page) => page.getByRole('region', { name: /May we count|计入统计/ })
const look = async (page: Page) => {
  await page.getByRole('link', { name: 'Egg Tarts' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Egg Tarts' }).waitFor()
}

test('analytics sends nothing before consent or after a refusal; the visitor can change the choice', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const sent = watchCounts(page)
  await goTo(page, `${counting.url}/store`)
  await question(page).waitFor()
  expect(await findViolations(page)).toEqual([])
  await look(page)
  expect(sent).toEqual([])
  const [refuse, accept] = await Promise.all(
    ['No, thanks', 'Yes, count it'].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  expect([refuse?.width, refuse?.height, refuse?.y]).toEqual([accept?.width, accept?.height, accept?.y])
  await page.getByRole('button', { name: 'No, thanks' }).press('Enter')
  await question(page).waitFor({ state: 'hidden' })
  await goTo(page, `${counting.url}/store`)
  await look(page)
  expect(await question(page).count()).toBe(0)
  expect(sent).toEqual([])

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' }).click()
  await page.getByText(/You said no on/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, count it' }).click()
  await page.getByText(/You said yes on/).waitFor()
  await goTo(page, `${counting.url}/store/product/egg-tarts`)
  await expect.poll(() => sent.join()).toContain('item_viewed')
  expect(complaints).toEqual([])
  await context.close()
})

test('the consent question is not shown with Global Privacy Control or without analytics', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone })
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const sent = watchCounts(page)
  await goTo(page, `${counting.url}/privacy-choices`)
  await page.getByText('您的浏览器要求不被跟踪').waitFor()
  await goTo(page, `${counting.url}/store/product/egg-tarts`)
  expect(await question(page).count()).toBe(0)
  await goTo(page, `${shopUrl}/privacy-choices`)
  await page.getByText('没有什么要选的').waitFor()
  expect(await page.getByRole('contentinfo').getByRole('link', { name: '隐私选项' }).count()).toBe(0)
  expect(sent).toEqual([])
  await context.close()
})
