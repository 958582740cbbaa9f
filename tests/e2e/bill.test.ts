import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#demo/accounts.ts'
import { runShop } from '#scripts/shop-run.ts'
import { clientOf, desktop, goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCheckout, placeOrder } from '#tests/purchases.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the pay button includes coupon, tip and store credit, and the confirmation lists them', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: desktop })
  await signIn(page)
  await fillCart(page, /^Add .* to cart$/)
  await goTo(page, `${shopUrl}/checkout/checkout`)
  await page.getByRole('main').getByLabel('Name', { exact: true }).fill('Mei Lin')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  const goods = await amountDue(page)

  await open(page, 'Coupon')
  await useCoupon(page, 'YESTERDAY')
  await page.getByRole('alert').getByText('This coupon has expired.').waitFor()
  expect(await amountDue(page)).toBe(goods)
  await useCoupon(page, 'lantern10')
  // The row folds after a successful code. Its summary names the coupon.
  await page.locator('.extra-applied').getByText('LANTERN10').waitFor()
  const less = Math.round(goods / 10)
  expect(await amountDue(page)).toBe(goods - less)

  const tips = page.getByRole('region', { name: 'Tip' })
  await tips.locator('summary').first().click()
  await tips.getByRole('button', { name: /^15%/ }).click()
  await tips.getByText(/^A tip of /).waitFor()
  const fifteen = Math.round(((goods - less) * 15) / 100)
  expect(await amountDue(page)).toBe(goods - less + fifteen)
  await tips.getByRole('button', { name: 'No tip' }).click()
  await tips.getByText('Optional').waitFor()
  expect(await amountDue(page)).toBe(goods - less)
  await open(tips, 'Other amount')
  await tips.getByLabel('Tip').fill('$3.50')
  await tips.getByRole('button', { name: 'Add this tip' }).click()
  await tips.getByText('A tip of $3.50.').waitFor()

  const credit = page.getByRole('region', { name: 'Store credit' })
  await open(credit, 'Another amount')
  await credit.getByLabel('Amount').fill('5')
  await credit.getByRole('button', { name: 'Apply' }).click()
  await credit.getByText(/^\$5\.00 of your /).waitFor()
  const due = goods - less + 350 - 500
  expect(await amountDue(page)).toBe(due)

  await page.getByRole('radio', { name: /^Pay at the store/ }).check()
  await page.getByRole('button', { name: 'Place order, pay at the store' }).click()
  await page.waitForURL('**/confirmation/**')
  await page.getByText(`Please pay ${say(due)} when you pick it up.`).waitFor()
  expect(await sumsOf(page)).toEqual([
    ['Subtotal', say(goods)],
    ['Lantern week, 10% off (code LANTERN10)', `−${say(less)}`],
    ['Tip', '$3.50'],
    ['Tax', '$0.00'],
    ['Total', say(due + 500)],
    ['Store credit', '−$5.00'],
    ['To pay at pickup', say(due)],
  ])
  expect(complaints.filter((complaint) => !complaint.includes('status of 409'))).toEqual([])
  await context.close()
})

test('coupon, tip and store credit work without JavaScript, in Chinese on a phone', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled: false })
  await signIn(page)
  await fillCart(page, /^把.*加入购物车$/)
  await page.goto(`${shopUrl}/checkout/checkout`)
  await page.getByRole('main').getByLabel('姓名', { exact: true }).fill('林美')
  await page.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  const goods = await amountDue(page)

  await open(page, '优惠券')
  await page.getByLabel('优惠码').fill('ALLGONE')
  await page.getByRole('button', { name: '使用', exact: true }).first().click()
  await page.getByText('这张优惠券已经被领完了。').waitFor()
  await page.getByLabel('优惠码').fill('lantern10')
  await page.getByRole('button', { name: '使用', exact: true }).first().click()
  await page.locator('.extra-applied').getByText('LANTERN10').waitFor()
  const less = Math.round(goods / 10)
  expect(await amountDue(page)).toBe(goods - less)
  // The folded summaries of the payment and details pages show the code and the discount above the total.
  const folded = async () => (await page.locator('.summary-fold .coupon-off').innerText()).replace(/\s+/g, ' ')
  expect(await folded()).toBe(`LANTERN10 −${say(less)}`)
  await page.goto(`${shopUrl}/checkout/checkout`)
  expect(await folded()).toBe(`LANTERN10 −${say(less)}`)
  await page.goto(`${shopUrl}/checkout/payment`)

  const tips = page.getByRole('region', { name: '小费' })
  await tips.locator('summary').first().click()
  await tips.getByRole('button', { name: /^10%/ }).click()
  await tips.getByText(/^小费 .*谢谢您！$/).waitFor()
  const tip = Math.round((goods - less) / 10)
  expect(await amountDue(page)).toBe(goods - less + tip)

  const credit = page.getByRole('region', { name: '储值余额' })
  await open(credit, '自定金额')
  await credit.getByLabel('金额').fill('1.25')
  await credit.getByRole('button', { name: '使用', exact: true }).click()
  await credit.getByText('本单用储值余额支付').waitFor()
  const due = goods - less + tip - 125
  expect(await amountDue(page)).toBe(due)

  await page.getByRole('radio', { name: /^到店付款/ }).check()
  await page.getByRole('button', { name: /^支付/ }).click()
  await page.waitForURL('**/confirmation/**')
  expect(await sumsOf(page)).toEqual([
    ['小计', say(goods)],
    ['花灯周九折（优惠码 LANTERN10）', `−${say(less)}`],
    ['小费', say(tip)],
    ['税费', '$0.00'],
    ['合计', say(due + 125)],
    ['储值余额', '−$1.25'],
    ['取货时付', say(due)],
  ])
  await context.close()
})

