import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { demoAccounts } from '#demo/accounts.ts'
import { runShop } from '#scripts/shop-run.ts'
import { desktop, goTo, openBrowser, openPage, phone, signIn } from '#tests/browser.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Runs a staff command. */
async function staff(...typed: string[]) {
  const { code, text: said } = await runShop([...typed, '--url', shopUrl], { ...process.env, DATA_DIR: shopFolder })
  expect(code, said).toBe(0)
}

const toronto = {
  country: 'CA',
  postCode: 'M5T 1L4',
  street: '410 Dundas Street West',
  city: 'Toronto',
  province: 'ON',
}
const guangzhou = {
  ...{ country: 'CN', postCode: '510620', street: '体育东路 1 号', city: '广州市', province: 'GD' },
  district: '天河区',
}

test.each([
  ['en', desktop, toronto, '8–15', '$9.00'],
  ['zh', phone, guangzhou, '10–20', '$15.00'],
] as const)('a cross-border order is paid, sent and delivered, in %s', async (...given) => {
  const [locale, viewport, address, days, fee] = given
  const t = messages[locale]
  const { context, page, complaints } = await openPage(browser, { locale, viewport })
  await signIn(page, shopUrl, demoAccounts[0], '/store/product/lacquer-chopsticks')
  await page.getByText(locale === 'en' ? 'Ships internationally' : '跨境直邮，单独下单').waitFor()
  const buy = page.locator('form.buy')
  await buy.getByRole('button', { name: t['store.add'] }).click()
  await page.getByText(t['store.added']).first().waitFor()

  // The cart has cross-border goods. The store's own products need a separate order, so the shop refuses to add such a
  // product.
  await goTo(page, `${shopUrl}/store/product/clay-teapot`)
  await page.locator('form.buy').getByRole('button', { name: t['store.add'] }).click()
  await page.getByText(locale === 'en' ? 'need a separate order' : '跨境直邮商品要单独下单').waitFor()
  // The browser logs the refused call.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])

  await goTo(page, `${shopUrl}/checkout/cart`)
  await page.locator('.cart-go:visible').first().click()
  await page.waitForURL('**/checkout/checkout')
  expect(await page.getByRole('radio', { name: t['checkout.method_SHIPPING'] }).isChecked()).toBe(true)
  const { country, province, ...typed } = address
  const form = page.locator('#details-form')
  await form.locator('[name=country]').selectOption(country)
  await form.locator('[name=province]').selectOption(province)
  for (const [name, value] of Object.entries(typed)) await form.locator(`[name=${name}]`).fill(value)
  await page.locator('.delivery-preview').getByText(days).waitFor()
  await page.locator('.delivery-preview').getByText(fee).waitFor()
  await page.getByRole('radio', { name: /0148$/ }).check()
  await page.getByRole('button', { name: t['checkout.continue'] }).click()
  await page.waitForURL('**/checkout/payment')
  await page.locator('.review-facts').getByText(days).waitFor()
  await page.getByRole('radio', { name: locale === 'en' ? /^Alipay/ : /^支付宝/ }).check()
  await page
    .locator('.pay-button, button[type=submit]')
    .filter({ hasText: /Alipay|支付宝/ })
    .click()
  await page.waitForURL((url) => url.port !== new URL(shopUrl).port)
  await page.getByRole('button', { name: /^(Pay|支付|付款)/ }).click()
  await page.waitForURL('**/confirmation/**')
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.getByText(t['orders.arrival'], { exact: true }).waitFor()

  await staff('accept', id)
  await staff('ready', id)
  await page.getByText(t['orders.now_READY_SHIPPING']).first().waitFor()
  const parcel = ['--carrier', 'Canada Post', '--number', 'CP 77', '--track', 'https://track.example/77']
  await staff('send-out', id, ...parcel)
  await page.getByText('Canada Post · CP 77').waitFor()
  expect(await page.getByRole('link', { name: t['orders.follow'] }).getAttribute('href')).toBe(parcel[5])
  await staff('hand-over', id)
  await page.getByText(t['orders.now_DELIVERED']).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the product page says that the store does not ship the product', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await context.addCookies([{ name: 'location', value: 'richmond', url: shopUrl }])
  await goTo(page, `${shopUrl}/store/product/lacquer-chopsticks`)
  await page.getByText(messages.en['store.not_shipped']).waitFor()
  expect(await page.locator('.buy button').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
