import { and, asc, eq, ne } from 'drizzle-orm'
import type { HandOut } from '#contract/office/campaigns.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

type Item = HandOut['totals'][number]
const nowhere = { street: '', unit: '', city: '', postCode: '' }
type Window = HandOut['windows'][number]
/** An order with its pieces, except refunded pieces. */
type Fetched = OrderRow & { items: Item[] }

/**
 * The pickup list of a group-buy, by window and participant, with the total number of pieces. Leaves out refunded
 * pieces. Fails with `staff.unknown` if there is no such campaign.
 */
export async function handOut(ctx: Context, { campaign: id }: { campaign: string }): Promise<HandOut> {
  const campaign = await campaigns.staff.campaign(ctx, { campaign: id })
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.campaignId, id), eq(orders.status, 'NEW'), ne(orders.fulfilmentStatus, 'CANCELLED')))
    .orderBy(asc(orders.slotStartsAt), asc(orders.placedAt), asc(orders.id))
  const kept = await campaigns.remainingItems(ctx, id)
  const wanted = rows.flatMap((row) => {
    const items = kept.get(row.id)
    return items ? [{ ...row, items }] : []
  })
  const byWindow = Map.groupBy(wanted, windowOf)
  return { campaign, totals: added(wanted), windows: [...byWindow.values()].flatMap(toWindow) }
}

const windowOf = ({ slot, campaign }: OrderRow) => [slot?.date, slot?.time, campaign?.pickupPoint?.id].join(' ')

function toWindow(rows: Fetched[]): Window[] {
  const [first] = rows
  const place = first?.campaign?.pickupPoint?.name
  if (!place || !first.slot?.time) return []
  const { date, time: from, until = from } = first.slot
  const people = [...Map.groupBy(rows, personOf).values()].flatMap(toPerson)
  return [{ place, date, from, until, pieces: piecesOf(added(rows)), people }]
}

/** The key by which the list groups a participant's orders: the account, or else the phone number. */
const personOf = ({ memberId, contact }: OrderRow) => memberId ?? contact.phone

function toPerson(rows: Fetched[]): Window['people'] {
  const [first] = rows
  if (!first) return []
  const { name, phone } = first.contact
  const { street, unit, city, postCode } = first.address ?? nowhere
  return [
    {
      orders: rows.map(({ id, pickupCode, fulfilmentStatus }) => ({ orderID: id, code: pickupCode, fulfilmentStatus })),
      name,
      phone,
      address: [unit, street, city, postCode].filter(Boolean).join(', '),
      items: added(rows),
      isGone: rows.every(
        ({ fulfilmentStatus }) => fulfilmentStatus === 'PICKED_UP' || fulfilmentStatus === 'DELIVERED',
      ),
    },
  ]
}

/** The pieces of several orders, summed by SKU. */
function added(rows: Fetched[]): Item[] {
  const bySku = Map.groupBy(
    rows.flatMap(({ items }) => items),
    ({ sku }) => sku,
  )
  return [...bySku].flatMap(([sku, [line, ...more]]) =>
    line ? [{ sku, name: line.name, optionText: line.optionText, quantity: piecesOf([line, ...more]) }] : [],
  )
}

const piecesOf = (items: { quantity: number }[]) => items.reduce((sum, { quantity }) => sum + quantity, 0)
