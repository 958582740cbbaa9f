import { describe, expect, it } from 'vitest'
import type { Line } from '#contract/cart.ts'
import type { Locale } from '#contract/languages.ts'
import type { RefundableLine } from '#contract/office/orders.ts'
import type { Me } from '#contract/office/people.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { cad, emptyLedger } from '#tests/ledgers.ts'
import { renderOfficePage } from '#tests/office-page.tsx'
import type { RefundInput } from './money.tsx'
import { readCancellation, readRefund, splitAtCounter } from './money.tsx'
import { Component } from './order.tsx'
import { OrderTable } from './order-table.tsx'
import type { Pieces } from './refund-lines.tsx'
import { RefundLines, refundOfPieces } from './refund-lines.tsx'
import { readParcel } from './step-forms.tsx'

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
const allRights: Me['rights'] = {
  'orders.see': 'all',
  'orders.work': 'all',
  'orders.run': 'all',
  'orders.cancel': 'all',
}

interface Shown {
  order?: Partial<OrderDetail>
  rights?: Me['rights']
  locale?: Locale
  refundable?: RefundableLine[]
}

/** Renders an order's page. Returns the HTML of the ticket, and the HTML of the rest of the page. */
function show({ order: changes, rights = allRights, locale = 'en', refundable = [] }: Shown) {
  const data = { order: { ...order, ...changes }, refundable }
  const html = renderOfficePage({ Component, data, rights, locale })
  const [ticket = ''] = /<section class="ticket".*?<\/section>/.exec(html) ?? []
  return { page: html.replace(ticket, ''), ticket }
}

