import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { desktop, goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { shopFolder, shopUrl } from './shop.ts'

const english = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  onwards: 'Continue to payment',
}
const chinese = { name: '姓名', phone: '电话', email: '邮箱', onwards: '去付款' }
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a guest on a phone buys in Chinese with WeChat Pay and gets a receipt', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone, userAgent: iPhone })
  await goTo(page, `${shopUrl}/home`)
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans')
  await goTo(page, `${shopUrl}/store/search?q=${encodeURIComponent('月饼')}`)
  await addFirst(page, /^把.*加入购物车$/)
  await page.getByRole('link', { name: '购物车，1 种商品', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: '去结算' }).click()
  await giveDetails(page, 'mei.wang@example.com', chinese)
  await page.getByRole('radio', { name: /^微信支付/ }).check()
  await page.getByRole('button', { name: /^微信支付 / }).click()
  await page.getByRole('button', { name: /^付款/ }).click()
  await page.getByRole('heading', { name: '谢谢您，王美！' }).waitFor()
  const code = await pickupCode(page)
  expect(complaints).toEqual([])
  await context.close()

  const mail = await receiptFor('mei.wang@example.com')
  expect(mail.text).toContain(`取货码：${code}`)
  expect(mail.html).toContain(code)
  expect(mail.subject).toMatch(/[\u4e00-\u9fff]/)
})

test('a guest on a desktop buys in English and pays at the store', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await toPayment(page, 'daniel.roy@example.com')
  await payAtStore(page)
  await page.getByText(/^Nothing is paid yet\. Please pay (CA)?\$\d+\.\d\d when you pick it up\.$/).waitFor()
  const code = await pickupCode(page)
  const main = page.getByRole('main')
  await main
    .getByText(/The confirmation is on its way to daniel\.roy@example\.com\.\s*Thank you for shopping at Lantern Lane/)
    .waitFor()
  await main
    .getByText(/^Order [A-Z]+-\d{4}-\d{3,}/)
    .filter({ visible: true })
    .first()
    .waitFor()
  const ways = await main
    .locator('.panel-actions')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => `${link.textContent}: ${link.getAttribute('href')}`))
  expect(ways).toEqual(['Continue shopping: /store', 'Check order detail: #order-detail', 'Register: /account/signup'])
  expect(complaints).toEqual([])
  await context.close()
  const mail = await receiptFor('daniel.roy@example.com')
  expect(mail.text).toContain(code)
  expect(mail.text).toMatch(/pay/i)
})

