import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pollIntervalMs } from '#contract/constants.ts'
import { runShop } from '#scripts/shop-run.ts'
import { startMiniProgramHost } from '#simulators/mini-program-host.ts'
import { goTo, iPhone, openBrowser, openPage, phone, waitForHydration } from '#tests/browser.ts'
import { shopFolder, shopUrl, snapPayUrl, weChatPayUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const words = {
  en: {
    add: /^Add .* to cart$/,
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    onwards: 'Continue to payment',
    pay: /^Pay\b/,
    thanks: /^Thank you/,
    cancelled: 'The payment was not completed',
    again: 'Try again, or pay another way',
    cancel: 'Cancel',
    refuse: 'Refuse this payment',
    failed: 'Payment Failed',
  },
  zh: {
    add: /^把.*加入购物车$/,
    name: '姓名',
    phone: '电话',
    email: '邮箱',
    onwards: '去付款',
    pay: /^(付款|确认付款)/,
    thanks: /^谢谢您/,
    cancelled: '付款没有完成',
    again: '重试或换一种方式付款',
    cancel: '取消',
    refuse: '拒绝付款',
    failed: '付款失败',
  },
}
type Locale = keyof typeof words

/** Puts a loaf into the cart, fills in the contact and continues to the payment page. */
async function toPayment(page: Page, locale: Locale, url = shopUrl) {
  const t = words[locale]
  await goTo(page, `${url}/store/product/hokkaido-milk-loaf`)
  await page
    .getByRole('button', { name: locale === 'en' ? /^Add/ : /加入购物车/ })
    .first()
    .click()
  await page.locator('.badge').first().waitFor({ state: 'attached' })
  await goTo(page, `${url}/checkout/checkout`)
  const main = page.getByRole('main')
  await main.getByLabel(t.name, { exact: true }).fill(locale === 'zh' ? '王美' : 'Test Shopper')
  await main.getByLabel(t.phone, { exact: true }).fill('416 555 0101')
  await main.getByLabel(t.email, { exact: true }).fill('paying@example.com')
  await main.getByRole('button', { name: t.onwards }).click()
  await page.waitForURL('**/checkout/payment')
}

/** Goes back to the details page, chooses the second day and continues. Returns the day. */
async function chooseTomorrow(page: Page, locale: Locale) {
  await goTo(page, `${shopUrl}/checkout/checkout`)
  const date = await page.locator('input[name="day"]').nth(1).inputValue()
  const ownTime = page.locator('input[name="slotWay"][value="time"]')
  if ((await ownTime.count()) > 0) await ownTime.check()
  await page.locator(`label[for="day-${date}"]`).click()
  await page.getByRole('button', { name: words[locale].onwards }).click()
  await page.waitForURL('**/checkout/payment')
  return date
}

async function choose(page: Page, option: string) {
  await page.locator(`input[name="option"][value="${option}"]`).check()
  await page.locator('.checkout-submit button[type="submit"]').click()
}

/** Runs a staff command. */
async function staff(...typed: string[]) {
  const { code, text: said } = await runShop([...typed, '--url', shopUrl], { ...process.env, DATA_DIR: shopFolder })
  expect(code, said).toBe(0)
}

describe.each(['en', 'zh'] as const)('in the mini-program, in %s', (locale) => {
  const t = words[locale]

  test('WeChat’s payment sheet is cancelled, then fails, then pays, and the page reports each result', async () => {
    const host = await startMiniProgramHost({ shopUrl, weChatPayUrl, openId: `oX-${locale}` })
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone })
    await goTo(page, host.url)
    await toPayment(page, locale, host.url)
    await choose(page, 'wechat_mini_program')
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: t.cancel }).click()
    await page.getByRole('heading', { name: t.cancelled }).waitFor()
    expect(new URL(page.url()).searchParams.get('MP_paymentstatus')).toBe('FAIL')
    expect(await page.getByText('requestPayment:fail').count()).toBe(0)
    const first = new URL(page.url()).pathname

    await page.getByRole('link', { name: t.again }).click()
    await page.waitForURL('**/checkout/payment')
    await choose(page, 'wechat_mini_program')
    await sheet.getByRole('button', { name: t.cancel }).click()
    await page.getByRole('heading', { name: t.cancelled }).waitFor()
    expect(new URL(page.url()).pathname).toBe(first)
    const id = first.split('/').at(-1)
    const expiry = await page.request.post(`${weChatPayUrl}/control/${id}-A1`, { data: { action: 'expire' } })
    expect(expiry.ok()).toBe(true)
    await page.getByRole('heading', { name: t.failed }).waitFor()

    await page.getByRole('link', { name: t.again }).click()
    await page.waitForURL('**/checkout/payment')
    await choose(page, 'wechat_mini_program')
    // WeChat sends no notification here, so the mini-program's report must suffice.
    const silence = await page.request.post(`${weChatPayUrl}/control/*`, { data: { action: 'never' } })
    expect(silence.ok()).toBe(true)
    await sheet.getByRole('button', { name: t.pay }).click()
    await page.getByRole('heading', { name: t.thanks }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      MP_paymentstatus: 'OK',
      orderID: pathname.split('/').at(-1),
      wmpoid: `oX-${locale}`,
    })
    expect(pathname).not.toBe(first)
    expect(host.calls.map(({ name }) => name)).toEqual(['navigateTo', 'navigateTo', 'navigateTo'])
    expect(JSON.stringify(host.calls)).not.toMatch(/paySign|prepay_id/)
    expect(complaints).toEqual([])
    await context.close()
    await host.close()
  })
})

