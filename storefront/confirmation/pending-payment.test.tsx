import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { pendingTimeoutMs } from '#contract/constants.ts'
import { ShopUi } from '#storefront/core/shop-ui.tsx'
import { cad, emptyLedger } from '#tests/ledgers.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Pending } from './pending-payment.tsx'
import { readSource } from './source.ts'

type Seen = ComponentProps<typeof Pending>['seen']
type Ways = ComponentProps<typeof Pending>['ways']
const placedAt = '2026-11-20T15:00:00Z'
const order: Seen['order'] = {
  orderNumber: 'MK-1120-037',
  paymentOption: 'snappay_wechat',
  placedAt,
  expiresAt: null,
  timeZone: 'America/Toronto',
  campaign: null,
  contact: { name: 'Mei', phone: '+14165550100', email: 'mei@shop.example' },
  amountDue: cad(900),
  isInCart: true,
  lines: [],
  ledger: { ...emptyLedger, isTried: true, isOpen: true },
}

/** Renders the panel for an order that was placed `waitedMs` ago. */
function panel({ ways = null, ...seen }: Partial<Seen> & { ways?: Ways }, waitedMs = 0): string {
  const source = readSource(new URLSearchParams())
  const now = Date.parse(placedAt) + waitedMs
  const whole = { order, isQrCodeScan: false, code: null, problem: null, refusal: null, now, ...seen } as Seen
  const Page = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: () => (
        <ShopUi>
          <Pending seen={whole} source={source} ways={ways} outcome={undefined} heading={{ current: null }} />
        </ShopUi>
      ),
    },
  ])
  return renderToString(
    <Page initialEntries={['/confirmation/ab2c']} hydrationData={{ loaderData: { root: renderedShop } }} />,
  )
}

it('a pending payment shows a spinner and the name of its payment method', () => {
  const html = panel({})
  expect(html).toContain('Submit Payment…')
  expect(html).toContain('class="spinner"')
  expect(html).toContain('data-mark="wechat"')
  expect(html).toContain('WeChat Pay')
  expect(html).toMatch(/[^A]\$9\.00/)
})

it('a payment on another page can be continued, and names the time left once', () => {
  const html = panel({ order: { ...order, expiresAt: '2026-11-20T15:30:00Z' } }, 60_500)
  expect(html).toContain('Continue in WeChat Pay')
  expect(html).toContain('value="snappay_wechat"')
  expect(html.match(/min left/g)).toHaveLength(1)
  expect(html).toContain('Your order is held until 10:30\u00a0a.m. (28 min left).')
  const byCode = panel({ order: { ...order, expiresAt: '2026-11-20T15:30:00Z' }, isQrCodeScan: true, code })
  expect(byCode).not.toContain('Continue in')
  expect(byCode).not.toContain('Your order is held until')
  expect(byCode).toContain('The code is valid until')
  expect(panel({ order: { ...order, paymentOption: null } })).not.toContain('name="option"')
})

it('an incomplete status is reported, and the payment stays pending', () => {
  expect(panel({ problem: 'confirmation.source_status' })).toContain('no status or no payment status')
  expect(panel({ problem: 'confirmation.source_status' })).toContain('Submit Payment…')
  expect(panel({})).not.toContain('no status or no payment status')
})

it('after a refund the page shows the amount and a link to pay, without a spinner', () => {
  const amount = cad(900)
  const ledger: Seen['order']['ledger'] = {
    ...order.ledger,
    payments: [{ amount, use: 'unwanted' }],
    refunds: [{ amount, use: 'unwanted', state: 'sent' }],
    isOpen: false,
  }
  const html = panel({ order: { ...order, ledger } })
  expect(html).not.toContain('spinner')
  expect(html).toContain('$9.00')
  expect(html).toContain('href="/checkout/payment"')
})

it.each([
  [true, 'The payment could not be checked'],
  [false, 'Payment Failed'],
])('a refused check shows its first message; payment open: %s', (isOpen, title) => {
  const refusal = { code: 'request.too_many', message: 'Too many tries. Please wait a minute.' } as const
  const html = panel({ order: { ...order, ledger: { ...order.ledger, isOpen } }, refusal })
  expect(html).toContain(`<h2>${title}</h2><p>${refusal.message}</p>`)
  expect(panel({ refusal: null })).not.toContain('role="alert"')
})

