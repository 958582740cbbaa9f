import { and, eq } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import { formatCharge } from '#contract/money.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { writeLetter } from '#server/platform/letter.tsx'
import { lowerToReached } from './campaign.ts'
import { signedLink } from './links.ts'
import type { OrderRow } from './rows.ts'
import { find } from './rows.ts'
import { orders } from './tables.ts'

/** Mails everybody who is in a group-buy that it takes place, each in the language of their order; once. */
export async function mailReached(ctx: Context, { campaignId }: { campaignId: string }): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign || campaign.outcome) return
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.campaignId, campaignId), eq(orders.status, 'NEW')))
  for (const order of rows) {
    const { date, time } = toLocal(campaign.closesAt, order.timeZone)
    await mail(ctx, order, 'reached', [saying(order)('mail.campaign_reached_text', { date, time })])
  }
}

/** Mails a buyer that the group-buy of their order took place, where it is fetched, and what it costs less; once. */
export async function mailSucceeded(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await find(ctx, orderId)
  const { slot, campaign } = order ?? {}
  if (order?.status !== 'NEW' || !campaign?.pickupPoint || !slot?.time) return
  const { name, address } = campaign.pickupPoint
  const say = saying(order)
  const { back, later } = await lowerToReached(ctx, orderId)
  const place = [name[order.locale] || name.en, address].filter(Boolean).join(', ')
  const charge = (amount: number) => ({ amount: formatCharge({ amount, currency: order.currency }, order.locale) })
  await mail(ctx, order, 'succeeded', [
    say('mail.campaign_succeeded_text', { date: slot.date, from: slot.time, until: slot.until ?? slot.time, place }),
    ...(back > 0 ? [say('mail.campaign_difference', charge(back))] : []),
    ...(later > 0 ? [say('mail.campaign_less_later', charge(later))] : []),
  ])
}

const saying =
  ({ locale }: OrderRow) =>
  (key: MessageKey, values?: Record<string, string | number>) =>
    fill(messages[locale][key], values)

async function mail(ctx: Context, order: OrderRow, kind: 'reached' | 'succeeded', paragraphs: string[]) {
  const { id, contact, locale, location, campaign, pickupCode: code } = order
  const title = campaign?.title[locale] || campaign?.title.en || ''
  const say = saying(order)
  const letter = writeLetter(
    {
      subject: say(`mail.campaign_${kind}_subject`, { title }),
      title: say(`mail.campaign_${kind}_title`, { name: contact.name }),
      paragraphs,
      ...(kind === 'succeeded' && { code: { label: say('mail.code'), code, hint: say('mail.code_hint') } }),
      button: { text: say('mail.open_order'), link: signedLink(ctx, id), hint: say('mail.open_hint') },
      footnote: say('mail.order_number', { id }),
    },
    { locale, from: location.name[locale] || location.name.en },
  )
  const to = { name: contact.name, address: contact.email }
  await ctx.app.mailer.send({ key: `order-${id}-campaign-${kind}`, to, ...letter })
}