test('an incomplete mini-program address shows the failure, and the provider decides the order’s state', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await toPayment(page, 'en')
  await choose(page, 'snappay_alipay')
  await page.waitForURL('**/wallet/**')
  const wallet = page.url()
  await page.getByRole('button', { name: 'Leave without deciding' }).click()
  await page.waitForURL('**/confirmation/**')
  const { origin, pathname } = new URL(page.url())
  const id = pathname.split('/').at(-1)
  for (const [query, said] of [
    ['MP_paymentstatus=OK&wmpoid=oX-1', 'miniProgram OrderID error'],
    ['MP_paymentstatus=OK&orderID=&wmpoid=oX-1', 'miniProgram OrderID error'],
    [`MP_paymentstatus=OK&orderID=${id}`, 'no WechatOpenID'],
    [`MP_paymentstatus=FAIL&orderID=${id}&message=no%20money`, 'no money'],
  ] as const) {
    await goTo(page, `${origin}${pathname}?${query}`)
    await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
    await page.getByText(said).waitFor()
  }
  expect(await page.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/checkout')
  await page.request.post(`${wallet.split('?')[0]}/pay`, { maxRedirects: 0 })
  await page.getByRole('heading', { name: words.en.thanks }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a payment that cannot start shows Payment Failed with its first message, until the next try', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await toPayment(page, 'en')
  const refuse = { action: 'refuse_create', method: 'pay.webpay' }
  await page.request.post(`${snapPayUrl}/control/*`, { data: refuse })
  await choose(page, 'snappay_unionpay')
  const alert = page.getByRole('alert')
  await alert.getByRole('heading', { name: 'Payment Failed' }).waitFor()
  await alert.getByText('The payment could not be started. Please try again or pay another way.').waitFor()
  await expect.poll(() => alert.evaluate((it) => document.activeElement === it)).toBe(true)
  await expect.poll(() => alert.evaluate((it) => it.getBoundingClientRect().top >= 0)).toBe(true)
  await choose(page, 'snappay_unionpay')
  await page.waitForURL('**/wallet/**')
  await page.goBack()
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor()
  expect(await alert.count()).toBe(0)
  await context.close()
})

test('a shopper who chose an e-transfer pays with a wallet instead, and orders again after a refusal', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await toPayment(page, 'en')
  await chooseTomorrow(page, 'en')
  await choose(page, 'etransfer')
  await page.locator('[data-waits=transfer]').waitFor()
  expect(await page.locator('.header .badge').count()).toBe(0)
  const { pathname } = new URL(page.url())
  await waitForHydration(page)
  await page.getByText('Choose another way to pay').click()
  const others = page.locator('.ways-left')
  expect(await others.locator('input[value=etransfer]').count()).toBe(0)
  await others.locator('input[value=snappay_alipay]').check()
  await others.locator('button[type=submit]').click()
  await page.waitForURL('**/wallet/**')
  const wallet = page.url()
  await page.getByRole('button', { name: 'Leave without deciding' }).click()
  await page.getByRole('heading', { name: 'Submit Payment…' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(pathname)
  // The cart is closed, so the page offers the payment methods itself, without a link to the payment page.
  await others.waitFor()
  expect(await page.locator('main a[href="/checkout/payment"]').count()).toBe(0)
  await page.goto(wallet)
  await page.getByRole('button', { name: words.en.refuse }).click()
  await page.getByRole('heading', { name: words.en.cancelled }).waitFor()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Order again' }).click()
  await page.getByText('Added to your cart.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the pay buttons of a waiting order work again after Back from the wallet', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await toPayment(page, 'en')
  await chooseTomorrow(page, 'en')
  await choose(page, 'etransfer')
  await page.locator('[data-waits=transfer]').waitFor()
  await waitForHydration(page)
  const isElsewhere = (url: URL) => url.origin !== shopUrl
  /**
   * Clicks a button that leads to another site. Then shows the page again, as a browser does when the shopper goes back
   * and the browser has kept the page in memory.
   */
  const leaveAndReturn = async (button: Locator) => {
    // Aborts the navigation, so that the page stays in the state in which a browser would keep it in memory.
    await page.route(isElsewhere, (route) => route.abort('aborted'))
    const left = page.waitForEvent('requestfailed', (request) => isElsewhere(new URL(request.url())))
    await button.click()
    await left
    await page.unroute(isElsewhere)
    const reloaded = page.waitForEvent('load')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await reloaded
    await waitForHydration(page)
  }
  await page.getByText('Choose another way to pay').click()
  await page.locator('.ways-left input[value=snappay_alipay]').check()
  await leaveAndReturn(page.locator('.ways-left button[type=submit]'))
  const goOn = page.getByRole('button', { name: 'Continue in Alipay' })
  await leaveAndReturn(goOn)
  await goOn.click()
  await page.waitForURL('**/wallet/**')
  expect(complaints).toEqual([])
  await context.close()
})

test('a wallet that cannot start offers its other providers, and the shopper chooses one', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await toPayment(page, 'en')
  // The page offers an e-transfer only if it can arrive before the order is collected. That depends on the time of day,
  // so the test ignores this method.
  const names = async () =>
    (await page.locator('.ways .way strong').allInnerTexts()).filter((name) => !/Interac/.test(name))
  await expect.poll(names).toEqual(['Card', 'PayPal', 'Pay at the store', 'WeChat Pay', 'Alipay', 'UnionPay'])
  await page.request.post(`${snapPayUrl}/control/*`, { data: { action: 'refuse_create', method: 'pay.webpay' } })
  await choose(page, 'snappay_alipay')
  const alert = page.getByRole('alert')
  await alert.getByText('Alipay is also available through another provider: choose below.').waitFor()
  expect((await names()).filter((name) => name === 'Alipay')).toHaveLength(4)
  await page.getByText('Through Citcon').waitFor()
  expect(await page.locator('input[name="option"][value="snappay_alipay"]').isChecked()).toBe(true)
  await choose(page, 'citcon')
  await page.waitForURL('**/wallet/**')
  await page.getByRole('button', { name: words.en.pay }).click()
  await page.getByRole('heading', { name: words.en.thanks }).waitFor()
  await context.close()
})

test('the page polls a pending payment every 2 seconds while visible, and at once when visible again', async () => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await toPayment(page, 'en')
  await choose(page, 'snappay_alipay')
  await page.waitForURL('**/wallet/**')
  await page.clock.install()
  await page.getByRole('button', { name: 'Leave without deciding' }).click()
  await page.getByRole('heading', { name: 'Submit Payment…' }).waitFor()
  await waitForHydration(page)
  const check = '**/checkSnapPayPaymentStatus'
  let [asked, answered] = [0, 0]
  page.on('request', (request) => {
    if (request.url().endsWith('/checkSnapPayPaymentStatus')) asked++
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/checkSnapPayPaymentStatus')) answered++
  })
  /** Advances the stopped clock until the page polls. */
  const runUntilAsked = async () => {
    const before = asked
    const runOn = async () => {
      await page.clock.runFor(500)
      return asked
    }
    await expect.poll(runOn).toBeGreaterThan(before)
  }
  const see = (state: 'visible' | 'hidden') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await runUntilAsked()
  for (const _ of [1, 2]) {
    await expect.poll(() => answered).toBeGreaterThanOrEqual(asked)
    const before = asked
    // Advances the clock almost to the next poll, in steps that let the page run its timers. Starts at 500 ms, because
    // `runUntilAsked` may have advanced the clock up to 500 ms beyond the last poll.
    for (let passed = 500; passed < pollIntervalMs; passed += 100) await page.clock.runFor(100)
    expect(asked).toBe(before)
    await runUntilAsked()
  }
  // Makes one check fail. The failed check changes nothing, and the page polls again.
  await page.route(check, (route) => route.abort(), { times: 1 })
  await runUntilAsked()
  await runUntilAsked()
  await page.getByRole('heading', { name: 'Submit Payment…' }).waitFor()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')])
  await see('hidden')
  const before = asked
  await page.clock.runFor(20_000)
  expect(asked).toBe(before)
  await see('visible')
  await expect.poll(() => asked).toBe(before + 1)
  // Makes one poll hang, then hides and shows the page. The hanging poll must not delay the next poll.
  await page.route(check, () => {}, { times: 1 })
  await runUntilAsked()
  await see('hidden')
  const hanging = asked
  await see('visible')
  await expect.poll(() => asked).toBe(hanging + 1)
  expect(complaints).toEqual([])
  await context.close()
})

/**
 * Ends the stock hold of the latest order's cart, as if its time had passed. After a refused payment, the cart still
 * has its hold.
 */
async function endHoldOfLatestOrder() {
  const host = encodeURIComponent(join(shopFolder, 'postgres'))
  const client = new pg.Client({
    connectionString: `postgres://shop@localhost:5432/postgres?sslmode=disable&host=${host}`,
  })
  await client.connect()
  const { rowCount } = await client.query(
    `update carts set held_until = now() - interval '1 second' where held_until is not null
     and id = (select cart_id from orders order by placed_at desc limit 1)`,
  )
  await client.end()
  expect(rowCount).toBe(1)
}

test.each([
  [
    'en',
    /^Your items and the time you chose are held until /,
    /^We no longer hold these items/,
    'The hold has ended, and the time you chose is gone.',
    'Choose another time',
  ],
  ['zh', /^商品和所选时间为您保留到 /, /^这些商品不再为您保留/, '保留时间已过，您选的时间也没有了。', '另选时间'],
] as const)(
  'after a failed payment, in %s, the page keeps the hold and counts down; a slot that is gone has a link to another',
  async (locale, held, over, gone, choose) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone, userAgent: iPhone })
    await toPayment(page, locale)
    const date = await chooseTomorrow(page, locale)
    await page.locator('input[name="option"][value="snappay_alipay"]').check()
    await page.locator('.checkout-submit button[type="submit"]').click()
    await page.waitForURL('**/wallet/**')
    await page.getByRole('button', { name: words[locale].refuse }).click()
    await page.getByRole('heading', { name: words[locale].cancelled }).waitFor()
    await page.getByText(held).waitFor()
    await page.clock.install()
    await page.reload()
    await waitForHydration(page)
    const minutesLeft = async () => Number(/(\d+) (?:min|分钟)/.exec(await page.getByText(held).innerText())?.[1])
    const minutes = await minutesLeft()
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/shoppingManagement4/checkoutConfig')) calls++
    })
    // A hydrated page may start its timer a little later, so one minute may not be enough.
    const afterMinute = async () => {
      await page.clock.fastForward('01:01')
      return calls
    }
    await expect.poll(afterMinute, { interval: 2000 }).toBeGreaterThan(0)
    await expect.poll(minutesLeft).toBeLessThan(minutes)
    await staff('hours', 'day', 'markham', date, 'closed')
    try {
      await endHoldOfLatestOrder()
      await page.reload()
      await page.getByText(over).waitFor()
      await page.getByRole('link', { name: words[locale].again }).click()
      await page.getByText(gone).waitFor()
      await page.reload()
      await page.getByText(gone).waitFor()
      expect(await page.locator('.checkout-submit button[type="submit"]').count()).toBe(0)
      await page.getByRole('main').getByRole('link', { name: choose }).click()
      await page.waitForURL('**/checkout/checkout#checkout-slot')
      await page.getByRole('button', { name: words[locale].onwards }).click()
      await page.waitForURL('**/checkout/payment')
      await page.locator('.checkout-submit button[type="submit"]').waitFor()
      expect(await page.getByText(gone).count()).toBe(0)
    } finally {
      await staff('hours', 'usual', 'markham', date)
    }
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('the checkout reports a product that sold out, with a link to the cart', async () => {
  const { context, page } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await goTo(page, `${shopUrl}/store/product/garlic-cream-cheese-bun`)
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.locator('.badge').first().waitFor({ state: 'attached' })
  await staff('stock-out', 'garlic-cream-cheese-bun', '--store', 'markham')
  await goTo(page, `${shopUrl}/checkout/checkout`)
  const told = page.getByRole('alert').filter({ hasText: 'Sold out for now.' })
  await told.waitFor()
  await told.getByRole('link', { name: 'Back to the cart' }).click()
  await page.waitForURL('**/checkout/cart')
  await context.close()
})
