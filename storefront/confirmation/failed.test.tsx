import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { cad, emptyLedger } from '#tests/ledgers.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Failed } from './failed.tsx'
import { readSource } from './source.ts'

const now = Date.parse('2026-11-20T15:20:30Z')
const lines: OrderDetail['lines'] = []
const books: OrderDetail['ledger'] = { ...emptyLedger, isTried: true, isEnded: true }
const order = {
  orderID: 'ab2c',
  orderNumber: 'MK-1120-037',
  status: 'FAILED',
  paymentStatus: 'FAILED',
  campaign: null,
  isInCart: true,
  isService: false,
  held: null,
  timeZone: 'America/Toronto',
  amountDue: cad(1966),
  paymentOption: 'snappay_wechat',
  lines,
  ledger: books,
} as OrderDetail

interface Shown extends Partial<Pick<ComponentProps<typeof Failed>, 'ended' | 'isByLink'>> {
  order?: Partial<OrderDetail>
  query?: string
}

/** Renders the panel of a failed order. */
function panel({ order: changes, query = '', ended, isByLink = false }: Shown, locale: 'en' | 'zh' = 'en'): string {
  const info = structuredClone(renderedShop)
  info.appContent.system.appMessage = { currentLocale: locale, applicationMessage: { messages: messages[locale] } }
  const source = readSource(new URLSearchParams(query))
  const whole = { ...order, ...changes }
  const props = {
    order: whole,
    ended,
    source,
    outcome: undefined,
    isByLink,
    ways: null,
    now,
    heading: { current: null },
  }
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => <Failed {...props} /> }])
  return renderToString(<Page initialEntries={['/confirmation/ab2c']} hydrationData={{ loaderData: { root: info } }} />)
}
const titleOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
const linkTo = (html: string, words: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].find(([, , text]) => text === words)?.[1]

it.each([
  ['failed', 'Payment Failed', '付款失败'],
  [undefined, 'Payment Failed', '付款失败'],
  ['expired', 'Payment Failed', '付款失败'],
  ['cancelled', 'The payment was not completed', '付款没有完成'],
] as const)('a failed order whose payment is %s has the heading “%s”, in Chinese “%s”', (ended, en, zh) => {
  expect([titleOf(panel({ ended })), titleOf(panel({ ended }, 'zh'))]).toEqual([en, zh])
  expect(panel({ ended }).includes('The time to pay ran out.')).toBe(ended === 'expired')
  const isCertain = ended === 'failed' || ended === 'cancelled'
  expect(panel({ ended })).toContain(isCertain ? 'Nothing was charged.' : 'No payment has reached us.')
  expect(panel({ ended }).includes('Nothing was charged.')).toBe(isCertain)
  expect(panel({ ended })).toMatch(/\$19\.66.*WeChat Pay/)
  expect(panel({ ended })).toContain('Order MK-1120-037')
})

it('a failed order links to the cart and to the payment page, for a group-buy to those of its campaign', () => {
  const html = panel({ ended: 'failed' })
  expect(linkTo(html, 'Back to Cart')).toBe('/checkout')
  expect(linkTo(html, 'Try again, or pay another way')).toBe('/checkout/payment')
  const campaign = { fissionCampaignId: 'm1' } as OrderDetail['campaign']
  const joined = panel({ ended: 'failed', order: { campaign } })
  expect(linkTo(joined, 'Back to Cart')).toBe('/checkout/campaignCart?FissionSale=m1')
  expect(linkTo(joined, 'Try again, or pay another way')).toBe('/checkout/campaignPayment?FissionSale=m1')
})

it('a failed order whose cart is gone offers to order again, and names an e-transfer that did not arrive', () => {
  const gone = { isInCart: false, paymentOption: 'etransfer' }
  const html = panel({ ended: 'expired', order: gone })
  expect(titleOf(html)).toBe('We cancelled this order')
  expect(html).toContain('No e-transfer arrived in time.')
  expect(html).toContain('value="reorder"')
  expect(linkTo(html, 'Back to Cart')).toBeUndefined()
  const campaign = { fissionCampaignId: 'm1' } as OrderDetail['campaign']
  const joined = panel({ ended: 'expired', order: { ...gone, campaign } })
  expect(joined).not.toContain('value="reorder"')
  expect(linkTo(joined, 'Continue shopping')).toBe('/store/groupCampaign/m1')
})

