import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { clientOf, goTo, openBrowser, openPage, phone, signIn, waitForHydration } from '#tests/browser.ts'
import { awaitCode, codeAfter, readOutbox } from '#tests/mails.ts'
import { photo } from '#tests/pictures.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const member = { email: 'lan@journey.example', password: 'three dumplings at noon' }

test('without JavaScript a visitor registers, resets and changes the password, and fills in the account', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled: false })
  await open(page, '/account/signup')
  await fill(page, { name: '兰', email: member.email, password: member.password })
  const submit = page.locator('.account-form button[type=submit]')
  await submit.click()
  await page.getByRole('heading', { name: '请查收邮件' }).waitFor()
  const first = await awaitCode(shopFolder, member.email)
  await page.getByRole('button', { name: '重新获取' }).click()
  await page.getByText('已重新发送').waitFor()
  await awaitCode(shopFolder, member.email, 2)
  await page.getByRole('button', { name: '修改填写的内容' }).click()
  expect(await page.locator('main input[name=email]').inputValue()).toBe(member.email)
  await fill(page, { password: member.password })
  await submit.click()
  await page.getByRole('heading', { name: '请查收邮件' }).waitFor()
  const last = await awaitCode(shopFolder, member.email, 3)
  await fill(page, { code: first === last ? '000000' : first })
  await submit.click()
  await page.locator('.field-error').waitFor()
  await fill(page, { code: last })
  await submit.click()
  await page.waitForURL('**/user/list')

  // A second registration with the same email address gets an emailed link that signs in.
  await context.clearCookies()
  await open(page, '/account/signup')
  await fill(page, { name: '兰', email: member.email, password: member.password })
  await submit.click()
  await page.getByRole('heading', { name: '请查收邮件' }).waitFor()
  await open(page, await mailedLink(member.email, '/account/link'))
  await submit.click()
  await page.waitForURL('**/user/list')

  await open(page, '/account/forgot')
  await fill(page, { email: member.email })
  await page.locator('.account-form button[type=submit]').click()
  await page.getByRole('heading', { name: '请查收邮件' }).waitFor()
  await open(page, await mailedLink(member.email, '/account/reset'))
  await fill(page, { password: 'five dumplings at noon' })
  await page.locator('.account-form button[type=submit]').click()
  await page.waitForURL('**/account/login?changed=1')
  await signIn(page, shopUrl, { ...member, password: 'five dumplings at noon' }, '/user/security')
  await fill(page, { password: 'five dumplings at noon', newPassword: member.password })
  await send(page, 'password')

  await open(page, '/user/profile')
  await fill(page, { name: '兰兰', phone: '416 555 0117' })
  await send(page, 'details')
  await choose(page, 'file')
  await send(page, 'picture')
  const portrait = await page.locator('.user-head img').getAttribute('src')
  expect((await page.goto(new URL(portrait ?? '', shopUrl).href))?.status()).toBe(200)

  // The shop must refuse this address, because no Canadian postal code contains a D.
  await open(page, '/user/addresses?new=1')
  await fill(page, { street: '12 Maple Lane', city: 'Toronto', postCode: 'D1D 1D1' })
  await page.locator('main button[value=save]').click()
  await page.locator('main .alert').waitFor()
  expect(await page.locator('main input[name=street]').inputValue()).toBe('12 Maple Lane')

  await open(page, '/user/influencer')
  await fill(page, { name_zh: '兰', bio_zh: '周日煲汤。' })
  await send(page, 'keep')
  await fill(page, { bio_zh: '周六煲汤。' })
  await send(page, 'keep')
  await choose(page, 'file')
  await send(page, 'picture')
  await page.locator('button[value=remove]').click()
  await expect.poll(() => page.locator('button[value=remove]').count()).toBe(0)

  await open(page, '/user/contacts')
  await page.locator('input[value=PASSPORT]').check()
  await fill(page, { name: 'Lan Chen', idNumber: 'AB123456' })
  await choose(page, 'front')
  await page.locator('input[name=consent]').check()
  await page.locator('button[value=save]').click()
  await page.waitForURL('**/user/contacts?done=saved')
  await page.getByRole('link', { name: '修改' }).click()
  await fill(page, { name: 'Lan Lan Chen' })
  await page.locator('button[value=save]').click()
  await page.waitForURL('**/user/contacts?done=saved')
  await context.close()
})

test.each([
  [
    'en',
    demoAccounts[3],
    'The item that you chose before signing in is now in your cart, with what was already there.',
    'See the cart',
  ],
  ['zh', demoAccounts[2], '登录前选的 1 种商品已放进您的购物车，和原来的商品在一起。', '看看购物车'],
] as const)(
  'signing in reports the products added to the member’s cart, in %s',
  async (locale, account, told, look) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    await open(page, '/store/product/hokkaido-milk-loaf')
    await page.locator('form.buy .buy-button').click()
    await page.locator('.badge').first().waitFor({ state: 'attached' })
    await page.goto(`${shopUrl}/account/login`)
    await page.locator('input[name=email]').fill(account.email)
    await page.locator('input[name=password]').fill(account.password)
    await page.locator('input[name=password]').press('Enter')
    await page.getByRole('main').getByText(told).waitFor()
    await page.getByRole('main').getByRole('link', { name: look }).click()
    await page.waitForURL('**/checkout/cart')
    await page.getByRole('main').locator('a[href^="/store/product/hokkaido-milk-loaf"]').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)

