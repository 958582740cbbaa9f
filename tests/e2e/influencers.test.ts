import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function signIn(page: Page, { email, password }: { email: string; password: string }, next: string) {
  await goTo(page, `${shopUrl}/account/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**${next}`)
}

test('a guest reads a page, and its products carry whose page it was', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/influencers`)
  await page.getByRole('heading', { level: 1, name: 'People we like to read' }).waitFor()
  await page.getByRole('link', { name: 'Ruby bakes at six' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ruby bakes at six' }).waitFor()
  expect(await page.getByRole('heading', { level: 3 }).getByRole('link').first().getAttribute('href')).toMatch(
    /^\/store\/product\/[\w-]+\?referId=\w{12}$/,
  )
  expect(await page.evaluate(() => localStorage.getItem('referId'))).toMatch(/ \w{12}$/)
  expect(await page.getByText('Best Deals').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('a member likes a page, and writes one of their own that waits', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page, demoAccounts[1], '/influencers')
  await page.getByRole('link', { name: 'Wei pours slowly' }).click()
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByRole('button', { name: 'Liked' }).waitFor()
  await goTo(page, `${shopUrl}/user/influencer`)
  await page.getByLabel('Name in English').fill('Daniel')
  await page.getByLabel('About you, in English').fill('Soup on Sundays.')
  await page.getByLabel('What you take home').fill(`${shopUrl}/store/product/alishan-tin?x=1`)
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.getByText('We are reading it.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('goods from abroad are bought for a verified contact', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page, demoAccounts[0], '/store/product/lacquer-chopsticks')
  await page.getByText('Comes from abroad').waitFor()
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await page.getByText('Added to your cart.').waitFor()
  await goTo(page, `${shopUrl}/checkout/checkout`)
  const customs = page.getByRole('group', { name: 'Who it is for, for customs' })
  await customs.getByRole('radio', { name: /0148$/ }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  expect(complaints).toEqual([])
  await context.close()
})
