import type { Line, PreviewLine, StorePreview } from '#contract/cart.ts'
import type { Slot } from '#contract/checkout.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Offer } from './lines.ts'
import { lookUp, skusOf, toLine } from './lines.ts'
import { read } from './rows.ts'

/**
 * How the visitor's cart would stand at another store, line by line; changes nothing. The lines stay in the cart whatever
 * the store, so going back brings all back. Refuses what cannot be chosen: `locations.not_selectable`.
 */
export async function preview(ctx: Context, { locationId }: { locationId: string }): Promise<StorePreview> {
  const location = await locations.find(ctx, locationId)
  if (!location || !locations.isSelectable(location)) fail('locations.not_selectable')
  const found = await read(ctx)
  const answer = { locationId, localStoreName: location.name, losesSlot: false }
  if (!found) return { ...answer, lines: [] }
  const { cart, rows } = found
  const there = await lookUp({ ...ctx, locationHint: locationId }, cart, skusOf(rows))
  const lines = rows.map((row) => toPreview(toLine(row, rows, there), row.seenPrice, there))
  return { ...answer, lines, losesSlot: cart.slot !== null && !(await isOffered(ctx, location, cart.slot)) }
}

async function isOffered(ctx: Context, location: locations.LocationRow, { date, time }: Slot): Promise<boolean> {
  const day = (await locations.slots.days(ctx, location, 'PICKUP')).find((day) => day.date === date)
  return day?.slots.some((slot) => (time === null || slot.time === time) && slot.state !== 'full') ?? false
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
