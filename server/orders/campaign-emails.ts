import { and, eq, inArray, not } from 'drizzle-orm'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { toLocal } from '#contract/hours.ts'
import { pick } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import type { CampaignRow } from '#server/campaigns/campaigns.ts'
import { find as findCampaign, hasReached } from '#server/campaigns/campaigns.ts'
import { dateTimeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { CampaignNews, EventPayloads } from '#server/platform/events.ts'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { emit } from '#server/platform/queue.ts'
import { isPriceLowered, priceDifference } from './campaign.ts'
import { ready } from './fulfilment-steps.ts'
import { signedLink } from './links.ts'
import { whollyRefundedCondition } from './open-orders.ts'
import { placeText } from './places.ts'
import type { ShopEmailSettings } from './rows.ts'
import { findForEmail, loadEmailSettings, numberOf } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { buttonOf, createTranslator, greetingName, imprintOf, replyTo } from './step-emails.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

type Kind = 'reached' | 'succeeded' | 'ordered' | 'arrived' | 'extended' | 'lowered'
/** The campaign terms that an email about a change mentions. */
type ChangedTerms = Pick<CampaignRow, 'closesAt' | 'goal' | 'goalKind'> & { isCertain: boolean }

/** Queues an email to every buyer in a group-buy, to say that the group-buy will take place. */
export function queueReached(ctx: Context, { campaignId }: { campaignId: string }): Promise<void> {
  return queueNews(ctx, campaignId, 'reached')
}

/**
 * Queues an email to every buyer in a group-buy, to say that the group-buy closes later or that its goal was lowered.
 * The email says that the buyer may leave the group-buy.
 */
export function queueChanged(ctx: Context, { campaignId, change }: EventPayloads['campaign.changed']): Promise<void> {
  return queueNews(ctx, campaignId, change)
}

/**
 * Queues an email to every buyer in a group-buy, to say that the goods are ordered or have arrived. At the start of the
 * hand-out, queues no email, but an event for each order that is not ready yet. `markDue` then makes the order ready,
 * and this step emails the buyer.
 */
export async function queueStage(ctx: Context, { campaignId, stage }: EventPayloads['campaign.staged']): Promise<void> {
  if (stage === 'ordered' || stage === 'arrived') await queueNews(ctx, campaignId, stage)
  if (stage === 'handing_out')
    await forEachOrder(ctx, { campaignId, isWaiting: true }, (ctx, orderId) =>
      emit(ctx, 'campaign.order_due', { campaignId, orderId }),
    )
}

function queueNews(ctx: Context, campaignId: string, news: CampaignNews): Promise<void> {
  return forEachOrder(ctx, { campaignId, isWaiting: concernsGoods(news) }, (ctx, orderId) =>
    emit(ctx, 'campaign.order_news', { campaignId, orderId, news }),
  )
}

/**
 * Queues one event for each matching order of a group-buy. If an event fails, the worker retries only that event, so no
 * other buyer gets a second email.
 */
function forEachOrder(
  ctx: Context,
  filter: OrderFilter,
  queue: (ctx: Context, orderId: string) => Promise<unknown>,
): Promise<void> {
  return transact(ctx, async (ctx) => {
    for (const { id } of await findOrders(ctx, filter)) await queue(ctx, id)
  })
}

/**
 * Emails news of a group-buy to one buyer, in the language of the buyer's order, if the news still concerns the buyer.
 */
export async function mailNews(
  ctx: Context,
  { campaignId, orderId, news }: EventPayloads['campaign.order_news'],
): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId)
  const [order] = await findOrders(ctx, { campaignId, orderId, isWaiting: concernsGoods(news) })
  if (!campaign || !order) return
  const link = signedLink(ctx, order)
  switch (news) {
    case 'reached':
      if (campaign.outcome) return
      return send(ctx, order, { kind: news, message: reachedEmail(order, campaign.closesAt, link) })
    case 'extended':
    case 'lowered': {
      if (campaign.outcome) return
      const terms = { ...campaign, isCertain: hasReached(campaign) }
      // Staff can lower a goal more than once. The message id contains the goal, so that no mail server takes the email
      // about a second change for a repetition of the first.
      const keySuffix = news === 'lowered' ? `-${campaign.goal}` : ''
      return send(ctx, order, { kind: news, message: changedEmail(order, news, { terms, link }), keySuffix })
    }
    case 'ordered':
    case 'arrived':
      return send(ctx, order, { kind: news, message: stageEmail(order, news, link) })
  }
}

/**
 * Marks an order as ready, because the hand-out of its group-buy began. Does nothing if the order is already at that
 * stage or a later one.
 */
export async function markDue(
  ctx: Context,
  { campaignId, orderId }: EventPayloads['campaign.order_due'],
): Promise<void> {
  const [order] = await findOrders(ctx, { campaignId, orderId, isWaiting: true })
  if (order) await ready(ctx, { id: order.id })
}

/**
 * Emails a buyer that the group-buy succeeded: where to pick up the order, and by how much its price fell. Leaves out
 * the amount while it depends on an open refund. Each order gets this email only once.
 */
export async function mailSucceeded(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (order?.status !== 'NEW') return
  // While a refund of pieces is open, the difference is unknown, because it depends on the result of the refund.
  const isUnknown = order.refunding > 0 && !isPriceLowered(order)
  const difference = isUnknown ? { refunded: 0, deducted: 0 } : await priceDifference(ctx, order)
  await send(ctx, order, { kind: 'succeeded', message: succeededEmail(order, difference, signedLink(ctx, order)) })
}

/** The email which says that a group-buy will take place, and how long others can still join. */
export function reachedEmail(order: EmailOrder, closesAt: Date, link: string) {
  return compose(order, { kind: 'reached', link }, [
    createTranslator(order)('mail.campaign_reached_text', { closing: closingText(order, closesAt) }),
  ])
}

