import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, goTo, iPhone, openBrowser, openPage, phone, waitForHydration } from '#tests/browser.ts'
import { shopFolder, shopUrl } from './shop.ts'

const run = promisify(execFile)
let browser: Browser
/** The path of the demonstration's fruit group-buy. Its price falls at 20 bags of mandarins; nine are already taken. */
let campaign = ''
/** The first participant's page and confirmation. */
let first: Awaited<ReturnType<typeof openPage>>
let confirmation = ''
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('group-buys are listed by state, and a scheduled group-buy cannot be joined', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/groupCampaigns`)
  const part = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('article')
  expect(await part('Open now').count()).toBe(3)
  expect(await part('Open now').getByText('Join', { exact: true }).count()).toBe(3)
  expect(await part('Ended').count()).toBe(2)
  expect(await page.locator('.header-menu, .cart-link').count()).toBe(0)
  campaign = (await page.getByRole('link', { name: 'The orchard crate' }).getAttribute('href')) ?? ''
  await page.getByRole('link', { name: 'Lobster Friday' }).click()
  await page.getByRole('heading', { name: 'Lobster Friday' }).waitFor()
  await page.getByText('Not open yet', { exact: false }).waitFor()
  expect(await page.locator('.quick-add').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('“Join now” opens the group-buy’s cart with all its texts', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await goTo(page, `${shopUrl}/store/groupCampaigns`)
  await page.getByRole('link', { name: 'Good neighbour hampers' }).first().click()
  await page.getByRole('button', { name: /^Join now/ }).click()
  await page.waitForURL('**/checkout/campaignCart?*')
  await page.getByRole('textbox', { name: 'How many: Good Neighbour Hamper' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a double tap on “Join now” puts one piece into the group-buy’s cart', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/groupCampaigns`)
  await page.getByRole('link', { name: 'Good neighbour hampers' }).first().click()
  await page.getByRole('button', { name: /^Join now/ }).dblclick()
  await page.waitForURL('**/checkout/campaignCart?*')
  const quantity = page.locator('.cart-line input[name=quantity]')
  await quantity.waitFor()
  await page.waitForLoadState('networkidle')
  await page.reload()
  expect(await quantity.inputValue()).toBe('1')
  expect(complaints).toEqual([])
  await context.close()
})

test('a shopper on a phone joins in Chinese with WeChat Pay, hides their name and shares the group-buy', async () => {
  first = await openPage(browser, { locale: 'zh', viewport: phone, userAgent: iPhone })
  const { page } = first
  await fillCart(page, 7)
  await page.getByRole('link', { name: /^去团购购物车/ }).click()
  await page.waitForURL(`${shopUrl}/checkout/campaignCart?FissionSale=${idOf(campaign)}`)
  await page.getByRole('main').getByRole('link', { name: '去结算' }).first().click()
  await page.waitForURL(`${shopUrl}/checkout/campaignCheckout?FissionSale=${idOf(campaign)}`)
  await giveDetails(page, {
    name: '王美',
    phone: '416 555 0101',
    email: 'joins@example.com',
    words: ['姓名', '电话', '邮箱', '去付款'],
  })
  await page.getByRole('radio', { name: /^微信支付/ }).check()
  await page.getByRole('button', { name: /^微信支付 / }).click()
  await page.waitForURL('**/wallet/**')
  await page.getByRole('button', { name: /^付款/ }).click()
  await page.getByRole('heading', { name: '接下来' }).waitFor()
  await page.getByText('差价原路退回', { exact: false }).waitFor()
  confirmation = page.url()
  await waitForHydration(page)
  await share(page)
  await goTo(page, shopUrl + campaign)
  await page.getByRole('heading', { name: '您已参加' }).waitFor()
  await page.locator('.joined-row', { hasText: '王*' }).first().waitFor()
  expect(await page.locator('.joined-row').allInnerTexts()).not.toContain(expect.stringContaining('王美'))
  await page.getByRole('button', { name: '在名单里隐藏我的名字' }).click()
  await page.locator('.joined-row', { hasText: '匿名街坊' }).waitFor()
  await share(page)
})

