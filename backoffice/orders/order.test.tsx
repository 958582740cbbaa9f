import { describe, expect, it } from 'vitest'
import type { Line } from '#contract/cart.ts'
import type { Locale } from '#contract/languages.ts'
import type { Me } from '#contract/office/people.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { cad, emptyLedger } from '#tests/ledgers.ts'
import { renderOfficePage } from '#tests/office-page.tsx'
import { readCancellation } from './money.tsx'
import { Component } from './order.tsx'
import { OrderTable } from './order-table.tsx'

const order: OrderDetail = {
  orderID: 'ab2c',
  orderNumber: 'MK-1120-037',
  pickupCode: 'K37',
  status: 'NEW',
  paymentStatus: 'NOT_PAID',
  fulfilmentStatus: 'PLACED',
  cancelRequest: 'NONE',
  refundStatus: 'NONE',
  qrCodeScan: false,
  payAtStore: true,
  method: 'EAT_IN',
  slot: null,
  table: { number: '7' },
  address: null,
  contact: { name: 'Mei Lin', phone: '+14165550123', email: 'mei@shop.example' },
  comment: '',
  lines: [],
  subtotal: cad(850),
  adjustments: [],
  parts: [],
  total: cad(850),
  memberSaved: cad(0),
  credit: cad(0),
  amountDue: cad(850),
  balance: cad(0),
  refunded: cad(0),
  creditReturned: cad(0),
  isService: false,
  coupon: null,
  campaign: null,
  location: { id: 'markham', name: { en: 'Markham', zh: '万锦店' }, address: '1 Main Street', mapUrl: '' },
  placeOfSupply: 'ON',
  timeZone: 'America/Toronto',
  placedAt: '2026-11-20T15:20:30Z',
  paidAt: null,
  expiresAt: null,
  promisedAt: null,
  paymentOption: null,
  timeline: [],
  cancellation: {
    isAllowed: false,
    reason: 'never',
    canAsk: true,
    until: null,
    back: { money: cad(0), credit: cad(0), coupon: null },
  },
  ledger: emptyLedger,
  isInCart: false,
  held: null,
}
const allRights: Me['rights'] = { 'orders.see': 'all', 'orders.work': 'all', 'orders.cancel': 'all' }

interface Shown {
  order?: Partial<OrderDetail>
  rights?: Me['rights']
  locale?: Locale
}

/** The HTML of an order's page, without and with only its ticket. */
function show({ order: changes, rights = allRights, locale = 'en' }: Shown) {
  const html = renderOfficePage({ Component, data: { ...order, ...changes }, rights, locale })
  const [ticket = ''] = /<section class="ticket".*?<\/section>/.exec(html) ?? []
  return { page: html.replace(ticket, ''), ticket }
}

it('the page and the ticket have the quantity of each modifier', () => {
  const egg = { id: 'egg', name: { en: 'Tea egg', zh: '茶叶蛋' }, price: cad(150) }
  const line: Line = {
    key: 'noodles',
    productId: 'noodles',
    sku: 'noodles.large',
    name: { en: 'Noodles', zh: '面' },
    optionText: { en: 'Large', zh: '大碗' },
    modifiers: [
      { ...egg, quantity: 3 },
      { ...egg, id: 'tofu', name: { en: 'Tofu', zh: '豆腐' }, quantity: 1 },
    ],
    note: '',
    quantity: 2,
    unitPrice: cad(1650),
    total: cad(3300),
    image: null,
    taxClass: 'zero_rated',
    purchasable: null,
    windows: [],
    problem: null,
  }
  const { page, ticket } = show({ order: { lines: [line] } })
  expect(page).toContain('Large · Tea egg × 3 · Tofu<')
  expect(ticket).toContain('<p>Tea egg × 3</p><p>Tofu</p>')
})

describe('the table of an order', () => {
  it('is a fact of the page, and large on the ticket', () => {
    const { page, ticket } = show({})
    expect(page).toContain('<dt>Table</dt><dd>7</dd>')
    expect(ticket).toContain('<strong>Table 7</strong>')
    expect(show({ locale: 'zh' }).ticket).toContain('<strong>7 号桌</strong>')
    const pickup = show({ order: { method: 'PICKUP', table: null } })
    expect(pickup.page + pickup.ticket).not.toContain('Table')
  })

  it('is in the list of orders, below the method', () => {
    const Component = () => <OrderTable orders={[order, { ...order, orderID: 'ab3c', table: null }]} />
    const rows = renderOfficePage({ Component, data: null, rights: allRights }).split('<tr>').slice(2)
    expect(rows.map((row) => row.includes('Table 7'))).toEqual([true, false])
  })
})

describe('a cancellation', () => {
  const restocks = (html: string) => /<input[^>]*name="restocks"[^>]*>/.exec(html)?.[0].includes('checked') ?? null

  it('is sent from a dialog only, which says what goes back', () => {
    const back = { money: cad(850), credit: cad(200), coupon: null }
    const cancellation = { ...order.cancellation, back }
    const { page } = show({ order: { paymentStatus: 'PAID_ONLINE', cancellation } })
    const [dialog = ''] = /<dialog.*?<\/dialog>/.exec(page) ?? []
    expect(dialog).toContain('$8.50 + $2.00 store credit goes back to the shopper.')
    expect(dialog).toContain('value="cancel"')
    expect(page.replace(dialog, '')).not.toContain('value="cancel"')
    expect(show({}).page).toContain('There is nothing to refund.')
  })

  it('proposes to put the goods back into stock until the order is being prepared', () => {
    for (const cancelRequest of ['NONE', 'ASKED'] as const) {
      const proposed = (['PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT'] as const).map((fulfilmentStatus) =>
        restocks(show({ order: { fulfilmentStatus, cancelRequest } }).page),
      )
      expect(proposed).toEqual([true, true, false, false, false])
    }
  })

  it('sends the reason and whether the goods are kept out of stock', () => {
    const form = new FormData()
    form.set('note', 'The oven broke')
    expect(readCancellation(form)).toEqual({ note: 'The oven broke', keepStock: true })
    form.set('restocks', 'on')
    expect(readCancellation(form)).toEqual({ note: 'The oven broke', keepStock: false })
  })
})

it('an order that is ready or out can be closed if nobody came for it, by staff who work on orders', () => {
  const hasButton = (shown: Shown) => show(shown).page.includes('value="noShow"')
  const states = ['PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT', 'PICKED_UP', 'NO_SHOW'] as const
  const withButton = states.filter((fulfilmentStatus) => hasButton({ order: { fulfilmentStatus } }))
  expect(withButton).toEqual(['READY', 'OUT'])
  expect(hasButton({ order: { fulfilmentStatus: 'READY', status: 'CANCELLED' } })).toBe(false)
  expect(hasButton({ order: { fulfilmentStatus: 'READY' }, rights: { 'orders.see': 'all' } })).toBe(false)
})
