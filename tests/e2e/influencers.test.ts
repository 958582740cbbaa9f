import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { runShop } from '#scripts/shop-run.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function signIn(page: Page, { email, password }: { email: string; password: string }, next: string) {
  await goTo(page, `${shopUrl}/account/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**${next}`)
}

test('a guest opens an influencer page, and its product links contain the influencer’s id', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/influencers`)
  await page.getByRole('heading', { level: 1, name: 'People who recommend us' }).waitFor()
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

test('a member likes a page and submits one; guests see it after staff approve it', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page, demoAccounts[1], '/influencers')
  await page.getByRole('link', { name: 'Wei pours slowly' }).click()
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByRole('button', { name: 'Liked' }).waitFor()
  await goTo(page, `${shopUrl}/user/influencer`)
  await page.getByLabel('Name in English').fill('Daniel')
  await page.getByLabel('About you, in English').fill('Soup on Sundays.')
  await page.getByLabel('Your favourites').fill(`${shopUrl}/store/product/alishan-tin?x=1`)
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.getByText('We are reviewing it.').waitFor()
  const guest = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(guest.page, `${shopUrl}/influencers`)
  await guest.page.getByRole('link', { name: 'Wei pours slowly' }).waitFor()
  expect(await guest.page.getByText('Daniel').count()).toBe(0)
  const { influencers } = JSON.parse(await staff('influencers', '--json')) as {
    influencers: { id: string; name: { en: string } }[]
  }
  await staff('influencer', influencers.find(({ name }) => name.en === 'Daniel')?.id ?? '', 'approve')
  await guest.page.reload()
  await guest.page.getByRole('link', { name: 'Daniel' }).click()
  await guest.page.getByRole('heading', { level: 1, name: 'Daniel' }).waitFor()
  await guest.page.getByText('Soup on Sundays.').waitFor()
  expect([...complaints, ...guest.complaints]).toEqual([])
  await guest.context.close()
  await context.close()
})

/** Runs a staff command. Returns its output. */
async function staff(...typed: string[]) {
  const { code, text: said } = await runShop([...typed, '--url', shopUrl], { ...process.env, DATA_DIR: shopFolder })
  expect(code, said).toBe(0)
  return said
}

test('a product that requires a verified contact is bought for one', async () => {
  await staff('terms', 'clay-teapot', '--contact', 'yes')
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page, demoAccounts[0], '/store/product/clay-teapot')
  await page.getByText('You choose a verified contact at checkout.').waitFor()
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await page.getByText('Added to your cart.').waitFor()
  await goTo(page, `${shopUrl}/checkout/checkout`)
  const contacts = page.getByRole('group', { name: 'Verified contact' })
  await contacts.getByRole('radio', { name: /0148$/ }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  await staff('terms', 'clay-teapot', '--contact', 'no')
  expect(complaints).toEqual([])
  await context.close()
})