test('a guest claims coupons without JavaScript, and removes one after the other from the bill', async () => {
  const { context, page } = await openPage(browser, { locale: 'zh', viewport: phone, javaScriptEnabled: false })
  const ticket = (code: string) => page.locator('.coupon-card', { hasText: code })
  const claim = (code: string) => untilTold(page, () => ticket(code).getByRole('button').click({ force: true }))
  await page.goto(`${shopUrl}/home`)
  await claim('LANTERN10')
  // The home page is the same for all visitors, so it cannot show the claim. The shop opens the cart page, which shows
  // the claim.
  await page.waitForURL('**/checkout/cart')
  await page.getByText('已领 1 张优惠券').waitFor()
  await fillCart(page, /^把.*加入购物车$/)

  await page.goto(`${shopUrl}/checkout/checkout`)
  const main = page.getByRole('main')
  await main.getByLabel('姓名', { exact: true }).fill('林美')
  await main.getByLabel('电话', { exact: true }).fill('416 555 0102')
  await main.getByLabel('邮箱', { exact: true }).fill('no.script.claims@example.com')
  await page.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  /** Waits until the folded row names the applied coupon, and unfolds it. */
  const seeApplied = async (code: string) => {
    await page.locator('.extra-applied').getByText(code).waitFor()
    await open(page, '优惠券')
  }
  await seeApplied('LANTERN10')
  // The cart has four equal loaves. BAKE3 makes one of three loaves free, which saves more than the 10 % of LANTERN10.
  await claim('BAKE3')
  await page.waitForURL('**/checkout/payment')
  await seeApplied('BAKE3')
  await page.getByText('已自动用上您领的券里最划算的一张。').waitFor()
  // Claims LANTERN10 a second time. Its button is disabled by then. Without `force`, Playwright would wait until the
  // button is enabled.
  await ticket('LANTERN10')
    .getByRole('button', { name: /^已领取：/ })
    .waitFor()
  await claim('LANTERN10')
  await seeApplied('BAKE3')
  const { cart } = clientOf(context, shopUrl)
  expect((await cart.view()).claims).toEqual(['LANTERN10', 'BAKE3'])
  const less = await amountDue(page)
  await page.getByRole('button', { name: '不用了' }).click()
  await seeApplied('LANTERN10')
  const full = (less * 4) / 3
  expect(await amountDue(page)).toBe(Math.round(full * 0.9))
  expect((await cart.view()).claims).toEqual(['LANTERN10'])
  await page.getByRole('button', { name: '不用了' }).click()
  await page.locator('.extra-applied').waitFor({ state: 'detached' })
  expect(await amountDue(page)).toBe(Math.round(full))
  expect((await cart.view()).claims).toEqual([])
  await context.close()
})

test('a delivery order reaches its bill without JavaScript', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, javaScriptEnabled: false })
  await fillCart(page, /^Add .* to cart$/)
  await page.goto(`${shopUrl}/checkout/checkout`)
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByLabel('Postal code', { exact: true }).fill('l3r1a1')
  await page.getByRole('button', { name: 'See the delivery fee' }).click()
  await page.getByText('Delivery to L3R 1A1').waitFor()
  await page.getByLabel('Street and number', { exact: true }).fill('12 Fred Varley Drive')
  await page.getByLabel('City', { exact: true }).fill('Markham')
  await page.getByLabel('Province', { exact: true }).selectOption('ON')
  await page.getByLabel('Name', { exact: true }).fill('Daniel Roy')
  await page.getByLabel('Phone', { exact: true }).fill('416 555 0101')
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Markham')
  await page.getByLabel('Email', { exact: true }).fill('no.script.brought@example.com')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/checkout/payment')
  await page.locator('.review-facts').getByText('12 Fred Varley Drive').waitFor()
  await page.locator('.summary-fold > summary').click()
  expect((await sumsOf(page)).map(([label]) => label)).toContain('Delivery')
  await context.close()
})

