import type { TimelineEntry, Tracking } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventName } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { amountAtHandOver } from './money.ts'
import { applyStep, lock, stateText, updateOrder } from './rows.ts'
import type { Step } from './states.ts'
import type { OrderRow } from './tables.ts'
import { addTimelineEntry } from './timeline.ts'

/** What staff enter for a step of an order. */
export interface StepInput {
  id: string
  note?: string
  /** The time at which the store promises that the order is ready. */
  promisedAt?: Date | null
}

type StepEvent = Extract<EventName, `order.${'accepted' | 'delayed' | 'ready' | 'out' | 'handed_over'}`>

/**
 * Accepts a placed order. Changes nothing if the order is already accepted, and fails with `orders.step` in any other
 * state.
 */
export const accept = createStep('accept', 'accepted', 'order.accepted')
/** Records that preparation has started. */
export const prepare = createStep('prepare', 'preparing', null)
/** Promises the shopper a later time for the order. Staff may delay an order repeatedly. */
export const delay = createStep('delay', 'delayed', 'order.delayed')
/** Marks an order as ready for the shopper, the table or the driver. */
export const ready = createStep('ready', 'ready', 'order.ready')
/**
 * Marks a delivery as on its way. If a carrier delivers it, stores the parcel's tracking data. A repeated call can
 * correct these data.
 */
export function sendOut(ctx: Context, { tracking, ...input }: StepInput & { tracking?: Tracking }): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await markSentOut(ctx, input)
    if (!tracking) return order
    await updateOrder(ctx, order.id, { tracking })
    return { ...order, tracking }
  })
}
const markSentOut = createStep('sendOut', 'out', 'order.out')
/** Marks an order as picked up, served or delivered. Its timeline entry records the amount that staff collected. */
export const handOver = createStep('handOver', 'handed_over', 'order.handed_over')
/** Records that nobody picked up or received the order. */
export const noShow = createStep('noShow', 'no_show', null)

function createStep(
  name: Exclude<Step, 'pay' | 'fail' | 'cancel' | 'honour' | 'askToCancel' | 'declineCancel'>,
  kind: TimelineEntry['kind'],
  event: StepEvent | null,
) {
  return (ctx: Context, { id, note: text = '', promisedAt = null }: StepInput): Promise<OrderRow> =>
    transact(ctx, async (ctx) => {
      const order = await lock(ctx, id)
      const updated = await applyStep(ctx, order, { name, values: { promisedAt: promisedAt ?? order.promisedAt } })
      if (!updated) return isAlreadyDone(order, kind) ? order : fail('orders.step', { state: stateText(order) })
      const collected = name === 'handOver' ? amountAtHandOver(order) : 0
      const entryId = await addTimelineEntry(ctx, id, {
        kind,
        by: 'staff',
        note: text,
        promisedAt,
        amount: collected || null,
      })
      if (event) await emit(ctx, event, { orderId: id, entryId })
      return updated
    })
}

const statusesAfter: Partial<Record<TimelineEntry['kind'], OrderRow['fulfilmentStatus'][]>> = {
  accepted: ['ACCEPTED'],
  preparing: ['PREPARING'],
  ready: ['READY'],
  out: ['OUT'],
  handed_over: ['PICKED_UP', 'DELIVERED', 'SERVED'],
  no_show: ['NO_SHOW'],
}

/** Whether the order already is in the state after this step. A repeated tap by staff then changes nothing. */
function isAlreadyDone({ fulfilmentStatus }: OrderRow, kind: TimelineEntry['kind']): boolean {
  return statusesAfter[kind]?.includes(fulfilmentStatus) ?? false
}
