import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { desktop, openBrowser, openPage, phone } from '#tests/browser.ts'

const shopUrl = inject('shopUrl')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a guest on a phone buys in Chinese with WeChat Pay, and the receipt is there', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await page.goto(`${shopUrl}/home`)
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans')
  await page.goto(`${shopUrl}/store/search?q=${encodeURIComponent('月饼')}`)
  await addFirst(page, /加入购物车$/)
  await page.goto(`${shopUrl}/checkout/cart`)
  await page.getByRole('link', { name: '去结算' }).first().click()
  await fillContact(
    page,
    { name: '姓名', phone: '电话', email: '邮箱' },
    { name: '王美', phone: '416 555 0101', email: 'mei.wang@example.com' },
  )
  await page.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.getByRole('radio', { name: /微信支付/ }).check({ force: true })
  await page.getByRole('button', { name: /用微信支付支付/ }).click()
  await page.getByRole('button', { name: /^付款/ }).click()
  await page.waitForURL('**/confirmation/**')
  await page
    .getByText(/谢谢|已下单|订单/)
    .first()
    .waitFor()
  const code = await page.locator('[data-pickup-code], .pickup-code').first().textContent()
  expect(complaints).toEqual([])
  await context.close()

  const mail = await receiptFor('mei.wang@example.com')
  expect(mail.text).toContain(code?.trim() ?? 'no code')
  expect(mail.html).toContain(code?.trim() ?? 'no code')
  expect(mail.subject).toMatch(/[\u4e00-\u9fff]/)
})

test('a guest at a desk buys in English and pays at the store', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await page.goto(`${shopUrl}/store/productlist?cat=all`)
  await addFirst(page, /^Add .* to cart$/)
  await page.goto(`${shopUrl}/checkout/cart`)
  await page.getByRole('link', { name: 'Go to checkout' }).first().click()
  await fillContact(
    page,
    { name: 'Name', phone: 'Phone', email: 'E-mail' },
    { name: 'Daniel Roy', phone: '(416) 555-0102', email: 'daniel.roy@example.com' },
  )
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.getByRole('radio', { name: /Pay at the store/ }).check({ force: true })
  await page.getByRole('button', { name: 'Place order, pay at the store' }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('main').innerText()).toMatch(/pick/i)
  expect(complaints).toEqual([])
  await context.close()
  expect((await receiptFor('daniel.roy@example.com')).text).toMatch(/pay/i)
})

test('a shopper without JavaScript can buy', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/store/productlist?cat=all`)
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await page.goto(`${shopUrl}/checkout/cart`)
  await page.getByRole('link', { name: 'Go to checkout' }).first().click()
  await fillContact(
    page,
    { name: 'Name', phone: 'Phone', email: 'E-mail' },
    { name: 'No Script', phone: '416 555 0103', email: 'no.script@example.com' },
  )
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('radio', { name: /Pay at the store/ }).check({ force: true })
  await page
    .locator('form', { has: page.getByRole('radio') })
    .getByRole('button')
    .last()
    .click()
  await page.waitForURL('**/confirmation/**')
  await context.close()
  await receiptFor('no.script@example.com')
})

test('a refused payment says so, keeps the cart, and can be tried again', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'refused@example.com')
  await page.getByRole('radio', { name: /Alipay/ }).check({ force: true })
  await page.getByRole('button', { name: /with Alipay/ }).click()
  await page.getByRole('button', { name: /Refuse/ }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByText('Payment Failed').first().waitFor({ timeout: 15_000 })
  await page
    .getByRole('link', { name: /Back to (the )?cart/i })
    .first()
    .click()
  await page.waitForURL('**/checkout')
  await page.getByRole('link', { name: 'Go to checkout' }).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a shopper who walks away from the wallet sees a pending payment, and it settles when paid after all', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'walks.away@example.com')
  await page.getByRole('radio', { name: /Alipay/ }).check({ force: true })
  await page.getByRole('button', { name: /with Alipay/ }).click()
  await page.waitForURL((url) => !url.href.startsWith(shopUrl))
  const wallet = page.url()
  await page
    .getByRole('button', { name: /Leave/ })
    .or(page.getByRole('link', { name: /Leave/ }))
    .first()
    .click()
  await page.waitForURL('**/confirmation/**')
  await page
    .getByText(/Submit Payment/)
    .first()
    .waitFor()
  const other = await context.newPage()
  await other.goto(wallet)
  await other.getByRole('button', { name: /^Pay/ }).click()
  await other.waitForURL('**/confirmation/**')
  await page.bringToFront()
  await page.locator('[data-pickup-code], .pickup-code').first().waitFor({ timeout: 15_000 })
  expect(complaints).toEqual([])
  await context.close()
})

test('signing in brings the guest’s cart along', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await page.goto(`${shopUrl}/store/productlist?cat=all`)
  await addFirst(page, /^Add .* to cart$/)
  const { demoAccounts } = await import('#demo/accounts.ts')
  await page.goto(`${shopUrl}/account/login`)
  await page.getByLabel('E-mail').fill(demoAccounts[0]?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(demoAccounts[0]?.password ?? '')
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('link', { name: /My account/i })
    .first()
    .waitFor()
  await page.goto(`${shopUrl}/checkout/cart`)
  await page.getByRole('link', { name: 'Go to checkout' }).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('another visitor learns nothing of an order', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'private@example.com')
  await page.getByRole('radio', { name: /Pay at the store/ }).check({ force: true })
  await page.getByRole('button', { name: 'Place order, pay at the store' }).click()
  await page.waitForURL('**/confirmation/**')
  const address = page.url()
  const stranger = await openPage(browser, { locale: 'en', viewport: phone })
  const answer = await stranger.page.goto(address)
  expect(answer?.status()).toBe(404)
  expect(await stranger.page.content()).not.toContain('private@example.com')
  const mail = await receiptFor('private@example.com')
  const link = /https?:\/\/\S+\/confirmation\/\S+token=[\w.~-]+/.exec(mail.text ?? '')?.[0] ?? ''
  const path = new URL(link)
  expect((await stranger.page.goto(shopUrl + path.pathname + path.search))?.status()).toBe(200)
  await Promise.all([context.close(), stranger.context.close()])
})

async function addFirst(page: Page, name: RegExp) {
  const button = page.getByRole('button', { name }).first()
  await button.click()
  await page
    .getByRole('link', { name: /Cart, 1 item|购物车.*1/ })
    .first()
    .waitFor()
}

async function toPayment(page: Page, email: string) {
  await page.goto(`${shopUrl}/store/productlist?cat=all`)
  await addFirst(page, /^Add .* to cart$/)
  await page.goto(`${shopUrl}/checkout/checkout`)
  await fillContact(
    page,
    { name: 'Name', phone: 'Phone', email: 'E-mail' },
    { name: 'Test Shopper', phone: '416 555 0104', email },
  )
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
}

async function fillContact(page: Page, labels: Record<string, string>, values: Record<string, string>) {
  for (const [field, label] of Object.entries(labels))
    await page
      .locator('main')
      .getByLabel(label, { exact: true })
      .fill(values[field] ?? '')
}

/** The receipt in the outbox; the worker sends it within moments of the order. */
async function receiptFor(address: string) {
  const outbox = join(inject('shopFolder'), 'outbox')
  const find = async () => {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = await PostalMime.parse(await readFile(join(outbox, name)))
      if (mail.to?.some((to) => to.address === address)) return mail
    }
    return null
  }
  await expect.poll(find, { timeout: 15_000, interval: 300 }).not.toBeNull()
  const mail = await find()
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}
