import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSpecificationCalls } from '#contract/calls.ts'
import type { PaymentMethodId } from '#contract/payment-methods.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { startMiniProgramHost } from '#simulators/mini-program-host.ts'
import { clientOf, desktop, goTo, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart } from '#tests/purchases.ts'
import { rankFirst, restoreRank } from './provider-rank.ts'
import { shopUrl, weChatPayUrl } from './shop.ts'

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
    lang: /^en\b/,
    pay: /^Pay\b/,
    thanks: /^Thank you/,
    paid: 'Paid',
    inProcess: 'Order is in process',
    code: /^Code to pay/,
    here: 'Is the wallet on this device? Open it here.',
    done: 'This payment is done.',
  },
  zh: {
    lang: /^zh-Hans$/,
    pay: /^(付款|确认付款)/,
    thanks: /^谢谢您/,
    paid: '已付',
    inProcess: '订单处理中',
    code: /付款二维码/,
    here: '钱包就在这台设备上？点这里打开。',
    done: '这笔付款已完成。',
  },
}
/** The payment options that show a code on a desktop. */
const byCode = ['snappay_wechat', 'ott', 'citcon', 'iotpay']
const places = [
  ['en', 390, { viewport: phone, userAgent: iPhone }],
  ['zh', 390, { viewport: phone, userAgent: iPhone }],
  ['en', 1440, { viewport: desktop }],
  ['zh', 1440, { viewport: desktop }],
] as const
const { wechat_mini_program: _, test_payment: __, etransfer: ___, ...elsewhere } = paymentMethods
// This cast is safe, because an object literal has exactly its type's keys.
const ways = Object.entries(elsewhere) as [PaymentMethodId, { source: string; check: string }][]

/** Puts a loaf for pickup into the cart and opens its payment page, which must be in the browser's language. */
async function openPayment(page: Page, url: string, locale: keyof typeof words) {
  await fillCart({ api: clientOf(page.context(), url) }, 'hokkaido-milk-loaf')
  await goTo(page, `${url}/checkout/payment`)
  await seeIn(page, locale)
}

/** Checks that the page is in this language and not wider than the screen. */
async function seeIn(page: Page, locale: keyof typeof words) {
  expect(await page.getAttribute('html', 'lang')).toMatch(words[locale].lang)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

async function choose(page: Page, option: string) {
  await page.locator(`input[name="option"][value="${option}"]`).check()
  await page.locator('.checkout-submit button[type="submit"]').click()
}

/** Scans the page's code with a phone and pays there. The page itself stays open. */
async function scan(page: Page, locale: keyof typeof words) {
  await page.getByRole('heading', { name: words[locale].inProcess }).waitFor()
  await page.getByRole('img', { name: words[locale].code }).waitFor()
  await seeIn(page, locale)
  const wallet = await page.getByRole('link', { name: words[locale].here }).getAttribute('href')
  const held = await openPage(browser, { locale, viewport: phone, userAgent: iPhone })
  await held.page.goto(wallet ?? '')
  await held.page.getByRole('button', { name: words[locale].pay }).click()
  await held.page.getByText(words[locale].done).waitFor()
  await held.context.close()
}

async function seePaid(page: Page, locale: keyof typeof words): Promise<URL> {
  const { thanks, paid } = words[locale]
  await page.getByRole('heading', { name: thanks }).waitFor()
  await page.locator('.totals-sum').getByText(paid, { exact: true }).waitFor()
  await expect.poll(() => page.locator('.badge').count()).toBe(0)
  await seeIn(page, locale)
  return new URL(page.url())
}

describe.each(places)('in %s, %i wide', (locale, _, place) => {
  let opened: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    opened = await openPage(browser, { locale, ...place })
    await goTo(opened.page, `${shopUrl}/checkout`)
  })
  afterAll(() => opened.context.close())

  test.each(ways)('a shopper pays with %s in its wallet', async (option, { source }) => {
    const { page, complaints } = opened
    await rankFirst(option)
    await openPayment(page, shopUrl, locale)
    await choose(page, option)
    if (place.viewport === desktop && byCode.includes(option)) await scan(page, locale)
    else {
      await page.waitForURL('**/wallet/**')
      await seeIn(page, locale)
      await page.getByRole('button', { name: words[locale].pay }).click()
    }
    const { pathname, searchParams } = await seePaid(page, locale)
    expect(searchParams.get('from_source')).toBe(`${source}X${pathname.split('/').at(-1)}`)
    expect(complaints).toEqual([])
  })

  test('the mini-program pays with WeChat’s payment sheet', async () => {
    const openId = `oX-${locale}-${place.viewport.width}`
    const isDesktop = place.viewport === desktop
    const host = await startMiniProgramHost({ shopUrl, weChatPayUrl, openId, isDesktop })
    const { context, page, complaints } = await openPage(browser, { locale, viewport: place.viewport })
    await goTo(page, host.url)
    await openPayment(page, host.url, locale)
    await choose(page, 'wechat_mini_program')
    await page.getByRole('dialog').getByRole('button', { name: words[locale].pay }).click()
    const { searchParams } = await seePaid(page, locale)
    expect(searchParams.get('MP_paymentstatus')).toBe('OK')
    expect(host.calls.map(({ name }) => name)).toEqual(['navigateTo'])
    expect(complaints).toEqual([])
    await context.close()
    await host.close()
  })
})

const checks = listSpecificationCalls().flatMap(({ name, path }) => {
  const [option] = ways.find(([, { check }]) => name === `payments.${check}`) ?? []
  return option ? [[option, path] as const] : []
})

// In other tests the wallet notifies the shop at once, so the page may not need to check the payment. In this test the
// page must make each kind of check.
test.each(checks)('the page checks a pending payment of %s by %s until it is paid', async (option, path) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'en', viewport: phone, userAgent: iPhone })
  await goTo(page, `${shopUrl}/checkout`)
  await rankFirst(option)
  await openPayment(page, shopUrl, 'en')
  await choose(page, option)
  await page.waitForURL('**/wallet/**')
  const wallet = page.url().split('?')[0]
  const asked = page.waitForRequest((request) => request.url().endsWith(path))
  await page.getByRole('button', { name: 'Leave without deciding' }).click()
  await asked
  await page.request.post(`${wallet}/pay`, { maxRedirects: 0 })
  await seePaid(page, 'en')
  expect(complaints).toEqual([])
  await context.close()
})
