import { inArray, lte } from 'drizzle-orm'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import { whenText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { signedLink } from './links.ts'
import { placeText } from './places.ts'
import { findForEmail } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { compose, nameOf, restOf, send, speak } from './step-emails.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

const hourMs = 3_600_000
/** The evening before, by the store's clock. */
const evening = '18:00'
/** Where that is too soon after it was placed: so long before its time. */
const shortlyBeforeMs = 2 * hourMs
/** Whoever ordered so lately still knows. */
const knownForMs = 6 * hourMs
const atOnce = 100

type Timed = Pick<OrderRow, 'method' | 'slot' | 'timeZone' | 'placedAt'>

/**
 * When to remind of an order that is to be fetched or brought: the evening before, else shortly before; null: not at
 * all.
 */
export function remindAtOf({ method, slot, timeZone, placedAt }: Timed): Date | null {
  const starts = slot?.time && toInstant(slot.date, slot.time, timeZone)
  if (!starts || slot.asap || method === 'EAT_IN') return null
  const moments = [toInstant(addDays(slot.date, -1), evening, timeZone), new Date(starts.getTime() - shortlyBeforeMs)]
  return moments.find((moment) => moment && moment.getTime() - placedAt.getTime() >= knownForMs) ?? null
}

/** The job: has shoppers reminded of what they fetch, or what is brought to them, soon; each order once. */
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
 * Reminds the shopper of an order, as it was asked to a while ago. Nothing goes out where it is handed over, on its way
 * or over meanwhile, where its time has come, or where its group-buy is not decided.
 */
export async function mailReminder(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  const when = order && momentOf(order)
  if (!order?.contact.email || !when || !isAwaited(order) || startOf(when, order) <= ctx.app.now()) return
  const campaign = order.campaignId ? await findCampaign(ctx, order.campaignId) : null
  if (campaign && campaign.outcome !== 'succeeded') return
  await send(ctx, order, { kind: 'order-near', step: 'near' }, reminderEmail(order, when, signedLink(ctx, orderId)))
}

const isAwaited = ({ status, fulfilmentStatus }: OrderRow) =>
  status === 'NEW' && ['PLACED', 'ACCEPTED', 'PREPARING', 'READY'].includes(fulfilmentStatus)

type Moment = Parameters<typeof whenText>[0] & { time: string }

/** When the order is ready, in the store's time zone: the promised time, else the chosen slot. */
function momentOf({ promisedAt, slot, campaign, timeZone }: OrderRow): Moment | null {
  if (promisedAt) return toLocal(promisedAt, timeZone)
  if (!slot?.time) return null
  const { date, time, until } = slot
  // Whoever fetches a group-buy has a window of hours.
  return campaign ? { date, time, until } : { date, time }
}

const startOf = ({ date, time }: Moment, { timeZone }: OrderRow) => toInstant(date, time, timeZone) ?? new Date(0)

/** The letter that reminds of an order: when and where it is had, its code, and what is still to be paid. */
export function reminderEmail(order: EmailOrder, moment: Moment, link: string) {
  const { method, locale, pickupCode: code } = order
  const say = speak(order)
  const way = method === 'PICKUP' ? method : 'DELIVERY'
  const when = whenText(moment)[locale]
  return compose(
    order,
    {
      subject: say(`mail.near_subject_${way}`, { when, code }),
      title: say('mail.near_title', { name: nameOf(order) }),
      paragraphs: [say(`mail.near_text_${way}`, { when, place: placeText(order, locale) }), ...restOf(order, say)],
      code: {
        label: say(way === 'PICKUP' ? 'mail.code' : 'confirmation.code_other'),
        code,
        hint: say(`confirmation.code_hint_${way}`),
      },
    },
    link,
  )
}
