import type { TimelineEntry, Tracking } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventName } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { takenAtHandOver } from './money.ts'
import { lock, stateText, step, write } from './rows.ts'
import type { Step } from './states.ts'
import type { OrderRow } from './tables.ts'
import { note } from './timeline.ts'

/** What staff enter for a step of an order. */
export interface StepInput {
  id: string
  note?: string
  /** The time at which the store promises that the order is ready. */
  promisedAt?: Date | null
}

type Made = Extract<EventName, `order.${'accepted' | 'delayed' | 'ready' | 'out' | 'handed_over'}`>

/** Accepts an order. Changes nothing if it is already accepted; fails with `orders.step` if it is past that stage. */
export const accept = making('accept', 'accepted', 'order.accepted')
/** Records that preparation has started. */
export const prepare = making('prepare', 'preparing', null)
/** Promises a later time. Staff may delay an order repeatedly. */
export const delay = making('delay', 'delayed', 'order.delayed')
/** Marks an order as ready for the shopper, the table or the driver. */
export const ready = making('ready', 'ready', 'order.ready')
/**
 * Marks a delivery as on its way. If a carrier delivers it, stores the parcel's tracking data. A repeated call can
 * correct these data.
 */
export function sendOut(ctx: Context, { tracking, ...input }: StepInput & { tracking?: Tracking }): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await leave(ctx, input)
    if (!tracking) return order
    await write(ctx, order.id, { tracking })
    return { ...order, tracking }
  })
}
const leave = making('sendOut', 'out', 'order.out')
/** Marks an order as picked up, served or delivered. Its timeline entry records the amount that staff collected. */
export const handOver = making('handOver', 'handed_over', 'order.handed_over')
/** Records that nobody picked up or received the order. */
export const noShow = making('noShow', 'no_show', null)

function making(
  name: Exclude<Step, 'pay' | 'fail' | 'cancel' | 'honour' | 'askToCancel' | 'declineCancel'>,
  kind: TimelineEntry['kind'],
  event: Made | null,
) {
  return (ctx: Context, { id, note: text = '', promisedAt = null }: StepInput): Promise<OrderRow> =>
    transact(ctx, async (ctx) => {
      const order = await lock(ctx, id)
      const next = await step(ctx, order, { name, values: { promisedAt: promisedAt ?? order.promisedAt } })
      if (!next) return isThere(order, kind) ? order : fail('orders.step', { state: stateText(order) })
      const taken = name === 'handOver' ? takenAtHandOver(order) : 0
      const entryId = await note(ctx, id, { kind, by: 'staff', note: text, promisedAt, amount: taken || null })
      if (event) await emit(ctx, event, { orderId: id, entryId })
      return next
    })
}

const reached: Partial<Record<TimelineEntry['kind'], OrderRow['fulfilmentStatus'][]>> = {
  accepted: ['ACCEPTED'],
  preparing: ['PREPARING'],
  ready: ['READY'],
  out: ['OUT'],
  handed_over: ['PICKED_UP', 'DELIVERED', 'SERVED'],
  no_show: ['NO_SHOW'],
}

/** Whether the order already is in the state after this step. A repeated tap by staff then changes nothing. */
function isThere({ fulfilmentStatus }: OrderRow, kind: TimelineEntry['kind']): boolean {
  return reached[kind]?.includes(fulfilmentStatus) ?? false
}
