import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import type { PaymentMethodId } from '#contract/payment-methods.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { clientOf, iPhone, openBrowser, openPage, phone } from '#tests/browser.ts'
import { fillCart } from '#tests/purchases.ts'
import { pageVariants, textsOf } from './looks.ts'
import { rankFirst, restoreRank } from './provider-rank.ts'
import { shopUrl } from './shop.ts'

/**
 * Tests each payment method that uses a provider, except the mini-program's payment and the test payment. The shopper's
 * first attempt is refused. The shopper leaves the second attempt without paying, and pays with the third. Then staff
 * refund the payment. One more card payment is disputed.
 */

const { wechat_mini_program: _, test_payment: __, etransfer: ___, ...online } = paymentMethods
// This cast is safe, because an object literal has exactly its type's keys.
const options = Object.keys(online) as PaymentMethodId[]

const wallet = {
  en: { refuse: 'Refuse this payment', leave: 'Leave without deciding', back: 'Back to the shop', pay: /^Pay\b/ },
  zh: { refuse: '拒绝付款', leave: '先不决定，返回商店', back: '返回商店', pay: /^付款/ },
}
const cards = { good: '4242424242424242', declined: '4000000000000002', disputed: '4000000000000259' }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await restoreRank()
  await browser?.close()
})

describe.each(pageVariants({ locale: 'en', viewport: phone }))('%s', (_, look) => {
  const say = textsOf(look)
  const buttons = wallet[look.locale]
  const manager = demoStaff.find(({ role }) => role === 'manager')
  if (!manager) throw new Error('nobody is manager')
  const office = textsOf({ locale: manager.locale, viewport: look.viewport })
  let shopper: Page
  let staff: Page
  const complaints: string[][] = []

  async function open(): Promise<Page> {
    const isPhone = look.viewport.width < 600
    const opened = await openPage(browser, { ...look, ...(isPhone && { userAgent: iPhone }) })
    complaints.push(opened.complaints)
    return opened.page
  }
  beforeAll(async () => {
    shopper = await open()
    staff = await open()
    await staff.goto(`${shopUrl}/office/in`)
    await staff.locator('input[name=email]').fill(demoStaffEmail('manager'))
    await staff.locator('input[name=password]').fill(demoStaffPassword)
    await staff.locator('button[value=password]').click()
    await staff.locator('.frame h1').waitFor()
  })
  afterAll(async () => {
    for (const page of [shopper, staff]) await page?.context().close()
  })

  /**
   * Chooses this option on the payment page. Waits until the wallet's page, or the page with the code to scan, is open.
   */
  async function start(option: PaymentMethodId) {
    await shopper.waitForURL('**/checkout/payment')
    await shopper.locator(`input[name="option"][value="${option}"]`).check()
    await shopper.locator('.checkout-submit button[type="submit"]').click()
    await shopper.waitForURL(/\/wallet\/|\/confirmation\//)
  }
  /**
   * Carries out the shopper's decision in the wallet: with a button on this device, or on the phone that scanned the
   * code.
   */
  async function decide(action: keyof typeof buttons, card?: string) {
    if (shopper.url().includes('/wallet/')) {
      if (card) await shopper.locator(`input[name="card"][value="${card}"]`).check()
      await shopper.getByRole('button', { name: buttons[action] }).click()
    } else if (action !== 'leave') {
      const address = await shopper.getByRole('link', { name: say('confirmation.qr_here') }).getAttribute('href')
      await shopper.request.post(`${address}/${action}`, { maxRedirects: 0 })
    }
  }
  const panel = (...states: string[]) =>
    shopper.locator(states.map((state) => `.panel[data-state="${state}"]`).join(', ')).waitFor()
  /** Continues from the confirmation page to the payment page. */
  const again = () => shopper.locator('main a[href="/checkout/payment"]').last().click()
  const orderId = () => new URL(shopper.url()).pathname.split('/').at(-1) ?? ''

  async function fill() {
    await shopper.goto(`${shopUrl}/checkout/cart`)
    await fillCart({ api: clientOf(shopper.context(), shopUrl) }, 'hokkaido-milk-loaf')
  }

  test.each(options)('%s is refused, left, paid and refunded', async (option) => {
    await rankFirst(option)
    await fill()
    await shopper.goto(`${shopUrl}/checkout/payment`)
    await start(option)
    if (option === 'stripe') {
      await decide('pay', cards.declined)
      await shopper.getByRole('alert').waitFor()
      await decide('back')
    } else await decide('refuse')
    await panel('failed', 'cancelled')

    await again()
    await start(option)
    await decide(option === 'stripe' ? 'back' : 'leave')
    await panel('pending', 'failed', 'cancelled')

    await again()
    await start(option)
    await decide('pay', option === 'stripe' ? cards.good : undefined)
    await panel('success')

    const id = orderId()
    const { total } = await clientOf(shopper.context(), shopUrl).orders.detail({ id })
    await staff.goto(`${shopUrl}/office/orders/${id}`)
    await staff.getByText(office('order.refund'), { exact: true }).click()
    await staff.locator('details input[name=note]').fill('A crushed loaf')
    await staff.locator('button[value=refund]').click()
    await staff.getByText(office('order.refund_done')).waitFor()
    await expect
      .poll(async () => (await clientOf(shopper.context(), shopUrl).orders.detail({ id })).refunded)
      .toEqual(total)
    await shopper.reload()
    const refunded = shopper.locator('.totals div').filter({ hasText: say('orders.refunded') })
    expect(await refunded.innerText()).toContain(formatMoney(total, look.locale))
  })

  test('a card payment is disputed, and staff see it', async () => {
    await rankFirst('stripe')
    await fill()
    await shopper.goto(`${shopUrl}/checkout/payment`)
    await start('stripe')
    await decide('pay', cards.disputed)
    await panel('success')
    const id = orderId()
    const dispute = staff.locator('section.card').filter({ has: staff.locator(`a[href$="/orders/${id}"]`) })
    await expect
      .poll(async () => {
        await staff.goto(`${shopUrl}/office/payments`)
        await staff.locator('h1').waitFor()
        return dispute.getByText(office('case.disputed')).count()
      })
      .toBe(1)
    await dispute.locator('button[value^=dismiss]').click()
    await expect.poll(() => dispute.count()).toBe(0)
  })

  test('no page reported an error', () => {
    expect(complaints.flat()).toEqual([])
  })
})