const until = '2026-11-20T15:42:00Z'
it.each([
  [
    'goods and time',
    true,
    'Your items and the time you chose are held until 10:42\u00a0a.m. (21 min left).',
    '商品和所选时间为您保留到 10:42',
  ],
  [
    'only goods',
    false,
    'Your items are held until 10:42\u00a0a.m. (21 min left).',
    '商品为您保留到 10:42（还剩 21 分钟）。',
  ],
] as const)('a failed or cancelled payment shows until when the shop holds %s', (_, isTimeHeld, en, zh) => {
  const held = { until, isTimeHeld }
  const waiting = { status: 'INTERIM', paymentStatus: 'NOT_PAID', held } as const
  for (const shown of [
    { ended: 'failed', order: { held } },
    { ended: 'cancelled', order: { held } },
    { order: waiting, query: 'MP_paymentstatus=FAIL&orderID=ab2c&message=no%20money' },
    { order: { ...waiting, isInCart: false }, query: 'MP_paymentstatus=FAIL&orderID=ab2c&message=x' },
  ] as const) {
    expect(panel(shown)).toContain(en)
    expect(panel(shown, 'zh')).toContain(zh)
    expect(panel(shown)).not.toContain('We no longer hold')
  }
})

it('a failed order without a hold says that the shop no longer holds its items, unless it sold a membership', () => {
  expect(panel({ ended: 'failed' })).toContain('We no longer hold these items for you, but your cart')
  expect(panel({ ended: 'failed' }, 'zh')).toContain('这些商品不再为您保留，但购物车')
  const membership = panel({ ended: 'failed', order: { isService: true } })
  expect(membership).toContain('Your cart and your details are kept.')
  expect(membership).not.toContain('We no longer hold')
  const byLink = panel({ ended: 'failed', isByLink: true, order: { held: { until, isTimeHeld: true } } })
  expect(byLink).not.toContain('held until')
})

it('a failed order with money received or a payment open is headed as ended, with the amount', () => {
  const amount = cad(900)
  const came = { ...books, payments: [{ amount, use: 'unwanted' as const }] }
  const html = panel({ ended: 'failed', order: { ledger: came } })
  expect(titleOf(html)).toBe('This order is closed')
  expect(html).toContain('$9.00')
  expect(html).not.toContain('$19.66')
  expect(titleOf(panel({ ended: 'expired', order: { ledger: { ...books, isOpen: true } } }))).toBe(
    'This order is closed',
  )
})

it('an undecided payment shows the result of the mini-program: failed with its message, or cancelled', () => {
  const waiting = { status: 'INTERIM', paymentStatus: 'NOT_PAID' } as const
  const shown = (query: string) => panel({ order: waiting, query })
  const refused = shown('MP_paymentstatus=FAIL&orderID=ab2c&message=no%20money')
  expect(titleOf(refused)).toBe('Payment Failed')
  expect(refused).toContain('The payment page said: “no money”')
  expect(refused).toContain('WeChat did not confirm a payment.')
  const cancelled = shown('MP_paymentstatus=FAIL&orderID=ab2c&message=requestPayment%3Afail+cancel')
  expect(titleOf(cancelled)).toBe('The payment was not completed')
  expect(cancelled).not.toContain('The payment page said')
  const held = panel({ order: { ...waiting, isInCart: false }, query: 'MP_paymentstatus=FAIL&orderID=ab2c&message=x' })
  expect(held).toContain('WeChat did not confirm a payment.')
  expect(held).toContain('If not, choose how to pay.')
  expect(held).not.toContain('/checkout')
  const lacking = shown('MP_paymentstatus=OK&orderID=ab2c')
  expect(titleOf(lacking)).toBe('Payment Failed')
  expect(lacking).toContain('no WechatOpenID')
})
