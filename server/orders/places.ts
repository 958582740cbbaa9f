import { countryName, fill } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'

type OrderPlace = Pick<Order, 'method' | 'address' | 'location' | 'campaign'>

/** Where the buyer receives an order, line by line: the store, a group-buy's pickup point, an address or a table. */
export function placeLines(order: OrderPlace & Pick<Order, 'table'>, locale: Locale): string[] {
  const { table, campaign } = order
  const point = goesTo(order.method, 'store') && campaign?.pickupPoint
  if (point) return [...placeParts(order, locale), point.contact, pick(point.note, locale)].filter(Boolean)
  const place = placeParts(order, locale)
  return table ? [fill(messages[locale]['mail.table'], { number: table.number }), ...place] : place
}

/** Like `placeLines`, but on one line, and without contact, note and table number. */
export function placeText(order: OrderPlace, locale: Locale): string {
  return placeParts(order, locale).join(messages[locale]['mail.comma'])
}

function placeParts({ method, address, location, campaign }: OrderPlace, locale: Locale): string[] {
  if (goesTo(method, 'address') && address) {
    const { country, unit, street, district, city, province, postCode } = address
    return [
      [unit, street].filter(Boolean).join(' – '),
      [district, city, province, postCode].filter(Boolean).join(', '),
      countryName(country, locale),
    ].filter(Boolean)
  }
  const place = campaign?.pickupPoint ?? location
  return [pick(place.name, locale), place.address].filter(Boolean)
}
