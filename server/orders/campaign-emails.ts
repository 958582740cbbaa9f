import { and, eq, inArray } from 'drizzle-orm'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { toLocal } from '#contract/hours.ts'
import { pick } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import type { CampaignRow } from '#server/campaigns/campaigns.ts'
import { find as findCampaign, hasReached } from '#server/campaigns/campaigns.ts'
import { whenText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { lowerToReached } from './campaign.ts'
import { ready } from './fulfilment-steps.ts'
import { signedLink } from './links.ts'
import { placeText } from './places.ts'
import type { ShopVoice } from './rows.ts'
import { findForEmail, numberOf, voiceOf } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { buttonOf, imprintOf, nameOf, replyTo, speak } from './step-emails.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

type Kind = 'reached' | 'succeeded' | 'ordered' | 'arrived' | 'extended' | 'lowered'
type Fulfilment = OrderRow['fulfilmentStatus']
/** The campaign terms that an email about a change mentions. */
type Promised = Pick<CampaignRow, 'closesAt' | 'goal' | 'goalKind'> & { isCertain: boolean }

/**
 * Emails every buyer in a group-buy that the group-buy will take place, in the language of their order. Each order gets
 * this email only once.
 */
export async function mailReached(ctx: Context, { campaignId }: { campaignId: string }): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign || campaign.outcome) return
  for (const order of await ordersOf(ctx, campaignId))
    await send(ctx, order, {
      kind: 'reached',
      letter: reachedEmail(order, campaign.closesAt, signedLink(ctx, order.id)),
    })
}

/**
 * Emails every buyer in a group-buy that the group-buy closes later or that its goal was lowered. The email says that
 * the buyer may leave the group-buy.
 */
export async function mailChanged(
  ctx: Context,
  { campaignId, change }: EventPayloads['campaign.changed'],
): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign || campaign.outcome) return
  const promised = { ...campaign, isCertain: hasReached(campaign) }
  // Staff can lower a goal more than once. The goal in the message key makes the shop send an email for each change.
  const edition = change === 'lowered' ? `-${campaign.goal}` : ''
  for (const order of await ordersOf(ctx, campaignId))
    await send(ctx, order, {
      kind: change,
      letter: changedEmail(order, change, { promised, link: signedLink(ctx, order.id) }),
      edition,
    })
}

/**
 * Emails every buyer in a group-buy that its goods are ordered or have arrived. At the start of the hand-out, marks the
 * remaining orders as ready instead; `ready` then emails their buyers.
 */
export async function mailStage(ctx: Context, { campaignId, stage }: EventPayloads['campaign.staged']): Promise<void> {
  if (stage === 'done') return
  for (const order of await ordersOf(ctx, campaignId, ['PLACED', 'ACCEPTED', 'PREPARING'])) {
    if (stage === 'handing_out') await ready(ctx, { id: order.id })
    else await send(ctx, order, { kind: stage, letter: stageEmail(order, stage, signedLink(ctx, order.id)) })
  }
}

/**
 * Emails a buyer that the group-buy succeeded: where to pick up the order, and by how much its price fell. Each order
 * gets this email only once.
 */
export async function mailSucceeded(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (order?.status !== 'NEW') return
  const less = await lowerToReached(ctx, orderId)
  await send(ctx, order, { kind: 'succeeded', letter: succeededEmail(order, less, signedLink(ctx, orderId)) })
}

/** The email which says that a group-buy will take place, and how long others can still join. */
export function reachedEmail(order: EmailOrder, closesAt: Date, link: string) {
  return compose(order, { kind: 'reached', link }, [
    speak(order)('mail.campaign_reached_text', { closing: closingOf(order, closesAt) }),
  ])
}

/**
 * The email which says that a group-buy closes later or has a lower goal. It states until when the buyer may leave the
 * group-buy.
 */
export function changedEmail(
  order: EmailOrder,
  kind: 'extended' | 'lowered',
  { promised, link }: { promised: Promised; link: string },
) {
  const say = speak(order)
  const closing = closingOf(order, promised.closesAt)
  return compose(order, { kind, link }, [
    say(`mail.campaign_${kind}_text`, { closing, goal: goalOf(order, promised) }),
    ...(kind === 'lowered' && promised.isCertain ? [say('mail.campaign_certain')] : []),
    say('mail.campaign_may_leave', { closing }),
  ])
}