test('a second shopper joins on a desktop, and an open page shows the lower price without a reload', async () => {
  const looking = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(looking.page, shopUrl + campaign)
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await fillCart(page, 5)
  await page.getByRole('link', { name: /^Go to the group-buy cart/ }).click()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).first().click()
  const words = ['Name', 'Phone', 'Email', 'Continue to payment'] as const
  await giveDetails(page, { name: 'Sam Roy', phone: '416 555 0102', email: 'second@example.com', words })
  await page.getByRole('radio', { name: /^Alipay/ }).check()
  await page.getByRole('button', { name: /with Alipay$/ }).click()
  await page.waitForURL('**/wallet/**')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByText('The goal is reached, so it is going ahead.').waitFor()
  await looking.page.getByText('Goal reached: it’s on').waitFor({ timeout: 30_000 })
  const now = looking.page.locator('.campaign-item', { hasText: mandarins }).locator('.tier[aria-current]')
  expect(await now.innerText()).toContain('$2.29')
  expect([...complaints, ...looking.complaints]).toEqual([])
  await Promise.all([context.close(), looking.context.close()])
})

test('staff close a group-buy, the shop refunds the price difference, and pickup opens', async () => {
  const staff = (deed: string) =>
    run(process.execPath, ['scripts/shop.ts', 'campaign', deed, idOf(campaign), '--url', shopUrl], {
      env: { ...process.env, DATA_DIR: shopFolder },
    })
  await staff('close')
  const { context, page, complaints } = first
  const isGivenBack = async () => {
    await goTo(page, confirmation)
    return page.getByText(`已退回 $${(7 * (2.59 - 2.29)).toFixed(2)}`).isVisible()
  }
  await expect.poll(isGivenBack, { timeout: 40_000, interval: 1000 }).toBe(true)
  await goTo(page, shopUrl + campaign)
  await page.getByText('团购成功', { exact: true }).waitFor()
  expect(await page.locator('.quick-add').count()).toBe(0)
  await staff('handing-out')
  await goTo(page, shopUrl + campaign)
  await page.getByText('带上取货码来取就行', { exact: false }).waitFor()
  expect((await staff('sheet')).stdout).toContain('王美')
  expect(complaints).toEqual([])
  await context.close()
})

const mandarins = /Honey Mandarins|蜜桔/

/** Adds this many pieces of mandarins to the group-buy's cart. */
async function fillCart(page: Page, pieces: number) {
  await goTo(page, shopUrl + campaign)
  const item = page.locator('.campaign-item', { hasText: mandarins })
  for (let taps = 0; taps < pieces; taps++) await item.locator('.quick-add button').last().click()
  await expect.poll(() => item.locator('.quick-add-count').innerText()).toBe(String(pieces))
  await page.locator('.campaign-bar').waitFor()
}

interface Person {
  name: string
  phone: string
  email: string
  /** The labels of the name, phone and email fields, and of the button. */
  words: readonly [string, string, string, string]
}

/** Fills in the contact and continues. The page has preselected the first pickup point and window. */
async function giveDetails(page: Page, { name, phone, email, words: [who, call, mail, onwards] }: Person) {
  const main = page.getByRole('main')
  await main.getByLabel(who, { exact: true }).fill(name)
  await main.getByLabel(call, { exact: true }).fill(phone)
  await main.getByLabel(mail, { exact: true }).fill(email)
  await main.getByRole('button', { name: onwards }).click()
  await page.waitForURL('**/checkout/campaignPayment?*')
}

/** Checks the share texts in both languages with their links, and the poster. */
async function share(page: Page) {
  await page.locator('.share').click()
  await page.locator('.caption').first().waitFor()
  const captions = await page.locator('.caption p').allInnerTexts()
  expect(captions.map((words) => /[一-鿿]/.test(words))).toEqual([true, false])
  for (const words of captions) expect(words).toContain(campaign)
  // The link in each text opens the shop in the language of the text.
  for (const [at, language] of ['zh', 'en'].entries()) expect(captions[at]).toContain(`lang=${language}`)
  await page.locator('.share-sheet > .button').click()
  await page.locator('.poster img').waitFor()
  await page.keyboard.press('Escape')
}

const idOf = (path: string) => path.split('/').at(-1) ?? ''
