import { and, eq } from 'drizzle-orm'
import { toLocal } from '#contract/hours.ts'
import { formatCharge } from '#contract/money.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { writeLetter } from '#server/platform/letter.tsx'
import { lowerToReached } from './campaign.ts'
import type { LetterOrder } from './letters.ts'
import { speak } from './letters.ts'
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
  for (const order of rows)
    await send(ctx, order, 'reached', reachedLetter(order, campaign.closesAt, signedLink(ctx, order.id)))
}

/** Mails a buyer that the group-buy of their order took place, where it is fetched, and what it costs less; once. */
export async function mailSucceeded(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await find(ctx, orderId)
  if (order?.status !== 'NEW' || !order.campaign?.pickupPoint || !order.slot?.time) return
  const less = await lowerToReached(ctx, orderId)
  await send(ctx, order, 'succeeded', succeededLetter(order, less, signedLink(ctx, orderId)))
}

/** The letter that a group-buy takes place, and until when others can join. */
export function reachedLetter(order: LetterOrder, closesAt: Date, link: string) {
  const { date, time } = toLocal(closesAt, order.timeZone)
  return compose(order, { kind: 'reached', link }, [speak(order)('mail.campaign_reached_text', { date, time })])
}

/** The letter that a group-buy took place: where it is fetched, what comes back, and what is still to be paid less. */
export function succeededLetter(order: LetterOrder, { back, later }: { back: number; later: number }, link: string) {
  const { slot, campaign, locale, currency } = order
  const { name, address } = campaign?.pickupPoint ?? order.location
  const say = speak(order)
  const place = [name[locale] || name.en, address].filter(Boolean).join(', ')
  const from = slot?.time ?? ''
  const charge = (amount: number) => ({ amount: formatCharge({ amount, currency }, locale) })
  return compose(order, { kind: 'succeeded', link }, [
    say('mail.campaign_succeeded_text', { date: slot?.date ?? '', from, until: slot?.until ?? from, place }),
    ...(back > 0 ? [say('mail.campaign_difference', charge(back))] : []),
    ...(later > 0 ? [say('mail.campaign_less_later', charge(later))] : []),
  ])
}

type Kind = 'reached' | 'succeeded'

function compose(order: LetterOrder, { kind, link }: { kind: Kind; link: string }, paragraphs: string[]) {
  const { id, contact, locale, location, campaign, pickupCode: code } = order
  const title = campaign?.title[locale] || campaign?.title.en || ''
  const say = speak(order)
  return writeLetter(
    {
      subject: say(`mail.campaign_${kind}_subject`, { title }),
      title: say(`mail.campaign_${kind}_title`, { name: contact.name }),
      paragraphs,
      ...(kind === 'succeeded' && { code: { label: say('mail.code'), code, hint: say('mail.code_hint') } }),
      button: { text: say('mail.open_order'), link, hint: say('mail.open_hint') },
      footnote: say('mail.order_number', { id }),
    },
    { locale, from: location.name[locale] || location.name.en },
  )
}

async function send(ctx: Context, { id, contact }: OrderRow, kind: Kind, letter: ReturnType<typeof compose>) {
  const to = { name: contact.name, address: contact.email }
  await ctx.app.mailer.send({ kind: `campaign-${kind}`, key: `order-${id}-campaign-${kind}`, to, ...letter })
}
