import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { startMiniProgramHost } from '#simulators/mini-program-host.ts'
import { desktop, goTo, openBrowser, openPage, phone } from '#tests/browser.ts'
import { enterCode } from './registration.ts'
import { shopUrl, weChatUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const [mei, daniel] = demoAccounts

async function signInWithPassword(page: Page, { email, password }: { email: string; password: string }, next: string) {
  await goTo(page, `${shopUrl}/account/login?next=${encodeURIComponent(next)}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form.account-form button[type=submit]').click()
  await page.waitForURL(`**${next}`)
}

test('on a desktop a new visitor registers with WeChat and an email, and signs in with WeChat later', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: desktop })
  await goTo(page, `${shopUrl}/account/login?next=/user/linked`)
  await page.getByRole('button', { name: '使用微信登录' }).click()
  await page.getByRole('button', { name: /小雨/ }).click()
  await page.getByRole('heading', { name: '欢迎' }).waitFor()
  await page.locator('input[name=email]').fill('yu@journey.example')
  await page.getByRole('button', { name: '注册' }).click()
  await enterCode(page, 'yu@journey.example')
  await page.waitForURL('**/user/linked')
  await page.getByText('小雨 Xiao Yu').waitFor()
  await context.clearCookies()
  await goTo(page, `${shopUrl}/account/login`)
  await page.getByRole('button', { name: '使用微信登录' }).click()
  await page.getByRole('button', { name: /小雨/ }).click()
  await page.waitForURL('**/user/list')
  expect(await page.locator('.user-head').textContent()).toContain('yu@journey.example')
  expect(complaints).toEqual([])
  await context.close()
})

test('without JavaScript a visitor registers with Alipay, and a refusal at Alipay is reported', async () => {
  const { context, page } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${shopUrl}/account/login`)
  await page.getByRole('button', { name: 'Continue with Alipay' }).click()
  await page.getByRole('button', { name: 'Do not agree' }).click()
  await page.getByText('You did not agree').waitFor()
  await page.getByRole('button', { name: 'Continue with Alipay' }).click()
  await page.getByRole('button', { name: /Sam/ }).click()
  await page.locator('input[name=email]').fill('not an address')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('.field-error').first().waitFor()
  await page.locator('input[name=email]').fill('sam@journey.example')
  await page.locator('input[name=name]').fill('Sam')
  await page.getByRole('button', { name: 'Create account' }).click()
  await enterCode(page, 'sam@journey.example')
  await page.waitForURL('**/user/list')
  await context.close()
})

test.each([
  ['en', false],
  ['zh', true],
] as const)('in %s the button of WeChat stands above the email address: %s', async (locale, isAbove) => {
  const { context, page } = await openPage(browser, { locale, viewport: phone })
  await goTo(page, `${shopUrl}/account/login`)
  const weChat = await page.locator('.button-wechat').boundingBox()
  const email = await page.locator('input[name=email]').boundingBox()
  expect((weChat?.y ?? 0) < (email?.y ?? 0)).toBe(isAbove)
  await context.close()
})

test('in the mini-program a member signs in by WeChat without typing', async () => {
  const host = await startMiniProgramHost({ shopUrl, weChatUrl, person: 'mei' })
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone })
  await goTo(page, `${host.url}/account/login`)
  await page.getByRole('button', { name: '使用微信登录' }).click()
  await page.waitForURL('**/user/list')
  expect(await page.locator('.user-head').textContent()).toContain(mei.email)
  await goTo(page, `${host.url}/store/live`)
  await page.getByRole('heading', { name: '直播' }).waitFor()
  expect(await page.locator('main').textContent()).not.toContain('live.')
  await context.close()
  await host.close()
})

