import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { OrderFacts } from './success.tsx'

const order = {
  orderID: 'ab2c',
  orderNumber: 'MK-1120-037',
  pickupCode: 'K7M2QX',
  status: 'NEW',
  fulfilmentStatus: 'PLACED',
  method: 'PICKUP',
  campaign: null,
  promisedAt: null,
  location: { id: 'markham', name: { en: 'Markham', zh: '万锦' }, address: '1 Main Street', mapUrl: '' },
  contact: { name: 'Mei Lin', phone: '', email: '' },
  slot: { date: '2026-11-21', time: '17:00' },
  timeZone: 'America/Toronto',
} as unknown as Order
const address = {
  ...{
    country: 'CA',
    province: 'ON',
    city: 'Markham',
    district: '',
    street: '8 Elm Road',
    unit: '',
    postCode: 'L3R 2G9',
  },
  ...{ buzzer: '', note: '', leaveAtDoor: false },
} as unknown as Order['address']

/** The calendar entry that the page of this order offers. */
function calendarEntry(order: Order, locale: 'en' | 'zh' = 'en'): string {
  const info = structuredClone(renderedShop)
  info.appContent.system.appMessage = { currentLocale: locale, applicationMessage: { messages: messages[locale] } }
  const now = Date.parse('2026-11-20T15:00:00Z')
  const Page = createRoutesStub([
    { id: 'root', path: '*', Component: () => <OrderFacts order={order} now={now} title="" /> },
  ])
  const html = renderToString(
    <Page initialEntries={['/confirmation/ab2c']} hydrationData={{ loaderData: { root: info } }} />,
  )
  return decodeURIComponent(/href="data:text\/calendar;charset=utf-8,([^"]*)"/.exec(html)?.[1] ?? '')
}

it('the calendar entry of a pickup names the store, its address and the pickup code', () => {
  const entry = calendarEntry(order)
  expect(entry).toContain('SUMMARY:Pick up order MK-1120-037 at Lantern Lane\\, pickup code K7M2QX')
  expect(entry).toContain('LOCATION:Markham\\, 1 Main Street')
})

it('the calendar entry of a delivery names the shopper’s address, and no pickup', () => {
  const delivery: Order = { ...order, method: 'DELIVERY', address }
  const entry = calendarEntry(delivery)
  expect(entry).toContain('SUMMARY:Delivery of order MK-1120-037 from Lantern Lane\r\n')
  expect(entry).toContain('LOCATION:8 Elm Road\\, Markham\\, ON L3R 2G9')
  expect(calendarEntry(delivery, 'zh')).toContain('SUMMARY:Lantern Lane送货上门：订单 MK-1120-037')
})
