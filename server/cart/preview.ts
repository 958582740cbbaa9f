import type { Line, PreviewLine, StorePreview } from '#contract/cart.ts'
import { isAddressMethod } from '#contract/fulfilment-methods.ts'
import * as locations from '#server/locations/locations.ts'
import { placeOf, quoteFor } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { gramsOf, leadMinutesOf, toLine } from './line-rules.ts'
import type { Offer } from './offer.ts'
import { lookUp } from './offer-lookup.ts'
import { read } from './rows.ts'
import type { CartRow } from './tables.ts'

/**
 * Shows for each line of the visitor's cart what would change at another store, without changing the cart. The cart
 * keeps all lines after a change of store. Fails with `locations.not_selectable` for a store that shoppers cannot
 * choose.
 */
export async function preview(ctx: Context, { locationId }: { locationId: string }): Promise<StorePreview> {
  const location = await locations.find(ctx, locationId)
  if (!location || !locations.isSelectable(location)) fail('locations.not_selectable')
  const found = await read(ctx)
  const base = { locationId, localStoreName: location.name, losesSlot: false, losesDelivery: false }
  if (!found) return { ...base, lines: [] }
  const { cart, rows } = found
  const otherOffer = await lookUp({ ...ctx, locationHint: locationId }, cart)
  const offered = rows.map((row) => toLine(row, rows, otherOffer))
  const lines = offered.map((line, index) =>
    toPreview(line, rows[index]?.seenPrice ?? line.unitPrice.amount, otherOffer),
  )
  return {
    ...base,
    lines,
    losesSlot: !(await hasSlot(ctx, location, { cart, goodsMinutes: leadMinutesOf(offered) })),
    losesDelivery: !(await deliversToCart(ctx, location, { cart, lines: offered })),
  }
}

/**
 * Whether the chosen slot is free at `location`, the previewed store. True if no slot is chosen. An as-soon-as-possible
 * time always counts as free, because it is computed again for that store.
 */
async function hasSlot(
  ctx: Context,
  location: locations.LocationRow,
  { cart: { slot, method }, goodsMinutes }: { cart: CartRow; goodsMinutes: number },
): Promise<boolean> {
  if (!slot || slot.asap) return true
  const days = await locations.slots.days(ctx, location, { method: method ?? 'PICKUP', goodsMinutes })
  const day = days.find(({ date }) => date === slot.date)
  return day?.slots.some(({ time, state }) => (slot.time === null || time === slot.time) && state !== 'full') ?? false
}

/**
 * Whether the previewed store delivers or ships to the address in the cart. True if the chosen method needs no address.
 * Without an address, tells only whether the store offers the method.
 */
async function deliversToCart(
  ctx: Context,
  location: locations.LocationRow,
  { cart: { address, method }, lines }: { cart: CartRow; lines: Line[] },
): Promise<boolean> {
  if (!method || !isAddressMethod(method)) return true
  if (!address) return location.methods.includes(method)
  const place = await placeOf(ctx, address.country, address.postCode)
  return (await quoteFor(ctx, location, { method, place, subtotal: 0, grams: gramsOf(lines) })) !== null
}

function toPreview(line: Line, seenPrice: number, { buyables, currency }: Offer): PreviewLine {
  const { key, name, optionText, quantity, purchasable, unitPrice: after } = line
  const before = { amount: seenPrice, currency }
  const isCarried = buyables.get(line.sku)?.carried ?? false
  return { key, name, optionText, quantity, purchasable, before, after, kind: kindOf(line, isCarried, seenPrice) }
}

function kindOf({ problem, purchasable, unitPrice }: Line, isCarried: boolean, seenPrice: number): PreviewLine['kind'] {
  if (problem === 'unavailable' || !isCarried) return 'unavailable'
  if (problem === 'out_of_stock') return purchasable ? 'less' : 'sold_out'
  return unitPrice.amount === seenPrice ? 'same' : 'price'
}