async function signIn(page: Page) {
  const [account] = demoAccounts
  await page.goto(`${shopUrl}/account/login`)
  await page.locator('input[name=email]').fill(account.email)
  await page.locator('input[name=password]').fill(account.password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
}

/** Puts four pieces of the first bread into the cart, enough for the minimums of the coupon and of the delivery. */
async function fillCart(page: Page, add: RegExp) {
  await page.goto(`${shopUrl}/store/productlist?cat=bread`)
  await untilTold(page, () => page.getByRole('button', { name: add }).first().click())
  await page.goto(`${shopUrl}/checkout/cart`)
  const quantity = page.locator('.cart-line [name=quantity]').first()
  await quantity.fill('4')
  await untilTold(page, () => quantity.press('Enter'))
}

/**
 * Runs a change and waits for the response to its request. The first page of a visit also reports the visitor's time
 * zone, and this response may come earlier.
 */
async function untilTold(page: Page, change: () => Promise<void>) {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && !response.url().includes('/timeZoneInfo/'),
  )
  await change()
  await answer
}

/** Expands the details whose summary has this text. */
async function open(place: Page | Locator, name: string) {
  await place.locator('summary').getByText(name).click()
}

async function useCoupon(page: Page, code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('region', { name: 'Coupon' }).getByRole('button', { name: 'Apply' }).click()
}

/** The amount on the payment page's button, in cents. */
async function amountDue(page: Page): Promise<number> {
  const words = await page
    .locator('.checkout-submit button')
    .filter({ hasText: /\d\.\d\d/ })
    .innerText()
  return Math.round(Number(/\d+\.\d\d/.exec(words)?.[0]) * 100)
}

const say = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Every visible line of the bill: label and amount. */
async function sumsOf(page: Page): Promise<string[][]> {
  const rows = page.locator('.totals:visible > div')
  return rows.evaluateAll((rows) => rows.map((row) => [...row.children].map((part) => part.textContent ?? '')))
}

test('long words in names and notes make no checkout page wider than a phone', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const api = clientOf(context, shopUrl)
  const fits = async (path: string) => {
    await goTo(page, shopUrl + path)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([path, beyond]).toEqual([path, 0])
  }
  await goTo(page, `${shopUrl}/checkout/cart`)
  await api.cart.add({ sku: 'ataulfo-mangoes', note: 'w'.repeat(140) })
  await fillCheckout({ api })
  const email = `${'long-'.repeat(11)}name@${'long-'.repeat(10)}domain.example`
  await api.checkout.setContact({ name: 'W'.repeat(80), phone: '416-555-0123', email })
  await api.checkout.setComment({ comment: 'x'.repeat(200) })
  for (const step of ['cart', 'checkout', 'payment']) await fits(`/checkout/${step}`)
  const { orderID } = await placeOrder({ api }, { payAtStore: true })
  await fits(`/confirmation/${orderID}`)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  [8, true, '8 items'],
  [9, false, '9 items'],
])('the payment page lists %i lines expanded: %s, with the total below', async (lines, isOpen, words) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone })
  const api = clientOf(context, shopUrl)
  await goTo(page, `${shopUrl}/checkout/cart`)
  for (let n = 1; n <= lines; n++) await api.cart.add({ sku: 'ataulfo-mangoes', note: `crate ${n}` })
  await fillCheckout({ api })
  await goTo(page, `${shopUrl}/checkout/payment`)
  const order = page.locator('.summary-inside')
  // On a phone the whole summary is one line until it is unfolded.
  const fold = page.locator('.summary-fold > summary')
  expect(await fold.innerText()).toContain(words)
  expect(await order.isVisible()).toBe(false)
  await fold.click()
  await order.getByText('Total', { exact: true }).waitFor()
  await order.locator('.totals > div', { hasText: 'Tax' }).getByText('$0.00').waitFor()
  expect(await order.locator('.bill-lines').isVisible()).toBe(isOpen)
  if (!isOpen) await order.getByText(words).click()
  expect(await order.locator('.bill-lines > li').filter({ visible: true }).count()).toBe(lines)
  expect(complaints).toEqual([])
  await context.close()
})