/**
 * The email which says that a group-buy closes later or has a lower goal. It states until when the buyer may leave the
 * group-buy.
 */
export function changedEmail(
  order: EmailOrder,
  kind: 'extended' | 'lowered',
  { terms, link }: { terms: ChangedTerms; link: string },
) {
  const translate = createTranslator(order)
  const closing = closingText(order, terms.closesAt)
  return compose(order, { kind, link }, [
    translate(`mail.campaign_${kind}_text`, { closing, goal: goalText(order, terms) }),
    ...(kind === 'lowered' && terms.isCertain ? [translate('mail.campaign_certain')] : []),
    translate('mail.campaign_may_leave', { closing }),
  ])
}

/** The email that tells a buyer that a group-buy's goods were ordered or have arrived, and how to receive them. */
export function stageEmail(order: EmailOrder, kind: 'ordered' | 'arrived', link: string) {
  return compose(order, { kind, link }, [createTranslator(order)(`mail.campaign_${kind}_text`), ...pickupTexts(order)])
}

/**
 * The email about the success of a group-buy. It states the time and place of the pickup or delivery. `refunded` is the
 * price difference that is refunded, and `deducted` is the amount that is deducted from the balance.
 */
export function succeededEmail(
  order: EmailOrder,
  { refunded, deducted }: { refunded: number; deducted: number },
  link: string,
) {
  const { locale, currency } = order
  const translate = createTranslator(order)
  const amountOf = (amount: number) => ({ amount: formatMoney({ amount, currency }, locale) })
  return compose(order, { kind: 'succeeded', link }, [
    ...pickupTexts(order),
    ...(refunded > 0 ? [translate('mail.campaign_difference', amountOf(refunded))] : []),
    ...(deducted > 0 ? [translate('mail.campaign_less_later', amountOf(deducted))] : []),
  ])
}

/** Whether the news concerns only buyers who still wait for their goods. */
const concernsGoods = (news: CampaignNews): boolean => news === 'ordered' || news === 'arrived'

interface OrderFilter {
  campaignId: string
  /** Selects this order only. */
  orderId?: string
  /** Whether to select only orders that are not ready yet. */
  isWaiting: boolean
}

/** The placed orders of a campaign. Leaves out wholly refunded orders, whose buyers get nothing. */
async function findOrders(
  ctx: Context,
  { campaignId, orderId, isWaiting }: OrderFilter,
): Promise<(OrderRow & ShopEmailSettings)[]> {
  const emailSettings = await loadEmailSettings(ctx)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.campaignId, campaignId),
        orderId === undefined ? undefined : eq(orders.id, orderId),
        eq(orders.status, 'NEW'),
        not(whollyRefundedCondition),
        isWaiting ? inArray(orders.fulfilmentStatus, ['PLACED', 'ACCEPTED', 'PREPARING']) : undefined,
      ),
    )
  return rows.map((row) => ({ ...row, ...emailSettings }))
}

/** A sentence that tells the buyer where and when to pick up or receive the order; empty without a pickup point. */
function pickupTexts(order: EmailOrder): string[] {
  const { slot, campaign, locale, method } = order
  if (!campaign?.pickupPoint || !slot?.time) return []
  const key = goesTo(method, 'address') ? 'mail.campaign_bring' : 'mail.campaign_fetch'
  return [createTranslator(order)(key, { when: dateTimeText(slot)[locale], place: placeText(order, locale) })]
}

function closingText({ timeZone, locale }: EmailOrder, closesAt: Date): string {
  return dateTimeText(toLocal(closesAt, timeZone))[locale]
}

function goalText(order: EmailOrder, { goal, goalKind }: ChangedTerms): string {
  if (goalKind === 'amount') return formatMoney({ amount: goal, currency: order.currency }, order.locale)
  const key = goalKind === 'participants' ? 'campaign.participants.other' : 'campaign.pieces.other'
  return createTranslator(order)(key, { count: goal })
}

function compose(order: EmailOrder, { kind, link }: { kind: Kind; link: string }, paragraphs: string[]) {
  const { locale, location, campaign, pickupCode: code } = order
  const title = campaign ? pick(campaign.title, locale) : ''
  const translate = createTranslator(order)
  const showsPickupCode = kind === 'succeeded' || kind === 'arrived'
  return renderEmail(
    {
      subject: translate(`mail.campaign_${kind}_subject`, { title }),
      title: translate(`mail.campaign_${kind}_title`, { name: greetingName(order) }),
      paragraphs,
      ...(showsPickupCode && { code: { label: translate('mail.code'), code, hint: translate('mail.code_hint') } }),
      button: buttonOf(order, link, translate),
      footnote: translate('mail.order_number', { number: numberOf(order) }),
      imprint: imprintOf(order, translate),
    },
    { locale, from: order.sender, store: pick(location.name, locale) },
  )
}

/**
 * Sends a buyer an email about a group-buy. `keySuffix` makes the message id unique if the shop sends the buyer several
 * emails of this kind for the order.
 */
async function send(
  ctx: Context,
  order: OrderRow,
  {
    kind,
    message,
    keySuffix = '',
  }: { kind: Kind; message: ReturnType<typeof compose>; keySuffix?: string | undefined },
) {
  // A finished order has no address after the deletion of its buyer's account.
  if (!order.contact.email) return
  const to = { name: greetingName(order), address: order.contact.email }
  await ctx.app.mailer.send({
    kind: `campaign-${kind}`,
    key: `order-${order.id}-campaign-${kind}${keySuffix}`,
    to,
    ...(await replyTo(ctx, order)),
    ...message,
  })
}