/** The email that tells a buyer that a group-buy's goods were ordered or have arrived, and how to receive them. */
export function stageEmail(order: EmailOrder, kind: 'ordered' | 'arrived', link: string) {
  return compose(order, { kind, link }, [speak(order)(`mail.campaign_${kind}_text`), ...fetchingOf(order)])
}

/**
 * The email about the success of a group-buy. It states the time and place of the pickup or delivery. `back` is the
 * price difference that is refunded, and `later` is the amount by which the balance falls.
 */
export function succeededEmail(order: EmailOrder, { back, later }: { back: number; later: number }, link: string) {
  const { locale, currency } = order
  const say = speak(order)
  const charge = (amount: number) => ({ amount: formatMoney({ amount, currency }, locale) })
  return compose(order, { kind: 'succeeded', link }, [
    ...fetchingOf(order),
    ...(back > 0 ? [say('mail.campaign_difference', charge(back))] : []),
    ...(later > 0 ? [say('mail.campaign_less_later', charge(later))] : []),
  ])
}

/** The placed orders of a campaign. `stages` limits them to these fulfilment statuses. */
async function ordersOf(ctx: Context, campaignId: string, stages?: Fulfilment[]): Promise<(OrderRow & ShopVoice)[]> {
  const voice = await voiceOf(ctx)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.campaignId, campaignId),
        eq(orders.status, 'NEW'),
        stages ? inArray(orders.fulfilmentStatus, stages) : undefined,
      ),
    )
  return rows.map((row) => ({ ...row, ...voice }))
}

/** A sentence that tells the buyer where and when to pick up or receive the order; empty without a pickup point. */
function fetchingOf(order: EmailOrder): string[] {
  const { slot, campaign, locale, method } = order
  if (!campaign?.pickupPoint || !slot?.time) return []
  const key = goesTo(method, 'address') ? 'mail.campaign_bring' : 'mail.campaign_fetch'
  return [speak(order)(key, { when: whenText(slot)[locale], place: placeText(order, locale) })]
}

function closingOf({ timeZone, locale }: EmailOrder, closesAt: Date): string {
  return whenText(toLocal(closesAt, timeZone))[locale]
}

function goalOf(order: EmailOrder, { goal, goalKind }: Promised): string {
  if (goalKind === 'amount') return formatMoney({ amount: goal, currency: order.currency }, order.locale)
  const key = goalKind === 'participants' ? 'campaign.participants.other' : 'campaign.pieces.other'
  return speak(order)(key, { count: goal })
}

function compose(order: EmailOrder, { kind, link }: { kind: Kind; link: string }, paragraphs: string[]) {
  const { locale, location, campaign, pickupCode: code } = order
  const title = campaign ? pick(campaign.title, locale) : ''
  const say = speak(order)
  const isToBeFetched = kind === 'succeeded' || kind === 'arrived'
  return renderEmail(
    {
      subject: say(`mail.campaign_${kind}_subject`, { title }),
      title: say(`mail.campaign_${kind}_title`, { name: nameOf(order) }),
      paragraphs,
      ...(isToBeFetched && { code: { label: say('mail.code'), code, hint: say('mail.code_hint') } }),
      button: buttonOf(order, link, say),
      footnote: say('mail.order_number', { number: numberOf(order) }),
      imprint: imprintOf(order, say),
    },
    { locale, from: order.sender, store: pick(location.name, locale) },
  )
}

/** `edition` makes the message key unique where the shop sends several emails of one kind. */
async function send(
  ctx: Context,
  order: OrderRow,
  { kind, letter, edition = '' }: { kind: Kind; letter: ReturnType<typeof compose>; edition?: string | undefined },
) {
  const to = { name: nameOf(order), address: order.contact.email }
  await ctx.app.mailer.send({
    kind: `campaign-${kind}`,
    key: `order-${order.id}-campaign-${kind}${edition}`,
    to,
    ...(await replyTo(ctx, order)),
    ...letter,
  })
}
