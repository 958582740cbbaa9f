import { inArray, lte } from 'drizzle-orm'
import { goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import { whenText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { signedLink } from './links.ts'
import { placeText } from './places.ts'
import { findForEmail, numberOf } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { compose, nameOf, restOf, send, speak } from './step-emails.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

const hourMs = 3_600_000
/** The local time of a reminder that is sent on the evening before the slot. */
const evening = '18:00'
/**
 * If the evening before the slot is too soon after the order was placed (see `knownForMs`), the shop sends the reminder
 * this long before the slot.
 */
const shortlyBeforeMs = 2 * hourMs
/** The shop does not remind a shopper within this time after placing the order. */
const knownForMs = 6 * hourMs
const atOnce = 100

type Timed = Pick<OrderRow, 'method' | 'slot' | 'timeZone' | 'placedAt'>

/**
 * When to remind the shopper of a pickup or delivery: on the evening before the slot or, if that is too soon after the
 * order was placed, two hours before the slot. Null if both times are too soon, or if the order has no fixed time.
 */
export function remindAtOf({ method, slot, timeZone, placedAt }: Timed): Date | null {
  const starts = slot?.time && toInstant(slot.date, slot.time, timeZone)
  if (!starts || slot.asap || !isSlotMethod(method)) return null
  const moments = [toInstant(addDays(slot.date, -1), evening, timeZone), new Date(starts.getTime() - shortlyBeforeMs)]
  return moments.find((moment) => moment && moment.getTime() - placedAt.getTime() >= knownForMs) ?? null
}

/** Queues the reminder of each order whose reminder time has come, once per order. The worker runs this job. */
export function remind(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const due = ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(lte(orders.remindAt, ctx.app.now()))
      .limit(atOnce)
      .for('update', { skipLocked: true })
    const taken = await ctx.db
      .update(orders)
      .set({ remindAt: null })
      .where(inArray(orders.id, due))
      .returning({ orderId: orders.id, status: orders.status })
    for (const { orderId, status } of taken) if (status === 'NEW') await emit(ctx, 'order.near', { orderId })
  })
}

/**
 * Emails the reminder of an order. Sends nothing if the order has left the store, is over or is already due, or if its
 * group-buy has not succeeded.
 */
export async function mailReminder(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  const when = order && momentOf(order)
  if (!order?.contact.email || !when || !isAwaited(order) || startOf(when, order) <= ctx.app.now()) return
  const campaign = order.campaignId ? await findCampaign(ctx, order.campaignId) : null
  if (campaign && campaign.outcome !== 'succeeded') return
  await send(ctx, order, {
    kind: 'order-near',
    step: 'near',
    letter: reminderEmail(order, when, signedLink(ctx, orderId)),
  })
}

const isAwaited = ({ status, fulfilmentStatus }: OrderRow) =>
  status === 'NEW' && ['PLACED', 'ACCEPTED', 'PREPARING', 'READY'].includes(fulfilmentStatus)

type Moment = Parameters<typeof whenText>[0] & { time: string }

/** The time at which the order is ready, in the store's time zone: the promised time, else the chosen slot. */
function momentOf({ promisedAt, slot, campaign, timeZone }: OrderRow): Moment | null {
  if (promisedAt) return toLocal(promisedAt, timeZone)
  if (!slot?.time) return null
  const { date, time, until } = slot
  // A group-buy pickup has a time window.
  return campaign ? { date, time, until } : { date, time }
}

const startOf = ({ date, time }: Moment, { timeZone }: OrderRow) => toInstant(date, time, timeZone) ?? new Date(0)

/** The reminder email: when and where the order is available, its code, and the amount still to be paid. */
export function reminderEmail(order: EmailOrder, moment: Moment, link: string) {
  const { method, locale, pickupCode } = order
  const number = numberOf(order)
  const say = speak(order)
  const place = goesTo(method, 'store') ? 'store' : 'address'
  const when = whenText(moment)[locale]
  return compose(
    order,
    {
      subject: say(`mail.near_subject_${place}`, { when, number }),
      title: say('mail.near_title', { name: nameOf(order) }),
      paragraphs: [say(`mail.near_text_${place}`, { when, place: placeText(order, locale) }), ...restOf(order, say)],
      code: {
        label: say(goesTo(method, 'store') ? 'mail.code' : 'confirmation.code_other'),
        code: goesTo(method, 'store') ? pickupCode : number,
        hint: say(`confirmation.code_hint_${method}`),
      },
    },
    link,
  )
}