const code: Seen['code'] = {
  text: 'weixin://wxpay/bizpayurl?pr=7K2M',
  scannedBy: 'wechat',
  amount: { amount: 2340, currency: 'CAD' },
  validUntil: '2026-11-20T15:15:00Z',
}

it('a payment by code shows the code, its amount, its expiry and instructions', () => {
  const html = panel({ isQrCodeScan: true, code })
  expect(html).toContain('Order is in process')
  expect(html).toContain('Please check the order on this web page')
  expect(html).toContain('aria-label="Code to pay $23.40 with WeChat"')
  expect(html).toMatch(/<svg viewBox="0 0 \d+ \d+"/)
  expect(html).toContain('Open WeChat on your phone, scan this code')
  expect(html).toContain('The code is valid until 10:15\u00a0a.m.')
  expect(html).toContain('I have paid: check the status')
  expect(html).toContain('Choose another way to pay')
  expect(html).not.toContain('Submit Payment…')
  expect(html).not.toContain('class="spinner"')
  // Browsers cannot open the URL in WeChat's QR code, but they can open Alipay's URL, which opens the wallet on this
  // device.
  expect(html).not.toContain('Open it here')
  const alipay = { ...code, text: 'https://qr.alipay.com/bax0', scannedBy: 'alipay' } as const
  expect(panel({ isQrCodeScan: true, code: alipay })).toContain('href="https://qr.alipay.com/bax0"')
})

it('an expired code is not shown', () => {
  const html = panel({ isQrCodeScan: true })
  expect(html).toContain('The code has expired.')
  expect(html).not.toContain('scan-code')
})

it('the page says after a minute that it may be closed', () => {
  expect(panel({}, pendingTimeoutMs - 1)).not.toContain('You can close this page')
  expect(panel({}, pendingTimeoutMs)).toContain('You can close this page')
})

it('an unpaid order says that nothing was charged only if no payment was tried', () => {
  const unpaid = (isTried: boolean) =>
    panel({ order: { ...order, paymentOption: null, ledger: { ...order.ledger, isTried, isOpen: isTried } } })
  expect(unpaid(false)).toContain('Nothing was charged.')
  expect(unpaid(true)).not.toContain('Nothing was charged.')
  expect(unpaid(true)).toContain('We have not received your payment yet.')
})

const own = {
  id: 'etransfer',
  wallet: 'etransfer',
  name: { en: 'Interac e-Transfer', zh: 'Interac 电子转账' },
  provider: 'etransfer',
  scannedBy: null,
  isTest: false,
} as const

it('an e-transfer shows its instructions as text, without a spinner', () => {
  const transfer = {
    email: 'pay@shop.example',
    recipient: 'Lantern Lane Foods Inc.',
    amount: cad(2340),
    message: 'MK-1120-037',
    until: '2026-11-21T15:00:00Z',
  }
  const html = panel({ transfer })
  expect(html).not.toContain('class="spinner"')
  for (const words of [
    '$23.40',
    'pay@shop.example',
    'Lantern Lane Foods Inc.',
    'MK-1120-037',
    '10\u00a0a.m.',
    '24 h left',
  ])
    expect(html).toContain(words)
  const card = { id: 'stripe', wallet: 'card', name: { en: 'Card', zh: '银行卡' } } as const
  const options = [{ ...card, provider: 'stripe', scannedBy: null, isTest: false }, own]
  const waiting = { ...order, paymentOption: 'etransfer', isInCart: false }
  const withWays = panel({ order: waiting, transfer, ways: { options, suggested: 'etransfer' } })
  expect(withWays).toContain('Choose another way to pay')
  expect(withWays).toContain('value="stripe"')
  expect(withWays).not.toContain('value="etransfer"')
})

it('a pending order without a cart shows the payment methods instead of a link to the payment page', () => {
  const waiting = { ...order, isInCart: false }
  const html = panel({ order: waiting, ways: { options: [own], suggested: null } })
  expect(html).toContain('value="etransfer"')
  expect(html).not.toContain('/checkout/payment')
})
