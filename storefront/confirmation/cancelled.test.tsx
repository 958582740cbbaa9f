import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import type { Ledger } from '#contract/ledger.ts'
import { messages } from '#contract/messages.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { CancelForm } from '#storefront/orders/cancel-form.tsx'
import { OrderProgress } from '#storefront/orders/order-progress.tsx'
import { cad, emptyLedger } from '#tests/ledgers.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Cancelled } from './cancelled.tsx'

const amount = cad(900)
const books: Ledger = { ...emptyLedger, isTried: true, isEnded: true }
const came = { ...books, payments: [{ amount, use: 'counted' as const }] }
const sent = { ...came, refunds: [{ amount, use: 'counted' as const, state: 'sent' as const }] }
const order = {
  orderID: 'ab2c',
  orderNumber: 'MK-1120-037',
  pickupCode: 'K7M2QX',
  status: 'CANCELLED',
  paymentStatus: 'PAID_ONLINE',
  fulfilmentStatus: 'CANCELLED',
  cancelRequest: 'NONE',
  method: 'PICKUP',
  payAtStore: false,
  isService: false,
  campaign: null,
  coupon: null,
  promisedAt: null,
  timeline: [],
  lines: [],
  parts: [],
  adjustments: [],
  subtotal: amount,
  total: amount,
  amountDue: amount,
  credit: cad(0),
  balance: cad(0),
  memberSaved: cad(0),
  balanceStatus: 'NONE',
  refunded: cad(0),
  creditReturned: cad(0),
  location: { id: 'markham', name: { en: 'Markham', zh: '万锦' }, address: '1 Main Street', mapUrl: '' },
  contact: { name: 'Mei Lin', phone: '', email: '' },
  ...{ placedAt: '2026-11-20T15:00:00Z', paidAt: '2026-11-20T15:01:00Z', timeZone: 'America/Toronto' },
  paymentOption: 'snappay_alipay',
} as unknown as OrderDetail

function rendered(page: ReactNode, locale: 'en' | 'zh' = 'en'): string {
  const info = structuredClone(renderedShop)
  info.appContent.system.appMessage = { currentLocale: locale, applicationMessage: { messages: messages[locale] } }
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => page }])
  return renderToString(<Page initialEntries={['/confirmation/ab2c']} hydrationData={{ loaderData: { root: info } }} />)
}
const cancelled = (ledger: Ledger, locale?: 'en' | 'zh') => {
  const props = { campaign: null, outcome: undefined, isByLink: false, heading: { current: null } }
  return rendered(<Cancelled order={{ ...order, ledger }} {...props} />, locale)
}
const times = (html: string, words: string) => html.split(words).length - 1

it.each([
  ['none', 'nobody paid', { ...emptyLedger, isEnded: true }, ['Nothing was charged.']],
  ['going_back', 'money came', came, ['We received $9.00.', '$9.00 is being refunded the way you paid.']],
  ['sent', 'it went back', sent, ['We received $9.00.', '$9.00 was refunded the way you paid.']],
] as const)('a cancelled order shows each sentence of its ledger once: %s (%s)', (key, _, ledger, sentences) => {
  const html = cancelled(ledger)
  for (const words of sentences) expect([words, times(html, words)]).toEqual([words, 1])
  for (const other of ['none', 'going_back', 'sent'] as const) {
    const [words = ''] = messages.en[`money.${other}`].replace('{amount}', '$9.00').split('. ')
    expect([other, html.includes(words)]).toEqual([other, other === key])
  }
  const chinese = messages.zh[`money.${key}`].replace('{amount}', '$9.00')
  expect(times(cancelled(ledger, 'zh'), chinese)).toBe(1)
})

it('the timeline of an order shows refunds but not payments', () => {
  const life = (ledger: Ledger) =>
    rendered(<OrderProgress order={{ ...order, status: 'NEW', fulfilmentStatus: 'PLACED', ledger }} />)
  const back = life({ ...sent, isEnded: false })
  expect(times(back, '$9.00 was refunded the way you paid.')).toBe(1)
  expect(life({ ...came, isEnded: false })).not.toContain('$9.00')
})

it('the cancel form says that nothing was charged only if no payment was tried', () => {
  const back = { money: cad(0), credit: cad(0), coupon: null }
  const cancellation = { isAllowed: true, reason: null, canAsk: false, until: null, back }
  const form = (ledger: Ledger) =>
    rendered(<CancelForm order={{ ...order, status: 'INTERIM', cancellation, ledger }} error={undefined} />)
  const nothing = messages.en['orders.back_nothing']
  expect(form(emptyLedger)).toContain(nothing)
  const tried = form({ ...emptyLedger, isTried: true, isOpen: true })
  expect(tried).not.toContain(nothing)
  expect(tried).toContain('We have not received your payment yet.')
})