/** The ways to sign in without a password. Each function signs in a guest. */
const waysIn: [string, (page: Page, email: string) => Promise<unknown>][] = [
  [
    'a code from an email',
    async (page, email) => {
      await open(page, '/account/code')
      await fill(page, { email })
      const [, code] = await codeAfter(shopFolder, email, () => submitOf(page).click())
      await fill(page, { code })
      await submitOf(page).click()
    },
  ],
  [
    'a link from an email',
    async (page, email) => {
      await open(page, '/account/signup')
      await fill(page, { name: 'Mei', email, password: member.password })
      await submitOf(page).click()
      await open(page, await mailedLink(email, '/account/link'))
      await submitOf(page).click()
    },
  ],
  [
    'WeChat',
    async (page) => {
      await open(page, '/account/login')
      await page.getByRole('button', { name: 'Continue with WeChat' }).click()
      await page.getByRole('button', { name: /Mei/ }).click()
    },
  ],
]
const submitOf = (page: Page) => page.locator('.account-form button[type=submit]')

test.each(waysIn)('signing in with %s reports the products added to the member’s cart', async (_, signInSo) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await open(page, '/store')
  const { cart } = clientOf(context, shopUrl)
  for (const sku of ['hokkaido-milk-loaf', 'ataulfo-mangoes']) await cart.add({ sku })
  await signInSo(page, demoAccounts[0].email)
  await page
    .getByRole('main')
    .getByText('The 2 items that you chose before signing in are now in your cart, with what was already there.')
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('an order paid with only store credit gets a comment and is cancelled, and the credit returns', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled: false })
  await signIn(page, shopUrl, demoAccounts[0], '/user/credit')
  const balance = await page.locator('.credit-balance').innerText()
  await open(page, '/checkout/cart')
  for (const remove = page.locator('form:has(input[value=remove]) button'); (await remove.count()) > 0; )
    await remove.first().click()
  await open(page, '/store/productlist?cat=bread')
  const told = page.waitForResponse((response) => response.request().method() === 'POST')
  const add = page.getByRole('button', { name: /^把.*加入购物车$/ })
  await Promise.all([told, add.first().click()])
  await open(page, '/checkout/checkout')
  await page.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.locator('.credit-uses button[value=all]').click()
  await page.getByText('储值余额可付清这张账单。').waitFor()
  expect(await page.locator('input[name=option]').count()).toBe(0)
  await page.locator('.checkout-submit button').click()
  await page.waitForURL('**/confirmation/**')
  const order = new URL(page.url()).pathname.split('/').at(-1)

  await open(page, `/user/orders/${order}`)
  await fill(page, { comment: '请放在门口。' })
  await page.locator('button[value=comment]').click()
  await page.getByText('已发送').waitFor()
  await page.locator('.order-deed summary').click()
  await page.locator('button[value=cancel]').click()
  await page.getByRole('main').getByText('已取消').first().waitFor()
  await open(page, '/user/credit')
  await expect.poll(() => page.locator('.credit-balance').innerText()).toBe(balance)
  await context.close()
})

