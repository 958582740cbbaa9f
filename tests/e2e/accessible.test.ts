import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'

const shopUrl = inject('shopUrl')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let browser: Browser
let product = ''
beforeAll(async () => {
  browser = await openBrowser()
  const { products } = (await (await fetch(`${shopUrl}/api/istore/client/productManagement2/products`)).json()) as {
    products: { id: string; sku: string | null }[]
  }
  product = products.find(({ sku }) => !sku)?.id ?? products[0]?.id ?? ''
})
afterAll(() => browser.close())

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

const pages = (): string[] => [
  '/home',
  '/store',
  '/store/productlist?cat=all',
  '/store/search',
  '/store/search?q=tea',
  '/store/search?q=zzzz',
  '/store/clearance',
  `/store/product/${product}`,
  '/store/product/not-there',
  '/checkout/cart',
  '/account/login',
  '/account/signup',
  '/about',
]

test.each([
  ['en', phone],
  ['zh', phone],
  ['en', desktop],
  ['zh', desktop],
] as const)('every page in %s at %o is free of what axe finds, and silent on the console', async (locale, viewport) => {
  const { context, page, complaints } = await openPage(browser, { locale, viewport, bypassCSP: true })
  for (const path of pages()) {
    const answer = await page.goto(shopUrl + path)
    const expected = path.includes('not-there') ? 404 : 200
    expect(answer?.status(), path).toBe(expected)
    await page.evaluate(axe)
    const violations = (await page.evaluate(async () => {
      const { violations } = await (
        window as unknown as { axe: { run(options: object): Promise<{ violations: unknown[] }> } }
      ).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      })
      return violations
    })) as Violation[]
    expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual(
      [],
    )
    if (expected === 200) expect(complaints, path).toEqual([])
    complaints.length = 0
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
  }
  await context.close()
})

test('a Chinese page holds no English words of ours, and an English page no Chinese ones', async () => {
  const { texts } = await import('#contract/messages.ts')
  const words = Object.values(texts).filter(
    ([en, zh]) => en !== zh && en.length > 6 && !/\{/.test(en) && !/^[A-Z0-9 .+&-]+$/.test(en),
  )
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone })
  for (const path of pages()) {
    await page.goto(shopUrl + path)
    const text = await page.evaluate(() => document.body.innerText)
    expect(words.filter(([en]) => text.split('\n').includes(en)).map(([en]) => `${path}: ${en}`)).toEqual([])
  }
  await context.close()
})
