import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a member buys a membership with the wallet, in Chinese on a phone, and then gets member prices', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone, userAgent: iPhone })
  await signIn(page, demoAccounts[1])
  await goTo(page, `${shopUrl}/user/membership`)
  await page
    .getByRole('group', { name: '灯友尊享会员' })
    .getByRole('radio', { name: /^1 个月/ })
    .check()
  await page.getByRole('button', { name: '开通灯友尊享会员' }).click()
  await page.waitForURL('**/checkout/cart')
  await page.getByText('无需取货，付款后会员立即生效。').waitFor()
  await goTo(page, `${shopUrl}/checkout/checkout`)
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.getByRole('radio', { name: /^微信支付/ }).check()
  await page.getByRole('button', { name: /^微信支付 / }).click()
  await page.getByRole('button', { name: /^付款/ }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByRole('link', { name: '查看我的会员' }).click()
  await page.waitForURL('**/user/membership')
  await page.getByRole('heading', { name: '灯友尊享会员' }).first().waitFor()
  await page.getByText('有效', { exact: true }).waitFor()
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  await page.getByText('您的会员价').first().waitFor()
  await page
    .getByRole('button', { name: /^把.*加入购物车$/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /购物车.*1/ })
    .first()
    .waitFor()
  await goTo(page, `${shopUrl}/checkout/cart`)
  await page
    .getByText(/^会员为您省下 \$/)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a guest who buys a membership must sign in before paying', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/user/membership`)
  await page
    .getByRole('group', { name: 'Lantern Friend', exact: true })
    .getByRole('radio', { name: /^1 month/ })
    .check()
  await page.getByRole('button', { name: 'Join Lantern Friend', exact: true }).click()
  await page.waitForURL('**/checkout/cart')
  await page.getByRole('heading', { name: 'Sign in to buy a membership' }).waitFor()
  await page.goto(`${shopUrl}/checkout/checkout`)
  expect(new URL(page.url()).pathname).toBe('/checkout/cart')
  await context.close()
})

async function signIn(page: Page, { email, password }: (typeof demoAccounts)[number]) {
  await page.goto(`${shopUrl}/account/login`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
}