test('a member merges another account that has his WeChat, and links Alipay', async () => {
  const { context, page, complaints } = await openPage(browser, { viewport: desktop })
  await goTo(page, `${shopUrl}/account/login`)
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await page.getByRole('button', { name: /Sam/ }).click()
  await page.locator('input[name=email]').fill('other@journey.example')
  await page.getByRole('button', { name: 'Create account' }).click()
  await enterCode(page, 'other@journey.example')
  await page.waitForURL('**/user/list')
  await context.clearCookies()

  await signInWithPassword(page, daniel, '/user/linked')
  await page.getByRole('button', { name: 'Link WeChat' }).click()
  await page.getByRole('button', { name: /Sam/ }).click()
  await page.getByText('other@journey.example').waitFor()
  await page.getByLabel('I understand, and both are mine').check()
  await page.getByRole('button', { name: 'Merge accounts' }).click()
  await page.getByText('Your two accounts are now one.').waitFor()
  await page.getByRole('button', { name: 'Unlink WeChat' }).click()
  await page.getByText('WeChat is no longer linked.').waitFor()
  await page.getByRole('button', { name: 'Link Alipay' }).click()
  await page.getByRole('button', { name: /Sam/ }).click()
  await page.getByText('sam@journey.example').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a member adds, changes and deletes addresses, sets a default and gets the form of the country', async () => {
  const { context, page, complaints } = await openPage(browser, { viewport: phone })
  await signInWithPassword(page, daniel, '/user/addresses')
  const add = async (label: string, street: string, postCode: string) => {
    await page.getByRole('link', { name: 'Add an address' }).click()
    await page.getByLabel('What you call it').fill(label)
    await page.getByLabel('Postal code').fill(postCode)
    await page.getByLabel('Street and number').fill(street)
    await page.getByLabel('City').fill('Toronto')
    await page.getByLabel('Province').selectOption('ON')
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await add('Home', '12 Maple Street', 'Z9Z 9Z9')
  await page.locator('.field-error').first().waitFor()
  await page.getByLabel('Postal code').fill('m5t1l4')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('M5T 1L4').first().waitFor()
  await add('Work', '34 King Street', 'M5V 1K4')
  await page.getByRole('button', { name: 'Make Work the default' }).click()
  await page.getByRole('button', { name: 'Make Home the default' }).waitFor()
  await page.getByRole('button', { name: 'Delete Home' }).click()
  await page.getByText('Deleted.').waitFor()
  await expect.poll(() => page.getByText('12 Maple Street').count()).toBe(0)
  await page.getByRole('link', { name: 'Change Work' }).click()
  await page.getByLabel('Country').selectOption('CN')
  await page.getByLabel('Province or municipality').waitFor()
  // The server refuses a postal code that does not exist. The browser logs the refused call.
  expect(complaints).toEqual([expect.stringContaining('status of 422')])
  await context.close()
})

test('the share sheet sets the share data of WeChat’s menu, only in WeChat’s browser', async () => {
  const host = await startMiniProgramHost({ shopUrl, isBrowser: true })
  const { context, page } = await openPage(browser, { viewport: phone })
  await goTo(page, `${host.url}/store/product/hokkaido-milk-loaf`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect.poll(() => host.calls.map(({ name }) => name)).toContain('updateTimelineShareData')
  const [verified] = host.calls.filter(({ name }) => name === 'preVerifyJSAPI')
  expect(verified?.arg).toMatchObject({ verifyAppId: 'wx00000000official', verifySignType: 'sha1' })
  // After a navigation without a new document, WeChat's menu shares the new page.
  await page.keyboard.press('Escape')
  await page.locator('main a[href^="/store/brand/"], main .breadcrumb a[href^="/store"]').first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/store/product/'))
  const sharedData = () => host.calls.filter(({ name }) => name === 'updateAppMessageShareData').map(({ arg }) => arg)
  const elsewhereLink = expect.not.stringContaining('/store/product/')
  await expect.poll(() => sharedData().at(-1)).toMatchObject({ link: elsewhereLink })
  await context.close()
  await host.close()
  const elsewhere = await openPage(browser, { viewport: phone })
  const scripts: string[] = []
  elsewhere.page.on('request', (request) => scripts.push(request.url()))
  await goTo(elsewhere.page, `${shopUrl}/store/product/hokkaido-milk-loaf`)
  await elsewhere.page.getByRole('button', { name: 'Share' }).first().click()
  await elsewhere.page.locator('.share-sheet').waitFor()
  expect(scripts.filter((url) => /jweixin|share-signature/.test(url))).toEqual([])
  await elsewhere.context.close()
})