test('a member finds their coupons and claims one, which stays claimed', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await signIn(page, shopUrl, demoAccounts[0], '/user/list')
  await page.locator('.account-figures').getByRole('link', { name: 'Coupons' }).click()
  await page.getByRole('heading', { name: 'For everyone' }).waitFor()
  const coupon = page.locator('.coupon-card', { hasText: 'LANTERN10' })
  expect(await coupon.locator('.coupon-value').innerText()).toBe('10% off')
  await coupon.getByRole('button', { name: 'Claim: ' }).click()
  const claimed = coupon.getByRole('button', { name: 'Claimed: ' })
  await claimed.waitFor()
  // The claimed coupon stays in its list until the page is opened again.
  expect(await page.getByRole('heading', { name: 'Claimed' }).count()).toBe(0)
  // This member has ordered before, so the page leaves out the coupon for first orders.
  expect(await page.locator('.coupon-card', { hasText: 'WELCOME5' }).count()).toBe(0)
  await page.reload()
  await claimed.waitFor()
  await page
    .locator('.coupon-list', { has: page.getByRole('heading', { name: 'Claimed' }) })
    .getByText('LANTERN10')
    .waitFor()
  await open(page, '/user/list')
  await page.locator('.account-figures').getByRole('link', { name: 'Coupons, 1 claimed' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a guest claims a coupon on the home page, and its ticket says so', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await goTo(page, `${shopUrl}/home`)
  const ticket = page.locator('.coupon-card', { hasText: 'LANTERN10' })
  // Moves the pointer until the script of the tickets works, because the page downloads this script only when the
  // shopper first uses the page. Without the script, the form leads to the cart.
  const isHydrated = (form: Element) => Object.keys(form).some((key) => key.startsWith('__reactProps'))
  const afterMove = async () => {
    await page.mouse.move(100, 100)
    await page.mouse.move(120, 100)
    return ticket.locator('form').evaluate(isHydrated)
  }
  await expect.poll(afterMove).toBe(true)
  await ticket.getByRole('button', { name: '领取：花灯周九折' }).click()
  const claimed = ticket.getByRole('button', { name: '已领取：花灯周九折' })
  await claimed.waitFor()
  expect(await claimed.innerText()).toBe('已领取')
  await page.reload()
  await claimed.waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('my account has the figures of a member and the orders by state, each with its list', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone })
  await signIn(page, shopUrl, demoAccounts[0], '/user/list')
  const figures = page.locator('.account-figures a')
  await figures.first().waitFor()
  expect(await figures.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/user/credit',
    '/user/coupons',
    '/user/membership',
  ])
  expect(await figures.nth(1).innerText()).toMatch(/^\d+ 张\s+优惠券(，已领 1 张)?$/)
  const icons = page.locator('main :is(.user-tile > .icon:first-child, .order-states li .icon) path')
  const drawings = await icons.evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  expect(new Set(drawings).size).toBe(drawings.length)
  const ready = page.locator('.order-states').getByRole('link', { name: '已备好' })
  const many = Number((await ready.locator('b').textContent()) ?? 0)
  expect(many).toBeGreaterThan(0)
  await ready.click()
  await page.waitForURL('**/user/orders?group=ready')
  await expect.poll(() => page.locator('.order-row').count()).toBe(many)
  expect(complaints).toEqual([])
  await context.close()
})

test('a page of the account that the browser kept in memory asks for a sign-in after the sign-out', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  // Aborts the navigation after the sign-out, so that the page stays as a browser would keep it in memory.
  const leave = async () => {
    await page.route('**/home', (route) => route.abort('aborted'))
    const left = page.waitForEvent('requestfailed')
    await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
    await left
    await page.unroute('**/home')
  }
  const signOut = () => clientOf(context, shopUrl).account.signOut()
  for (const [path, end] of [
    ['/user/list', leave],
    ['/user/profile', signOut],
  ] as const) {
    await signIn(page, shopUrl, demoAccounts[1], path)
    await waitForHydration(page)
    await end()
    await restore(page)
    await page.waitForURL(`**/account/login?next=${encodeURIComponent(path)}`)
  }
  await context.close()
})

test('a member whose sign-in has ended signs in before they download their data', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await signIn(page, shopUrl, demoAccounts[1], '/user/privacy')
  await clientOf(context, shopUrl).account.signOut()
  const button = page.locator('a[href="/user/export"]')
  await button.click()
  await page.waitForURL('**/account/login?*')
  const { email, password } = demoAccounts[1]
  await fill(page, { email, password })
  await submitOf(page).click()
  await page.waitForURL('**/user/privacy')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe('my-data.json')
  expect(complaints).toEqual([])
  await context.close()
})

test('after Back from WeChat’s page, a visitor signs in with a password', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/account/login`)
  const isElsewhere = (url: URL) => url.origin !== shopUrl
  // Aborts the navigation to WeChat, so that the page stays as a browser would keep it in memory.
  await page.route(isElsewhere, (route) => route.abort('aborted'))
  const left = page.waitForEvent('requestfailed', (request) => isElsewhere(new URL(request.url())))
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await left
  await restore(page)
  await waitForHydration(page)
  const { email, password } = demoAccounts[1]
  await fill(page, { email, password })
  await submitOf(page).click()
  await page.waitForURL('**/user/list')
  await context.close()
})

const open = (page: Page, path: string) => page.goto(shopUrl + path)

/** Tells the page that the browser shows it again from its back/forward cache. Waits until the page reloads. */
async function restore(page: Page) {
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await reloaded
}

async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`main :is(input, textarea)[name=${name}]:not([type=hidden])`).fill(value)
  }
}

async function choose(page: Page, name: string) {
  const buffer = await photo().jpeg().toBuffer()
  await page.locator(`input[type=file][name=${name}]`).setInputFiles({ name: 'it.jpg', mimeType: 'image/jpeg', buffer })
}

/** Sends an account form and waits for the confirmation. */
async function send(page: Page, intent: string) {
  await page.locator(`main button[value=${intent}]`).click()
  await page.locator('main .user-done').first().waitFor()
}

/** Waits until the worker has sent an email with a link to this page. Returns the path of the link. */
async function mailedLink(address: string, page: string): Promise<string> {
  const find = async () => {
    const text = (await readOutbox(shopFolder, address)).at(-1)?.text ?? ''
    return new RegExp(`${page}\\?token=[\\w-]+`).exec(text)?.[0]
  }
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? page
}
