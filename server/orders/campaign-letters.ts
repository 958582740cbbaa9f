import { and, eq, inArray } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import { pick } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import { formatCharge, formatMoney } from '#contract/money.ts'
import type { CampaignRow } from '#server/campaigns/campaigns.ts'
import { find as findCampaign, hasReached } from '#server/campaigns/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { writeLetter } from '#server/platform/letter.tsx'
import type { EventPayloads } from '#server/platform/queue.ts'
import { lowerToReached } from './campaign.ts'
import { signedLink } from './links.ts'
import { ready } from './making.ts'
import type { OrderRow } from './rows.ts'
import { find } from './rows.ts'
import { orders } from './tables.ts'

type Kind = 'reached' | 'succeeded' | 'ordered' | 'arrived' | 'extended' | 'lowered'
type Fulfilment = OrderRow['fulfilmentStatus']

/** Mails everybody who is in a group-buy that it takes place, each in the language of their order; once. */
export async function mailReached(ctx: Context, { campaignId }: { campaignId: string }): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign || campaign.outcome) return
  for (const order of await ordersOf(ctx, campaignId)) {
    await mail(ctx, order, 'reached', [saying(order)('mail.campaign_reached_text', closing(campaign, order))])
  }
}

/** Mails everybody who is in a group-buy that it closes later, or asks for less than it did, and that they may leave. */
export async function mailChanged(
  ctx: Context,
  { campaignId, change }: EventPayloads['campaign.changed'],
): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign || campaign.outcome) return
  for (const order of await ordersOf(ctx, campaignId)) {
    const say = saying(order)
    const goal = goalOf(campaign, order)
    const paragraphs = [
      say(`mail.campaign_${change}_text`, { ...closing(campaign, order), goal }),
      ...(change === 'lowered' && hasReached(campaign) ? [say('mail.campaign_certain')] : []),
      say('mail.campaign_may_leave', closing(campaign, order)),
    ]
    await mail(ctx, order, change, paragraphs, change === 'lowered' ? `-${campaign.goal}` : '')
  }
}

/** Tells everybody of a group-buy how far its goods are; when they are handed out, every order that waits is ready. */
export async function tellStage(ctx: Context, { campaignId, stage }: EventPayloads['campaign.staged']): Promise<void> {
  if (stage === 'done') return
  for (const order of await ordersOf(ctx, campaignId, ['PLACED', 'ACCEPTED', 'PREPARING'])) {
    if (stage === 'handing_out') await ready(ctx, { id: order.id })
    else await mail(ctx, order, stage, [saying(order)(`mail.campaign_${stage}_text`), ...fetchingOf(order)])
  }
}

/** Mails a buyer that the group-buy of their order took place, where it is fetched, and what it costs less; once. */
export async function mailSucceeded(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await find(ctx, orderId)
  if (order?.status !== 'NEW') return
  const say = saying(order)
  const { back, later } = await lowerToReached(ctx, orderId)
  const charge = (amount: number) => ({ amount: formatCharge({ amount, currency: order.currency }, order.locale) })
  await mail(ctx, order, 'succeeded', [
    ...fetchingOf(order),
    ...(back > 0 ? [say('mail.campaign_difference', charge(back))] : []),
    ...(later > 0 ? [say('mail.campaign_less_later', charge(later))] : []),
  ])
}

/** The orders of a campaign that stand, those alone whose making is this far. */
function ordersOf(ctx: Context, campaignId: string, stages?: Fulfilment[]): Promise<OrderRow[]> {
  return ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.campaignId, campaignId),
        eq(orders.status, 'NEW'),
        stages ? inArray(orders.fulfilmentStatus, stages) : undefined,
      ),
    )
}

/** Where and when an order is fetched or brought, in a sentence. */
function fetchingOf(order: OrderRow): string[] {
  const { slot, campaign, locale, method } = order
  const point = campaign?.pickupPoint
  if (!point || !slot?.time) return []
  const place = [pick(point.name, locale), point.address].filter(Boolean).join(', ')
  const until = slot.until ?? slot.time
  const key = method === 'DELIVERY' ? 'mail.campaign_bring' : 'mail.campaign_fetch'
  return [saying(order)(key, { date: slot.date, from: slot.time, until, place })]
}

const closing = ({ closesAt }: CampaignRow, { timeZone }: OrderRow) => toLocal(closesAt, timeZone)

function goalOf({ goal, goalKind }: CampaignRow, { currency, ...order }: OrderRow): string {
  const say = saying(order)
  if (goalKind === 'amount') return formatMoney({ amount: goal, currency }, order.locale)
  return say(goalKind === 'participants' ? 'campaign.participants.other' : 'campaign.pieces.other', { count: goal })
}

const saying =
  ({ locale }: Pick<OrderRow, 'locale'>) =>
  (key: MessageKey, values?: Record<string, string | number>) =>
    fill(messages[locale][key], values)

/** `edition` tells letters of one kind apart where there can be several. */
async function mail(ctx: Context, order: OrderRow, kind: Kind, paragraphs: string[], edition = '') {
  const { id, contact, locale, location, campaign, pickupCode: code } = order
  const title = campaign ? pick(campaign.title, locale) : ''
  const say = saying(order)
  const isToBeFetched = kind === 'succeeded' || kind === 'arrived'
  const letter = writeLetter(
    {
      subject: say(`mail.campaign_${kind}_subject`, { title }),
      title: say(`mail.campaign_${kind}_title`, { name: contact.name }),
      paragraphs,
      ...(isToBeFetched && { code: { label: say('mail.code'), code, hint: say('mail.code_hint') } }),
      button: { text: say('mail.open_order'), link: signedLink(ctx, id), hint: say('mail.open_hint') },
      footnote: say('mail.order_number', { id }),
    },
    { locale, from: pick(location.name, locale) },
  )
  const to = { name: contact.name, address: contact.email }
  await ctx.app.mailer.send({ key: `order-${id}-campaign-${kind}${edition}`, to, ...letter })
}