const line: Line = {
  key: 'noodles',
  productId: 'noodles',
  sku: 'noodles.large',
  name: { en: 'Noodles', zh: '面' },
  optionText: { en: 'Large', zh: '大碗' },
  modifiers: [],
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

it('the page and the ticket have the quantity of each modifier', () => {
  const egg = { id: 'egg', name: { en: 'Tea egg', zh: '茶叶蛋' }, price: cad(150) }
  const modifiers = [
    { ...egg, quantity: 3 },
    { ...egg, id: 'tofu', name: { en: 'Tofu', zh: '豆腐' }, quantity: 1 },
  ]
  const { page, ticket } = show({ order: { lines: [{ ...line, modifiers }] } })
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

describe('the time of an order', () => {
  const tomorrow = { date: '2999-11-20', time: '18:00' }
  const formOf = (html: string, intent: string) =>
    html.split('<form').find((form) => form.includes(`value="${intent}"`))

  it('can be made later when the order is accepted, but stays as ordered unless staff choose so', () => {
    const form = (changes: Partial<OrderDetail>) => formOf(show({ order: changes }).page, 'accept')
    expect(form({ slot: tomorrow })).toContain('<option value="">As ordered</option>')
    expect(form({ slot: tomorrow })).toContain('<option value="20">20 minutes later</option>')
    expect(form({})).toContain('<option value="20">In 20 minutes</option>')
    expect(form({ slot: { date: '2020-11-20', time: '18:00' } })).toContain('In 20 minutes')
    expect(form({ method: 'SHIPPING' })).not.toContain('minutes')
  })

  it('can be made later until the order is ready, by staff who work on orders', () => {
    const hasForm = (shown: Shown) => formOf(show(shown).page, 'delay') !== undefined
    const states = ['PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT', 'PICKED_UP', 'NO_SHOW'] as const
    const withForm = states.filter((fulfilmentStatus) => hasForm({ order: { fulfilmentStatus } }))
    expect(withForm).toEqual(['ACCEPTED', 'PREPARING', 'OUT'])
    expect(hasForm({ order: { fulfilmentStatus: 'ACCEPTED', method: 'SHIPPING' } })).toBe(false)
    expect(hasForm({ order: { fulfilmentStatus: 'ACCEPTED' }, rights: { 'orders.see': 'all' } })).toBe(false)
    const accepted = { ...order, fulfilmentStatus: 'ACCEPTED' as const }
    expect(show({ order: accepted }).page).toContain('The shopper gets an email with the new time.')
    const contact = { ...order.contact, email: '' }
    expect(show({ order: { ...accepted, contact } }).page).toContain('so tell the shopper yourself')
  })

  it('is the promised time in the list, on the page and on the ticket', () => {
    const promised = { ...order, slot: tomorrow, promisedAt: '2026-11-20T23:20:00Z' }
    const Component = () => <OrderTable orders={[promised, { ...promised, orderID: 'ab3c', promisedAt: null }]} />
    const rows = renderOfficePage({ Component, data: null, rights: allRights }).split('<tr>').slice(2)
    expect(rows.map((row) => [row.includes('18:20'), row.includes('18:00')])).toEqual([
      [true, false],
      [false, true],
    ])
    const { page, ticket } = show({ order: promised })
    expect(page).toContain('<dt>Promised</dt><dd>Nov 20, 18:20</dd>')
    expect(ticket).toContain('Nov 20, 18:20')
  })
})

describe('a parcel', () => {
  const parcel = { method: 'SHIPPING', table: null } as const

  it('gets its carrier and tracking number when it is sent, and can be corrected until it is delivered', () => {
    const intents = (['ACCEPTED', 'READY', 'OUT', 'DELIVERED'] as const).map((fulfilmentStatus) => {
      const form = show({ order: { ...parcel, fulfilmentStatus } })
        .page.split('<form')
        .find((form) => form.includes('name="number"'))
      return /<button[^>]*value="(\w+)"/.exec(form ?? '')?.[1]
    })
    expect(intents).toEqual([undefined, 'sendOut', 'parcel', undefined])
    const delivery = show({ order: { ...parcel, method: 'DELIVERY', fulfilmentStatus: 'READY' } }).page
    expect(delivery).toContain('value="sendOut"')
    expect(delivery).not.toContain('name="number"')
  })

  it('is a fact of the page, and fills the form that corrects it', () => {
    const tracking = { carrier: 'Canada Post', number: 'RR123', url: 'https://post.example/RR123' }
    const { page } = show({ order: { ...parcel, fulfilmentStatus: 'OUT', tracking } })
    expect(page).toContain('<dt>Parcel</dt><dd>Canada Post · RR123</dd>')
    for (const value of Object.values(tracking)) expect(page).toContain(`value="${value}"`)
  })

  it('is read from the form only if a field is filled in', () => {
    const form = new FormData()
    expect(readParcel(form)).toEqual({})
    form.set('number', 'RR123')
    expect(readParcel(form)).toEqual({ tracking: { carrier: '', number: 'RR123' } })
  })
})

describe('a refund', () => {
  const back = { money: cad(3729), credit: cad(0), coupon: null }
  const cancellation = { ...order.cancellation, back }
  const paid: Partial<OrderDetail> = { paymentStatus: 'PAID_ONLINE', lines: [line], cancellation }
  const refundable = [{ key: 'noodles', sums: [1865, 3729] }]
  const rights: Me['rights'] = { ...allRights, 'money.refund': 'all' }

  it('can be of goods, if the order has pieces to refund', () => {
    expect(show({ order: paid, rights, refundable }).page).toContain('<option value="lines">These goods</option>')
    expect(show({ order: paid, rights }).page).not.toContain('value="lines"')
  })

  it('of goods has the pieces of each line and their cost with tax', () => {
    const fields = (pieces: Pieces) => {
      const Component = () => (
        <RefundLines order={{ ...order, ...paid }} refundable={refundable} pieces={pieces} onChange={() => {}} />
      )
      return renderOfficePage({ Component, data: null, rights })
    }
    expect(fields({})).toContain('Noodles · Large')
    expect(fields({})).toContain('2 of 2: $37.29 with tax')
    expect(fields({ noodles: 1 })).toContain('1 of 2: $18.65 with tax')
    expect(fields({ noodles: 1 })).toContain('name="pieces noodles"')
    expect(refundOfPieces(refundable, { noodles: 2 })).toBe(3729)
  })

  it('of goods is refused without a piece, and sends the pieces of each line', () => {
    const form = new FormData()
    form.set('what', 'lines')
    form.set('pieces noodles', '')
    expect(readRefund(form)).toBeNull()
    form.set('pieces noodles', '1')
    expect(readRefund(form)).toEqual({ note: '', lines: [{ key: 'noodles', pieces: 1 }] })
  })

  it('is decided beside the price of each line', () => {
    expect(show({ order: paid }).page).toContain('<span>$33.00</span>')
  })

  it('asks in a dialog to give back money that was paid at the store', () => {
    const ledger = { ...emptyLedger, atStore: cad(3729) }
    const { page } = show({ order: { paymentStatus: 'PAID_AT_STORE', cancellation, ledger }, rights })
    const [dialog = ''] = /<dialog.*?<\/dialog>/.exec(page.slice(page.indexOf('value="refund"'))) ?? []
    expect(dialog).toContain('value="giveBack"')
    expect(dialog).toContain('at the counter, then confirm')
    expect(show({ order: { paymentStatus: 'PAID_ONLINE', cancellation }, rights }).page).not.toContain('giveBack')
  })

  it('sends what was given back only if staff confirmed it', () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ what: 'sum', amount: '3.40', currency: 'CAD', givenBack: '340' }))
      form.set(name, value)
    form.set('intent', 'refund')
    expect(readRefund(form)).toEqual({ note: '', amount: 340 })
    form.set('intent', 'giveBack')
    expect(readRefund(form)).toEqual({ note: '', amount: 340, givenBack: 340 })
    form.set('what', 'all')
    expect(readRefund(form)).toEqual({ note: '', givenBack: 340 })
  })

  it('gives back at the counter what online money does not cover: an amount, all that is left, or the sum of pieces', () => {
    const deposit = { amount: cad(1000), use: 'counted' as const }
    const left = { ...cancellation, back: { ...back, credit: cad(200) } }
    const ledger = { ...emptyLedger, payments: [deposit], atStore: cad(2629) }
    const split = (refund: Omit<RefundInput, 'note'>) =>
      splitAtCounter({ cancellation: left, ledger }, refundable, { note: '', ...refund })
    expect(split({ amount: 1001 })).toEqual({ givenBack: 1, rest: 1000 })
    expect(split({})).toEqual({ givenBack: 2629, rest: 1200 })
    expect(split({ lines: [{ key: 'noodles', pieces: 1 }] })).toEqual({ givenBack: 865, rest: 1000 })
    expect(split({ lines: [{ key: 'noodles', pieces: 2 }] })).toEqual({ givenBack: 2629, rest: 1100 })
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

it('says before an order is closed that its store credit can still be refunded, and then offers the refund', () => {
  const back = { money: cad(0), credit: cad(200), coupon: null }
  const changes = { credit: cad(200), cancellation: { ...order.cancellation, back } }
  const rights: Me['rights'] = { ...allRights, 'money.refund': 'all' }
  const pageOf = (fulfilmentStatus: OrderDetail['fulfilmentStatus']) =>
    show({ order: { ...changes, fulfilmentStatus }, rights }).page
  expect(pageOf('READY')).toContain('you can still refund it afterwards')
  expect(pageOf('READY')).not.toContain('value="refund"')
  expect(pageOf('NO_SHOW')).toContain('All that is left: $2.00 store credit')
})
