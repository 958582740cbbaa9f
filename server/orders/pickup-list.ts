import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { doorKey } from '#contract/addresses.ts'
import type { HandOut } from '#contract/office/campaigns.ts'
import { sum } from '#contract/sum.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

type Item = HandOut['totals'][number]
const emptyAddress = { street: '', unit: '', city: '', postCode: '' }
type Window = HandOut['windows'][number]
/** An order with its pieces, except refunded pieces. */
type OrderWithItems = OrderRow & { items: Item[] }

/**
 * The pickup list of a group-buy: the total pieces of each SKU, and the pickup windows, earliest first. A window has
 * one row for each participant and door. Leaves out refunded pieces. Fails with `staff.unknown` if there is no such
 * campaign.
 */
export async function handOut(ctx: Context, { campaign: id }: { campaign: string }): Promise<HandOut> {
  const campaign = await campaigns.staff.campaign(ctx, { campaign: id })
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.campaignId, id), eq(orders.status, 'NEW'), ne(orders.fulfilmentStatus, 'CANCELLED')))
    // Orders of a group-buy take no place in a slot, so `slotStartsAt` is null.
    .orderBy(asc(sql`${orders.slot}->>'date'`), asc(sql`${orders.slot}->>'time'`), asc(orders.placedAt), asc(orders.id))
  const itemsByOrder = await campaigns.findRemainingItems(ctx, id)
  const ordersWithItems = rows.flatMap((row) => {
    const items = itemsByOrder.get(row.id)
    return items ? [{ ...row, items }] : []
  })
  const byWindow = Map.groupBy(ordersWithItems, windowOf)
  return { campaign, totals: sumItems(ordersWithItems), windows: [...byWindow.values()].flatMap(toWindow) }
}

const windowOf = ({ slot, campaign }: OrderRow) => [slot?.date, slot?.time, campaign?.pickupPoint?.id].join(' ')

function toWindow(rows: OrderWithItems[]): Window[] {
  const [first] = rows
  const place = first?.campaign?.pickupPoint?.name
  if (!place || !first.slot?.time) return []
  const { date, time: from, until = from } = first.slot
  const participants = new Set(rows.map(participantKey)).size
  const people = [...Map.groupBy(rows, rowKey).values()].flatMap(toPerson)
  return [{ place, date, from, until, participants, pieces: piecesOf(sumItems(rows)), people }]
}

/** The account of an order, or else the phone number. */
const participantKey = ({ memberId, contact }: OrderRow) => memberId ?? contact.phone

/** The list has one row for each participant and door, because the driver stops at each door. */
const rowKey = (order: OrderRow) => JSON.stringify([participantKey(order), doorKey(order.address ?? emptyAddress)])

function toPerson(rows: OrderWithItems[]): Window['people'] {
  const [first] = rows
  if (!first) return []
  const { name, phone } = first.contact
  const { street, unit, city, postCode } = first.address ?? emptyAddress
  return [
    {
      orders: rows.map(({ id, pickupCode, fulfilmentStatus }) => ({ orderID: id, code: pickupCode, fulfilmentStatus })),
      name,
      phone,
      address: [unit, street, city, postCode].filter(Boolean).join(', '),
      items: sumItems(rows),
      isGone: rows.every(
        ({ fulfilmentStatus }) => fulfilmentStatus === 'PICKED_UP' || fulfilmentStatus === 'DELIVERED',
      ),
    },
  ]
}

/** The pieces of several orders, summed by SKU. */
function sumItems(rows: OrderWithItems[]): Item[] {
  const bySku = Map.groupBy(
    rows.flatMap(({ items }) => items),
    ({ sku }) => sku,
  )
  return [...bySku].flatMap(([sku, [line, ...more]]) =>
    line ? [{ sku, name: line.name, optionText: line.optionText, quantity: piecesOf([line, ...more]) }] : [],
  )
}

const piecesOf = (items: { quantity: number }[]) => sum(items.map(({ quantity }) => quantity))
