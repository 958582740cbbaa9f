import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentMethodId } from '#contract/payment-methods.ts'
import { clientOf, desktop, goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart } from '#tests/purchases.ts'
import { rankFirst, restoreRank } from './provider-rank.ts'
import { shopFolder, shopUrl } from './shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await restoreRank()
  await browser.close()
})

const words = {
  en: {
    inProcess: 'Order is in process',
    here: 'Is the wallet on this device? Open it here.',
    check: 'I have paid: check the status',
    other: 'Choose another way to pay',
    refuse: 'Refuse this payment',
    cancelled: 'The payment was not completed',
    pay: /^Pay /,
    thanks: /^Thank you/,
  },
  zh: {
    inProcess: '订单处理中',
    here: '钱包就在这台设备上？点这里打开。',
    check: '我已付款，查看结果',
    other: '换一种付款方式',
    refuse: '拒绝付款',
    cancelled: '付款没有完成',
    pay: /^付款/,
    thanks: /^谢谢您/,
  },
}

/**
 * Ranks the provider of `option` first, so that the shop offers `option`. Then fills a cart, opens the payment page and
 * continues with `option`.
 */
async function payWith(page: Page, option: PaymentMethodId) {
  await rankFirst(option)
  await page.goto(`${shopUrl}/checkout`)
  await fillCart({ api: clientOf(page.context(), shopUrl) }, 'hokkaido-milk-loaf')
  await page.goto(`${shopUrl}/checkout/payment`)
  await page.locator(`input[name="option"][value="${option}"]`).check()
  await page.locator('.checkout-submit button[type="submit"]').click()
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

/** Pays or refuses in the wallet, as the phone that scanned the code does. */
async function decide(page: Page, action: 'pay' | 'refuse', label: string) {
  const wallet = await page.getByRole('link', { name: label }).getAttribute('href')
  const answer = await page.request.post(`${wallet}/${action}`, { maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

describe.each(['en', 'zh'] as const)('a code on a desktop, in %s', (locale) => {
  const t = words[locale]

  test('is paid without JavaScript, where a link checks the payment', async () => {
    const { context, page } = await openPage(browser, { locale, viewport: desktop, javaScriptEnabled: false })
    await payWith(page, 'snappay_wechat')
    await heading(page, t.inProcess).waitFor()
    expect(await page.locator('.scan-code svg path').getAttribute('d')).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    await page.getByRole('link', { name: t.check }).click()
    await heading(page, t.inProcess).waitFor()
    await decide(page, 'pay', t.here)
    // The shop queries the provider at most once in 1.5 seconds, so an early click must be repeated.
    const again = page.getByRole('link', { name: t.check })
    const isThanked = async () => {
      if (await again.count()) await again.click()
      return heading(page, t.thanks).count()
    }
    await expect.poll(isThanked, { timeout: 30_000, interval: 1600 }).toBe(1)
    await context.close()
  })

  test('can be replaced by another payment method, and a cancellation in that wallet is reported', async () => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: desktop })
    await payWith(page, 'ott')
    await heading(page, t.inProcess).waitFor()
    await rankFirst('citcon')
    await page.getByRole('link', { name: t.other }).click()
    await page.waitForURL('**/checkout/payment')
    await page.locator('input[name="option"][value="citcon"]').check()
    await page.locator('.checkout-submit button[type="submit"]').click()
    await heading(page, t.inProcess).waitFor()
    expect(await page.locator('.scan-code').getAttribute('aria-label')).toMatch(/Alipay|支付宝/)
    await decide(page, 'refuse', t.here)
    await heading(page, t.cancelled).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

test.each([
  ['en', /declined/, 'Confirm the payment', 'Back to the shop'],
  ['zh', /被拒绝/, '确认付款', '返回商店'],
] as const)(
  'in %s a card is declined, another waits for 3-D Secure, the shopper comes back without paying, then pays',
  async (locale, declined, confirm, leave) => {
    const { context, page, complaints } = await openPage(browser, { locale, viewport: phone, userAgent: iPhone })
    const payByCard = async (number: string) => {
      await page.locator(`input[name="card"][value="${number}"]`).check()
      await page.getByRole('button', { name: words[locale].pay }).click()
    }
    await payWith(page, 'stripe')
    await page.waitForURL('**/wallet/**')
    await payByCard('4000000000000002')
    await page.getByRole('alert').filter({ hasText: declined }).waitFor()
    await payByCard('4000002760003184')
    await page.getByRole('button', { name: confirm, exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: leave }).click()
    await heading(page, words[locale].cancelled).waitFor()
    await page.locator('a[href="/checkout/payment"]').last().click()
    await page.waitForURL('**/checkout/payment')
    await page.locator('input[name="option"][value="stripe"]').check()
    await page.locator('.checkout-submit button[type="submit"]').click()
    await page.waitForURL('**/wallet/**')
    await payByCard('4000002760003184')
    await page.getByRole('button', { name: confirm, exact: true }).click()
    await heading(page, words[locale].thanks).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)

/** Places an order that waits for payment, in a browser context of its own. */
async function waitingOrder() {
  const opened = await openPage(browser, { viewport: phone, userAgent: iPhone })
  const { page } = opened
  await payWith(page, 'iotpay')
  await page.waitForURL('**/wallet/**')
  const wallet = page.url().split('?')[0] ?? ''
  await page.getByRole('button', { name: 'Leave without deciding' }).click()
  await page.waitForURL('**/confirmation/**')
  return { ...opened, wallet, id: new URL(page.url()).pathname.split('/').at(-1) ?? '' }
}

test('a forged address changes no order and shows nothing of another visitor’s order', async () => {
  const mine = await waitingOrder()
  const theirs = await waitingOrder()
  await theirs.page.request.post(`${theirs.wallet}/pay`, { maxRedirects: 0 })
  await heading(theirs.page, words.en.thanks).waitFor()
  const { page } = mine
  for (const query of [
    `from_source=opay_h5X${theirs.id}&status=success`,
    `MP_paymentstatus=OK&orderID=${theirs.id}&wmpoid=oX-1`,
    `from_source=snappay_h5X${mine.id}&status=success`,
  ]) {
    await goTo(page, `${shopUrl}/confirmation/${mine.id}?${query}`)
    await heading(page, 'Submit Payment…').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(theirs.id)
  }
  for (const query of [
    `from_source=opay_h5X${theirs.id}&status=success`,
    `MP_paymentstatus=OK&orderID=${theirs.id}&wmpoid=oX-1`,
    `MP_paymentstatus=FAIL&orderID=${theirs.id}&message=no%20money`,
  ]) {
    await page.goto(`${shopUrl}/confirmation?${query}`)
    await heading(page, 'We could not find this order').waitFor()
  }
  for (const query of ['from_source=opay_h5', `from_source=opay_h5x${mine.id}`]) {
    await goTo(page, `${shopUrl}/confirmation/${mine.id}?${query}`)
    await page.getByText('orderID error', { exact: true }).waitFor()
    await goTo(page, `${shopUrl}/confirmation?${query}`)
    await heading(page, 'Payment Failed').waitFor()
    await page.getByText('orderID error', { exact: true }).waitFor()
  }
  await mine.context.close()
  await theirs.context.close()
})

test.each([
  ['MP_paymentstatus=OK&wmpoid=oX-1', 'Payment Failed', 'miniProgram OrderID error'],
  ['MP_paymentstatus=OK&orderID=ab2c', 'Payment Failed', 'no WechatOpenID'],
  ['MP_paymentstatus=FAIL&message=no%20money', 'Payment Failed', 'The payment page said: “no money”'],
  ['MP_paymentstatus=FAIL&message=requestPayment%3Afail%20cancel', 'The payment was not completed', 'Back to Cart'],
])('/confirmation?%s has no order and shows the failure: %s, %s', async (query, title, said) => {
  const { context, page, complaints } = await openPage(browser, { viewport: phone })
  await goTo(page, `${shopUrl}/confirmation?${query}`)
  await heading(page, title).waitFor()
  await page.getByText(said).waitFor()
  expect(await page.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/checkout')
  expect(complaints).toEqual([])
  await context.close()
})

test('a mini-program address with an order in its query redirects to that order', async () => {
  const { context, page, id } = await waitingOrder()
  await goTo(page, `${shopUrl}/confirmation?MP_paymentstatus=FAIL&orderID=${id}&message=no%20money`)
  await page.waitForURL(`**/confirmation/${id}?MP_paymentstatus=FAIL*`)
  await heading(page, 'Payment Failed').waitFor()
  await page.getByText('no money').waitFor()
  await page.goto(`${shopUrl}/confirmation`)
  await page.waitForURL(`${shopUrl}/`)
  await context.close()
})

/** The emailed link to an order. */
async function mailedLink(id: string): Promise<string> {
  const outbox = join(shopFolder, 'outbox')
  const find = async () => {
    const names = await readdir(outbox).catch(() => [])
    const name = names.find((name) => name.includes(`${id}-receipt`))
    const mail = name ? (await readFile(join(outbox, name), 'utf8')).replace(/=\r?\n/g, '').replace(/=3D/g, '=') : ''
    return new RegExp(`/confirmation/${id}\\?token=[\\w.-]+`).exec(mail)?.[0]
  }
  await expect.poll(find, { timeout: 15_000, interval: 300 }).toBeTruthy()
  return `${shopUrl}${await find()}`
}

test('the emailed link shows the paid order in another browser, and strangers do not see the contact', async () => {
  const { context, page, wallet, id } = await waitingOrder()
  await page.close()
  await context.request.post(`${wallet}/pay`, { maxRedirects: 0 })
  const link = await mailedLink(id)
  await context.close()
  const other = await openPage(browser, { viewport: desktop })
  await goTo(other.page, link)
  await heading(other.page, words.en.thanks).waitFor()
  await other.page.locator('.totals-sum').getByText('Paid', { exact: true }).waitFor()
  expect(other.complaints).toEqual([])
  await other.context.close()
  for (const path of [
    `/confirmation/${id}`,
    `/confirmation/${id}?token=abc`,
    `/confirmation?from_source=iot_h5X${id}`,
  ]) {
    const stranger = await openPage(browser, { viewport: desktop })
    const answer = await stranger.page.goto(shopUrl + path)
    expect(answer?.status()).toBe(404)
    await heading(stranger.page, 'We could not find this order').waitFor()
    expect(await stranger.page.content()).not.toMatch(/mei@shop\.example|416-?555-?0123/)
    await stranger.context.close()
  }
})

test('in Alipay’s browser a shopper buys from the home page to the receipt', async () => {
  const userAgent = `${iPhone} AliApp(AP/10.6.0) AlipayClient/10.6.0 Language/zh-Hans`
  const { context, page, complaints } = await openPage(browser, { locale: 'zh', viewport: phone, userAgent })
  await restoreRank()
  await goTo(page, `${shopUrl}/home`)
  await goTo(page, `${shopUrl}/store/search?q=${encodeURIComponent('月饼')}`)
  await page
    .getByRole('button', { name: /^把.*加入购物车$/ })
    .first()
    .click()
  await page.locator('.badge').first().waitFor({ state: 'attached' })
  await goTo(page, `${shopUrl}/checkout`)
  await page.getByRole('main').getByRole('link', { name: '去结算' }).first().click()
  const main = page.getByRole('main')
  await main.getByLabel('姓名', { exact: true }).fill('王美')
  await main.getByLabel('电话', { exact: true }).fill('416 555 0101')
  await main.getByLabel('邮箱', { exact: true }).fill('alipay@example.com')
  await main.getByRole('button', { name: '去付款' }).click()
  await page.waitForURL('**/checkout/payment')
  const options = page.locator('input[name="option"]')
  await options.first().waitFor({ state: 'attached' })
  const offered = await options.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  expect(offered).toEqual(['snappay_alipay', 'pay_at_store'])
  await page.locator('.checkout-submit button[type="submit"]').click()
  await page.waitForURL('**/wallet/**')
  await page.getByRole('button', { name: words.zh.pay }).click()
  await heading(page, words.zh.thanks).waitFor()
  await page.locator('.totals-sum').getByText('已付', { exact: true }).waitFor()
  await mailedLink(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(complaints).toEqual([])
  await context.close()
})
