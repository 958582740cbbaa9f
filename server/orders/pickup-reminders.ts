import { inArray, lte } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import { goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import { dateTimeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { signedLink } from './links.ts'
import { refundStatusOf } from './money.ts'
import { placeText } from './places.ts'
import { findForEmail, numberOf } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { balanceSentences, compose, createTranslator, greetingName, send } from './step-emails.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

/** The local time of a reminder that is sent on the evening before the slot. */
const eveningTime = '18:00'
/**
 * If the evening before the slot is too soon after the order was placed (see `minDelayMs`), the shop sends the reminder
 * this long before the slot.
 */
const shortLeadMs = 2 * hourMs
/** The shop does not remind a shopper within this time after placing the order. */
const minDelayMs = 6 * hourMs
const batchSize = 100

type ReminderFacts = Pick<OrderRow, 'method' | 'slot' | 'timeZone' | 'placedAt'>

/**
 * When to remind the shopper of a pickup or delivery: on the evening before the slot or, if that is too soon after the
 * order was placed, two hours before the slot. Null if both times are too soon, or if the order has no fixed time.
 */
export function reminderTime({ method, slot, timeZone, placedAt }: ReminderFacts): Date | null {
  const startsAt = slot?.time && toInstant(slot.date, slot.time, timeZone)
  if (!startsAt || slot.asap || !isSlotMethod(method)) return null
  const moments = [toInstant(addDays(slot.date, -1), eveningTime, timeZone), new Date(startsAt.getTime() - shortLeadMs)]
  return moments.find((moment) => moment && moment.getTime() - placedAt.getTime() >= minDelayMs) ?? null
}

/** Queues the reminder of each order whose reminder time has come, once per order. The worker runs this job. */
export function remind(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const due = ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(lte(orders.remindAt, ctx.app.now()))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const claimed = await ctx.db
      .update(orders)
      .set({ remindAt: null })
      .where(inArray(orders.id, due))
      .returning({ orderId: orders.id, status: orders.status })
    for (const { orderId, status } of claimed) if (status === 'NEW') await emit(ctx, 'order.near', { orderId })
  })
}

/**
 * Emails the reminder of an order. Sends nothing if the order has left the store, is over, wholly refunded or already
 * due, or if its group-buy has not succeeded.
 */
export async function mailReminder(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  const when = order && expectedMoment(order)
  if (!order?.contact.email || !when || !isAwaited(order) || startOf(when, order) <= ctx.app.now()) return
  const campaign = order.campaignId ? await findCampaign(ctx, order.campaignId) : null
  if (campaign && campaign.outcome !== 'succeeded') return
  await send(ctx, order, {
    kind: 'order-near',
    step: 'near',
    message: reminderEmail(order, when, signedLink(ctx, order)),
  })
}

/**
 * Whether the order is still at the store and the shopper will get it. A wholly refunded order keeps its fulfilment
 * status, so this function also checks the refund status.
 */
const isAwaited = (order: OrderRow) =>
  order.status === 'NEW' &&
  ['PLACED', 'ACCEPTED', 'PREPARING', 'READY'].includes(order.fulfilmentStatus) &&
  refundStatusOf(order) !== 'FULL'

type Moment = Parameters<typeof dateTimeText>[0] & { time: string }

/**
 * The time that the reminder states, in the store's time zone: the promised time, else the chosen slot. Null if the
 * order has neither.
 */
function expectedMoment({ promisedAt, slot, campaign, timeZone }: OrderRow): Moment | null {
  if (promisedAt) return toLocal(promisedAt, timeZone)
  if (!slot?.time) return null
  const { date, time, until } = slot
  // Only the pickup of a group-buy has a time window whose end the reminder shows.
  return campaign ? { date, time, until } : { date, time }
}

const startOf = ({ date, time }: Moment, { timeZone }: OrderRow) => toInstant(date, time, timeZone) ?? new Date(0)

/** The reminder email: when and where the order is available, its code, and the amount still to be paid. */
export function reminderEmail(order: EmailOrder, moment: Moment, link: string) {
  const { method, locale, pickupCode } = order
  const number = numberOf(order)
  const translate = createTranslator(order)
  const placeKind = goesTo(method, 'store') ? 'store' : 'address'
  // A stranger may have typed the email address of another person. So an email to an unverified address leaves out the
  // delivery address, which the buyer typed.
  const textKind = placeKind === 'address' && !order.isEmailProven ? 'address_unproven' : placeKind
  const when = dateTimeText(moment)[locale]
  return compose(
    order,
    {
      subject: translate(`mail.near_subject_${placeKind}`, { when, number }),
      title: translate('mail.near_title', { name: greetingName(order) }),
      paragraphs: [
        translate(`mail.near_text_${textKind}`, { when, place: placeText(order, locale) }),
        ...balanceSentences(order, translate),
      ],
      code: {
        label: translate(goesTo(method, 'store') ? 'mail.code' : 'confirmation.code_other'),
        code: goesTo(method, 'store') ? pickupCode : number,
        hint: translate(`confirmation.code_hint_${method}`),
      },
    },
    link,
  )
}