test('a shopper without JavaScript can buy', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/store/productlist?cat=bread`)
  for (const nth of [0, 1]) {
    const answered = page.waitForEvent('load')
    await page
      .getByRole('button', { name: /^Add .* to cart$/ })
      .nth(nth)
      .click()
    await answered
  }
  await page.goto(`${shopUrl}/checkout/cart`)
  expect(await page.locator('.cart-line').count()).toBe(2)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect.poll(() => page.locator('.cart-line').count()).toBe(1)
  // Waits for the styles. Without styles, the checkout links of narrow and wide windows are both visible.
  await page.waitForLoadState()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click()
  await giveDetails(page, 'no.script@example.com')
  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/confirmation/**')
  const code = await pickupCode(page)
  await context.close()
  expect((await receiptFor('no.script@example.com')).text).toContain(code)
})

test('a refused payment is reported, keeps the cart and can be tried again', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'refused@example.com')
  await toWallet(page)
  await page.getByRole('button', { name: 'Refuse this payment' }).click()
  await page.getByRole('heading', { name: 'The payment was not completed' }).waitFor()
  expect(await page.locator('.panel-order li').count()).toBe(1)
  await page.getByRole('link', { name: 'Back to Cart' }).click()
  await page.waitForURL(`${shopUrl}/checkout`)
  await page.getByRole('heading', { name: 'Your cart' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click()
  await giveDetails(page, 'refused@example.com')
  await toWallet(page)
  await page.getByRole('button', { name: /^Pay / }).click()
  await pickupCode(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('a shopper who leaves the wallet sees a pending payment, which settles when it is paid', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'walks.away@example.com')
  const wallet = await toWallet(page)
  await page.getByRole('button', { name: 'Leave without deciding' }).click()
  await page.getByRole('heading', { name: 'Submit Payment…' }).waitFor()
  const other = await context.newPage()
  await other.goto(wallet)
  await other.getByRole('button', { name: /^Pay / }).click()
  await pickupCode(other)
  await page.bringToFront()
  await pickupCode(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('Back from the wallet leads to the bill with the chosen payment method, and paying keeps the order', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const orders = ordersPlaced(page)
  await toPayment(page, 'back@example.com')
  await toWallet(page)
  await page.goBack()
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor()
  await page.getByRole('heading', { name: 'Your payment is not finished' }).waitFor()
  await page.getByRole('button', { name: 'Continue with Alipay' }).click()
  await page.waitForURL('**/wallet/**')
  await page.goBack()
  await page.getByRole('button', { name: /^Pay .* with Alipay$/ }).click()
  await page.waitForURL('**/wallet/**')
  await page.getByRole('button', { name: /^Pay / }).click()
  await pickupCode(page)
  expect(new URL(page.url()).pathname).toBe(`/confirmation/${orders[0]}`)
  expect(new Set(orders).size).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})

test('repeated clicks on a slow network place one order, and a reload shows the same order', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const orders = ordersPlaced(page)
  await toPayment(page, 'impatient@example.com')
  await context.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  const button = page.getByRole('button', { name: 'Place order, pay at the store' })
  await button.dblclick()
  await page.getByRole('button', { name: 'One moment…' }).press('Enter')
  const code = await pickupCode(page)
  await page.reload()
  expect(await pickupCode(page)).toBe(code)
  expect(new Set(orders).size).toBe(1)
  await goTo(page, `${shopUrl}/checkout/cart`)
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('cart buttons report a lost network, keep the page, and work again when the network is back', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  await page.waitForLoadState('networkidle')
  const plus = page.getByRole('button', { name: /^Add .* to cart$/ }).first()
  await plus.scrollIntoViewIfNeeded()
  await context.setOffline(true)
  // Clicks by script, because a pointer event would make the page prefetch code. Without this code too, the page must
  // report the lost network.
  await plus.evaluate((button: HTMLButtonElement) => button.click())
  await page.getByText('You are offline, and this needs a connection.').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(false)
  const name = await addFirst(page, /^Add .* to cart$/)

  await page.clock.install()
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).waitFor({ state: 'detached' })
  await page.getByText(/^0 items in your cart/).waitFor({ state: 'attached' })
  const undo = page.getByRole('button', { name: `Undo: put ${name} back` })
  await context.setOffline(true)
  await undo.click()
  await page.getByRole('alert').getByText(`${name} could not be put back`).waitFor()
  await page.clock.runFor(30_000)
  await context.setOffline(false)
  await undo.click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).waitFor()
  await context.close()
})

/**
 * The text that the page shows for a failed change. If a later request has reached the shop, the text says that the
 * shop is busy, otherwise that the browser is offline.
 */
const failure = /^(You are offline, and this needs a connection|The shop is busy right now)/

test('trying again after a lost response adds the product only once', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  let isCut = false
  await page.route('**/myCart', async (route) => {
    if (!isCut) return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await goTo(page, `${shopUrl}/store/product/char-siu-rice`)
  const addToCart = page.getByRole('button', { name: /^Add to cart/ })
  isCut = true
  await addToCart.click()
  await page.getByRole('alert').getByText(failure).waitFor()
  isCut = false
  await addToCart.click()
  await page.getByText('Added to your cart.').waitFor()

  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).waitFor()
  const card = page.getByRole('article').filter({ hasText: 'Hokkaido Milk Loaf' })
  isCut = true
  await card.getByRole('button', { name: /^Add / }).click()
  await card.getByText(failure).waitFor()
  isCut = false
  await card.getByRole('button', { name: /^Add / }).click()
  await page.getByRole('link', { name: 'Cart, 2 items', exact: true }).click()
  const quantities = page.getByRole('textbox', { name: /^How many: / })
  await expect.poll(() => quantities.count()).toBe(2)
  const shown = await quantities.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  expect(shown).toEqual(['1', '1'])
  await context.close()
})

test('a product that could not be removed comes back to the cart, and an alert says why', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  const name = await addFirst(page, /^Add .* to cart$/)
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.route(
    '**/myCart/delete',
    async (route) => {
      await page.getByRole('button', { name: `Undo: put ${name} back` }).waitFor()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const alert = page.getByRole('alert').getByText(failure)
  await alert.waitFor()
  await page.getByRole('heading', { name }).waitFor()
  expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
  await expect.poll(() => alert.count()).toBe(0)
  await context.close()
})

test('two windows that place the same cart at once get the same order', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'two.windows@example.com')
  const other = await context.newPage()
  await goTo(other, `${shopUrl}/checkout/payment`)
  await Promise.all([page, other].map(payAtStore))
  const codes = await Promise.all([page, other].map(pickupCode))
  expect(codes[0]).toBe(codes[1])
  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname)
  expect(complaints).toEqual([])
  await context.close()
})

test('signing in keeps the guest’s cart, and the confirmation of its order links to the account', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  const [account] = demoAccounts
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  const name = await addFirst(page, /^Add .* to cart$/)
  await goTo(page, `${shopUrl}/account/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).waitFor()
  await page.getByText('The item that you chose before signing in is now in your cart').waitFor()
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click()
  await giveDetails(page, account.email)
  await payAtStore(page)
  await pickupCode(page)
  const ways = page.getByRole('main').locator('.panel-actions')
  expect(await ways.getByRole('link', { name: 'My Account' }).getAttribute('href')).toBe('/user/list')
  expect(complaints).toEqual([])
  await context.close()
})

