import { sum } from '#contract/sum.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { addNotice } from '#server/staff/staff.ts'

/**
 * Notifications to staff about events. No notification contains a customer's name, because a phone shows notifications
 * even when it is locked.
 */

/**
 * Notifies staff of a new order that the store has to prepare. Leaves out orders of a group-buy, because staff get one
 * notification when the group-buy ends.
 */
export async function notifyOfOrder(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await orders.find(ctx, orderId)
  if (order?.status !== 'NEW' || order.campaignId) return
  const { method, slot, lines, tableNumber: table, locationId: location } = order
  const pieces = sum(lines.map(({ quantity }) => quantity))
  const [date, time] = [slot?.date ?? null, slot?.time ?? null]
  const data = { code: orders.numberOf(order), pieces, method, date, time, table }
  await addNotice(ctx, { kind: 'order_placed', key: orderId, location, subject: orderId, data })
}

/** Notifies staff that a shopper asked to cancel an order. */
export function notifyOfCancelRequest(ctx: Context, event: EventPayloads['order.cancel_asked']): Promise<void> {
  return notifyOfEntry(ctx, 'cancel_asked', event)
}

/** Notifies staff of a shopper's message about an order. */
export function notifyOfComment(ctx: Context, event: EventPayloads['order.comment_received']): Promise<void> {
  return notifyOfEntry(ctx, 'comment_received', event)
}

async function notifyOfEntry(
  ctx: Context,
  kind: 'cancel_asked' | 'comment_received',
  { orderId, entryId }: { orderId: string; entryId: number },
) {
  const order = await orders.find(ctx, orderId)
  if (!order) return
  const { locationId: location } = order
  await addNotice(ctx, {
    kind,
    key: `${orderId} ${entryId}`,
    location,
    subject: orderId,
    data: { code: orders.numberOf(order) },
  })
}

/** Notifies staff that a payment or refund needs a decision. */
export async function notifyOfStuckPayment(
  ctx: Context,
  { payment, at }: EventPayloads['store.payment_stuck'],
): Promise<void> {
  const { kind, reference, amount, currency, orderId } = payment
  const [location, order] = await Promise.all([
    payments.findStoreOfPayment(ctx, reference),
    orderId === null ? null : orders.find(ctx, orderId),
  ])
  await addNotice(ctx, {
    kind: 'payment_stuck',
    key: `${kind} ${reference} ${at}`,
    location: order?.locationId ?? location,
    subject: reference,
    data: {
      amount: amount === null || currency === null ? null : { amount, currency },
      order: orderId,
      code: order && orders.numberOf(order),
    },
  })
}

/** Notifies staff that a group-buy reached its goal. */
export async function notifyOfGoalReached(
  ctx: Context,
  { campaignId }: EventPayloads['campaign.reached'],
): Promise<void> {
  const campaign = await campaigns.find(ctx, campaignId)
  if (!campaign) return
  const { locationId: location, title } = campaign
  await addNotice(ctx, { kind: 'group_reached', key: campaignId, location, subject: campaignId, data: { title } })
}

/** Notifies staff that a group-buy ended. */
export async function notifyOfCampaignEnd(
  ctx: Context,
  { campaignId, isSuccess }: EventPayloads['campaign.decided'],
): Promise<void> {
  const campaign = await campaigns.find(ctx, campaignId)
  if (!campaign) return
  const data = { title: campaign.title, isSuccess }
  const { locationId: location } = campaign
  await addNotice(ctx, { kind: 'group_ended', key: campaignId, location, subject: campaignId, data })
}

/**
 * Notifies staff that the last attempt to send an email, or to run another task, has failed. An outage can make many
 * tasks fail, so staff get at most one such notification a day.
 */
export async function notifyOfFailedTask(ctx: Context, { at }: EventPayloads['event.set_aside']): Promise<void> {
  await addNotice(ctx, { kind: 'task_failed', key: at.slice(0, 10), location: null, subject: '', data: {} })
}

/** Notifies a staff member of a sign-in to their account on a new device. */
export async function notifyOfNewDevice(
  ctx: Context,
  { personId, device, at }: EventPayloads['staff.new_device'],
): Promise<void> {
  const key = `${personId} ${at}`
  await addNotice(ctx, { kind: 'new_device', key, personId, location: null, subject: '', data: { device } })
}