/** Runs an owner's command of `npm run shop`. */
async function own(...typed: string[]) {
  const { code, text: said } = await runShop([...typed, '--url', shopUrl], { ...process.env, DATA_DIR: shopFolder })
  expect(code, said).toBe(0)
}

async function writeCouponForAll() {
  const file = join(await mkdtemp(join(tmpdir(), 'coupon-')), 'coupon.json')
  const reward = { kind: 'percent', percent: 100 }
  await writeFile(file, JSON.stringify({ name: { en: 'On the house', zh: '本店请客' }, reward }))
  await own('coupon', 'write', 'ONTHEHOUSE', file)
}

test.each([
  {
    locale: 'en',
    words: { have: 'Coupon', code: 'Code', use: 'Apply', place: 'Place order', thanks: /^Thank you/ },
    sums: [
      ['Subtotal', '$6.95'],
      ['On the house (code ONTHEHOUSE)', '−$6.95'],
      ['Total', '$0.00'],
    ],
    payment: 'Nothing to pay',
  },
  {
    locale: 'zh',
    words: { have: '优惠券', code: '优惠码', use: '使用', place: '下单', thanks: /^谢谢您/ },
    sums: [
      ['小计', '$6.95'],
      ['本店请客（优惠码 ONTHEHOUSE）', '−$6.95'],
      ['合计', '$0.00'],
    ],
    payment: '无需付款',
  },
] as const)('with a coupon for the full total the order is placed without payment, in $locale', async (row) => {
  const { locale, words, sums, payment } = row
  await writeCouponForAll()
  const { context, page, complaints } = await openPage(browser, { locale, viewport: phone, userAgent: iPhone })
  const api = clientOf(context, shopUrl)
  await goTo(page, `${shopUrl}/checkout/cart`)
  await api.cart.add({ sku: 'hokkaido-milk-loaf' })
  await fillCheckout({ api })
  await goTo(page, `${shopUrl}/checkout/payment`)
  expect(await page.locator('input[name=option]').count()).toBeGreaterThan(1)
  await open(page, words.have)
  await page.getByLabel(words.code, { exact: true }).fill('onthehouse')
  await page.getByRole('button', { name: words.use, exact: true }).first().click()
  await page.locator('.coupon-used').getByText('ONTHEHOUSE', { exact: true }).waitFor()
  await placeForNothing(page, words)
  expect(await sumsOf(page)).toEqual(sums)
  expect(await factOf(page, payment)).toBe(true)
  // There was no payment, so the page shows no timeline.
  expect(await page.locator('.timeline').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['en', true, { place: 'Place order', thanks: /^Thank you/ }, 'Nothing to pay'],
  ['zh', false, { place: '下单', thanks: /^谢谢您/ }, '无需付款'],
] as const)('a free product is ordered without payment, in %s, with JavaScript: %s', async (...row) => {
  const [locale, javaScriptEnabled, words, payment] = row
  await own('price', 'fortune-cookies', '0')
  try {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone, javaScriptEnabled })
    const api = clientOf(context, shopUrl)
    await page.goto(`${shopUrl}/checkout/cart`)
    await api.cart.add({ sku: 'fortune-cookies' })
    await fillCheckout({ api })
    if (javaScriptEnabled) await goTo(page, `${shopUrl}/checkout/payment`)
    else await page.goto(`${shopUrl}/checkout/payment`)
    await placeForNothing(page, words)
    expect(await factOf(page, payment)).toBe(true)
    // Cancels the order. The page then has no link to the cart, because the ordered goods are no longer in the cart,
    // although nothing was paid.
    await page.locator('.order-deed summary').first().click()
    await page.locator('button[name=intent][value=cancel]').click()
    await page.locator('[data-state=cancelled]').waitFor()
    expect(await page.locator('.panel-actions a[href="/checkout/cart"]').count()).toBe(0)
    if (javaScriptEnabled) expect(complaints).toEqual([])
    await context.close()
  } finally {
    await own('price', 'fortune-cookies', '5.49')
  }
})

/** Places an order whose bill is zero. The payment page then has one button, no payment options and no tips. */
async function placeForNothing(page: Page, { place, thanks }: { place: string; thanks: RegExp }) {
  const button = page.locator('.checkout-submit button')
  await button.getByText(place, { exact: true }).waitFor()
  expect(await page.locator('input[name=option]').count()).toBe(0)
  expect(await page.locator('button[name=percent]').count()).toBe(0)
  await button.click()
  await page.waitForURL('**/confirmation/**')
  await page.getByRole('heading', { name: thanks }).waitFor()
}

/** Whether the payment method, which is the last fact on the receipt, has this text. */
async function factOf(page: Page, words: string) {
  return (await page.locator('.receipt-facts dd').last().innerText()) === words
}