test('another visitor cannot see an order, and the link in the email opens it', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone })
  await toPayment(page, 'private@example.com')
  await payAtStore(page)
  const code = await pickupCode(page)
  const stranger = await openPage(browser, { locale: 'en', viewport: phone })
  const answer = await stranger.page.goto(page.url())
  expect(answer?.status()).toBe(404)
  const told = await stranger.page.content()
  for (const secret of ['private@example.com', 'Test Shopper', code]) expect(told).not.toContain(secret)

  const mail = await receiptFor('private@example.com')
  const link = new URL(/https?:\/\/\S+\/confirmation\/\S+token=[\w.~-]+/.exec(mail.text ?? '')?.[0] ?? '')
  await goTo(stranger.page, shopUrl + link.pathname + link.search)
  expect(await pickupCode(stranger.page)).toBe(code)
  await Promise.all([context.close(), stranger.context.close()])
})

/** Adds the first product with a button of this name. Returns the product's name. */
async function addFirst(page: Page, name: RegExp): Promise<string> {
  const button = page.getByRole('button', { name }).first()
  const product = await page.getByRole('article').filter({ has: button }).first().getByRole('heading').innerText()
  await button.click()
  await page.getByRole('link', { name: /^(Cart, 1 item|购物车，1 种商品)$/ }).waitFor()
  return product
}

/** Puts a loaf into a guest's cart and continues to the payment page. */
async function toPayment(page: Page, email: string) {
  await goTo(page, `${shopUrl}/store/productlist?cat=bread`)
  await addFirst(page, /^Add .* to cart$/)
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
  await page.waitForURL(`${shopUrl}/checkout/cart`)
  await page.getByRole('heading', { name: 'Your cart' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click()
  await giveDetails(page, email)
}

/** Fills in the contact and continues. The page has preselected the first free slot. */
async function giveDetails(page: Page, email: string, words = english) {
  const main = page.getByRole('main')
  await main.getByLabel(words.name, { exact: true }).fill(words === chinese ? '王美' : 'Test Shopper')
  await main.getByLabel(words.phone, { exact: true }).fill('416 555 0101')
  await main.getByLabel(words.email, { exact: true }).fill(email)
  await main.getByRole('button', { name: words.onwards }).click()
  await page.waitForURL('**/checkout/payment')
}

async function payAtStore(page: Page) {
  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  await page.getByRole('button', { name: 'Place order, pay at the store' }).click()
}

/** Pays with Alipay up to the wallet's page. Returns its URL. */
async function toWallet(page: Page): Promise<string> {
  await page.getByRole('radio', { name: /^Alipay/ }).check()
  await page.getByRole('button', { name: /with Alipay$/ }).click()
  await page.waitForURL('**/wallet/**')
  return page.url()
}

/** Waits for the confirmation page. Returns its pickup code. */
async function pickupCode(page: Page): Promise<string> {
  await page.waitForURL('**/confirmation/**')
  return page.locator('.pickup-code strong').innerText()
}

/** Collects the ids of the orders that this page places. */
function ordersPlaced(page: Page): string[] {
  const ids: string[] = []
  page.on('response', async (response) => {
    if (response.request().method() !== 'POST' || !response.url().includes('/billing/')) return
    const body = await response.json().catch(() => null)
    if (body?.orderID) ids.push(body.orderID)
  })
  return ids
}

/** Waits for the emailed receipt, which the worker sends soon after the order. */
async function receiptFor(address: string) {
  const outbox = join(shopFolder, 'outbox')
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
