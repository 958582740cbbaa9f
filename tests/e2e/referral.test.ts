import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { enterCode } from './registration.ts'
import { shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const signIn = async (page: Page, { email, password }: { email: string; password: string }, path: string) => {
  await page.goto(`${shopUrl}/account/login?next=${encodeURIComponent(path)}`)
  await page.locator('main input[name=email]').fill(email)
  await page.locator('main input[name=password]').fill(password)
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL(`**${path}`)
}

/** The user agent of a real browser, because the shop treats a headless browser as a robot. */
const somebodysBrowser =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

const signUp = async (page: Page, email: string) => {
  await page.locator('main input[name=name]').fill('Nadia Petit')
  await page.locator('main input[name=email]').fill(email)
  await page.locator('main input[name=password]').fill('three dumplings at noon')
  await page.locator('main form button[type=submit]').first().click()
  await enterCode(page, email)
}

test('a referrer sees their link, each state of a reward, and the figures as a table', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page, demoAccounts[0], '/user/referral')
  await goTo(page, `${shopUrl}/user/referral?lang=en`)
  await page.getByRole('img', { name: 'QR code of your link' }).waitFor()
  const orders = page.locator('section', { has: page.getByRole('heading', { name: 'Orders', exact: true }) })
  for (const state of [/To be given on/, /Given on/, /Taken back/, /The shop checks it first/, /Too small to count/])
    await orders.getByText(state).first().waitFor()
  await page.getByRole('link', { name: 'Months' }).click()
  await page.waitForURL('**period=month**')
  await page.getByText('As a table').click()
  await page
    .getByRole('row', { name: /2026|\d{4}/ })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a member joins the programme, and sees a friend who registers by the link with a masked name', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await signIn(page, demoAccounts[1], '/user/referral')
  await goTo(page, `${shopUrl}/user/referral`)
  await page.getByRole('button', { name: /Neighbours/ }).click()
  await page.getByText('You have joined. Your link is ready.').waitFor()
  const link = await page.getByRole('textbox', { name: 'Your link' }).inputValue()

  const friend = await openPage(browser, { locale: 'en', viewport: phone, userAgent: somebodysBrowser })
  const followed = friend.page.waitForResponse((response) => response.url().endsWith('/referral/clicks'))
  await goTo(friend.page, link)
  expect(await (await followed).json()).toEqual({ isCounted: true })
  await friend.page.getByRole('heading', { name: 'Daniel recommended us to you' }).waitFor()
  await friend.page.getByText('Your first order gets you $5.00 of store credit.').waitFor()
  // This URL does not name the referrer, because the browser has stored the referral.
  await goTo(friend.page, `${shopUrl}/account/signup`)
  await friend.page.getByText(/^Daniel recommended us to you: /).waitFor()
  await signUp(friend.page, 'nadia@friends.example')
  await friend.page.waitForURL('**/user/list')

  await goTo(page, `${shopUrl}/user/referral`)
  await page.getByText('N•••').waitFor()
  expect(await page.getByText('Nadia').count()).toBe(0)
  expect([...complaints, ...friend.complaints]).toEqual([])
  await friend.context.close()
  await context.close()
})

test('without JavaScript a friend follows a link, registers and joins a group, in Chinese', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone })
  await signIn(page, demoAccounts[0], '/user/referral')
  const link = await page.locator('.referral-address input').inputValue()
  const friends = page.locator('.referral-figures div', { hasText: '好友' }).locator('dd')
  const before = await friends.innerText()
  const plain = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled: false })
  await plain.page.goto(link)
  await plain.page.getByRole('heading', { name: 'Mei 推荐您来' }).waitFor()
  await plain.page.getByRole('link', { name: '注册账户' }).click()
  await signUp(plain.page, 'plain@friends.example')
  await plain.page.waitForURL('**/store')
  await plain.page.goto(`${shopUrl}/user/referral`)
  await plain.page.getByRole('button', { name: '参加“街坊”' }).click()
  await plain.page.getByText('已参加，您的链接可以用了。').waitFor()
  await page.reload()
  await expect.poll(() => friends.innerText()).toBe(String(Number(before) + 1))
  await plain.context.close()
  await context.close()
})

test('a link without a referrer says so, and links to the store', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/invite?referId=nobody`)
  await page.getByRole('heading', { name: 'This referral link has expired' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Browse the shop' }).click()
  await page.waitForURL('**/store')
  expect(complaints).toEqual([])
  await context.close()
})
