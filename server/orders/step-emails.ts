import { and, eq, gt } from 'drizzle-orm'
import { adjustmentLabel } from '#contract/adjustment-label.ts'
import { pendingPatienceMs } from '#contract/constants.ts'
import { formatPhone } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { toLocal } from '#contract/hours.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import type { Ledger } from '#contract/ledger.ts'
import { mayHavePaid, statementOf } from '#contract/ledger.ts'
import type { MessageKey } from '#contract/messages.ts'
import { formatMoney } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import { find as findLocation, wantsOrderEmail } from '#server/locations/locations.ts'
import { spanText, timeText, whenText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { Email, Letter } from '#server/platform/mail/email.tsx'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { fillEmailText } from '#server/platform/mail/email-text.ts'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import { isMailKind } from '#server/platform/mail/mail-kinds.ts'
import { ownText } from '#server/settings/settings.ts'
import { ledgerOf } from './ledger.ts'
import { openKey, signedLink } from './links.ts'
import { openBalance, takenAtHandOver } from './money.ts'
import { placeText } from './places.ts'
import type { ShopVoice } from './rows.ts'
import { findForEmail, numberOf } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'
import type { ToldEntry } from './timeline.ts'
import { readEntry } from './timeline.ts'

type Say = (key: MessageKey, values?: Record<string, string | number>) => string
type Words = Pick<Email, 'subject' | 'title' | 'paragraphs' | 'sums' | 'code'>

/**
 * Emails the shopper about an important step of the order, for example that it is ready, cancelled or refunded. Uses
 * the language that `findForEmail` chooses. Sends no email if the store accepts an order without changing the time that
 * the shopper chose. A repeated call sends a message with the same id.
 */
export async function mailStep(
  ctx: Context,
  { orderId, entryId }: { orderId: string; entryId: number },
): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  const entry = order && (await readEntry(ctx, order, entryId))
  if (!order?.contact.email || !entry) return
  const kind = `order-${entry.kind}`
  const letter =
    isMailKind(kind) && stepEmail(order, entry, { link: signedLink(ctx, orderId), ledger: await ledgerOf(ctx, order) })
  if (letter) await send(ctx, order, { kind, step: `${entry.kind}-${entryId}`, letter })
}

/**
 * Emails a shopper that their order failed, because they may have closed the page. Sends nothing if the order failed
 * within `pendingPatienceMs`, because the shopper is then still on the page. Also sends nothing if the same cart has a
 * later order.
 */
export async function mailFailed(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (order?.status !== 'FAILED' || !order.contact.email || !order.closedAt) return
  const waitedMs = order.closedAt.getTime() - order.placedAt.getTime()
  if (waitedMs < pendingPatienceMs || (await hasLater(ctx, order))) return
  await send(ctx, order, {
    kind: 'order-failed',
    step: 'failed',
    letter: failedEmail(order, signedLink(ctx, orderId), await ledgerOf(ctx, order)),
  })
}

/** Whether the same cart has a later order. */
async function hasLater(ctx: Context, { cartId, placedAt }: OrderRow): Promise<boolean> {
  return (await ctx.db.$count(orders, and(eq(orders.cartId, cartId), gt(orders.placedAt, placedAt)))) > 0
}

export async function send(
  ctx: Context,
  order: OrderRow,
  { kind, step, letter }: { kind: MailKind; step: string; letter: Letter },
) {
  await ctx.app.mailer.send({
    kind,
    key: `order-${order.id}-${step}`,
    to: { name: nameOf(order), address: order.contact.email },
    ...(await replyTo(ctx, order)),
    ...letter,
  })
}

/** The reply address: the store's order address if the store gets order emails, else the shop's default. */
export async function replyTo(ctx: Context, { locationId }: OrderRow): Promise<{ replyTo?: string }> {
  const location = await findLocation(ctx, locationId)
  return location && wantsOrderEmail(location) ? { replyTo: location.orderEmail } : {}
}

/** The fields of an order that its emails use. */
export type EmailOrder = Pick<
  OrderRow,
  | 'number'
  | 'pickupCode'
  | 'contact'
  | 'isEmailProven'
  | 'method'
  | 'address'
  | 'arrival'
  | 'tracking'
  | 'payAtStore'
  | 'status'
  | 'paymentStatus'
  | 'fulfilmentStatus'
  | 'location'
  | 'locale'
  | 'timeZone'
  | 'slot'
  | 'currency'
  | 'adjustments'
  | 'total'
  | 'credit'
  | 'balance'
  | 'balancePaid'
  | 'coupon'
  | 'campaign'
  | 'cancelRequest'
> &
  Pick<ShopVoice, 'sender'> &
  Partial<Pick<OrderRow, 'paymentOption'>> &
  Partial<ShopVoice>

/** The name in the greeting; empty if the buyer has not verified the email address. */
export function nameOf({ contact, isEmailProven }: Pick<OrderRow, 'contact' | 'isEmailProven'>): string {
  return isEmailProven ? contact.name : ''
}

/** The email about a step of an order; null if this step sends none. `link` opens the order. */
export function stepEmail(order: EmailOrder, entry: ToldEntry, { link, ledger }: { link: string; ledger: Ledger }) {
  const say = speak(order)
  const words = wordsOf(order, entry, { say, money: moneyWords(ledger, order.locale, say) })
  return words && compose(order, words, link)
}

/** The email about an order that failed. It reports a failed payment only if no money can have arrived. */
export function failedEmail(order: EmailOrder, link: string, ledger: Ledger) {
  const say = speak(order)
  const number = numberOf(order)
  const isUnpaid = !mayHavePaid(ledger)
  const isReleased = isUnpaid && order.paymentOption === 'etransfer'
  const kind = isReleased ? 'released' : isUnpaid ? 'failed' : 'ended'
  const money = moneyWords(ledger, order.locale, say)
  return compose(
    order,
    {
      subject: say(`mail.${kind}_subject`, { number }),
      title: say(`mail.${kind}_title`, { name: nameOf(order) }),
      paragraphs: [
        ...(isUnpaid ? [say(isReleased ? 'mail.released_text' : 'mail.failed_text')] : []),
        ...money,
        say('mail.failed_again'),
      ],
    },
    link,
  )
}

/** Sentences about the state of payments and refunds, with the same texts as the pages. */
const moneyWords = (ledger: Ledger, locale: Locale, say: Say): string[] =>
  statementOf(ledger).map(({ key, amount }) => say(`money.${key}`, amount && { amount: formatMoney(amount, locale) }))

/** Returns a function that translates texts into the order's language, using the shop's customized labels. */
export function speak({ locale, labels = {} }: Pick<EmailOrder, 'locale' | 'labels'>): Say {
  return (key, values) => fillEmailText(ownText({ labels }, locale, key), values)
}

export function compose(order: EmailOrder, words: Words, link: string) {
  const say = speak(order)
  const { locale, location } = order
  return renderEmail(
    {
      ...words,
      button: buttonOf(order, link, say),
      footnote: say('mail.order_number', { number: numberOf(order) }),
      imprint: imprintOf(order, say),
    },
    { locale, from: order.sender, store: pick(location.name, locale) },
  )
}

/** The order's store for the footer of an email: name and address, then phone and tax number. */
export function imprintOf({ location, locale }: Pick<EmailOrder, 'location' | 'locale'>, say: Say): string[] {
  const { name, address, phone = '', seller } = location
  const number = seller?.registration ? say('receipt.number', { number: seller.registration }) : ''
  const lines = [
    [seller?.name, pick(name, locale), address],
    [formatPhone(phone), number],
  ]
  return lines.map((parts) => [...new Set(parts)].filter(Boolean).join(' · ')).filter(Boolean)
}

/** The button that opens the order, or the payment of its open balance. */
export function buttonOf(order: EmailOrder, to: string, say: Say): Email['button'] {
  const { key, link } = openKey(openBalance(order) > 0, to)
  return { text: say(key), link, hint: say('mail.open_hint') }
}

/**
 * The texts of an email about a step; null if this step sends none. `money` has the sentences about payments and
 * refunds.
 */
function wordsOf(order: EmailOrder, entry: ToldEntry, { say, money }: { say: Say; money: string[] }): Words | null {
  const { pickupCode: code, method } = order
  const number = numberOf(order)
  const name = nameOf(order)
  const note = entry.note && entry.by === 'staff' ? [say('mail.step_said', { note: entry.note })] : []
  switch (entry.kind) {
    case 'accepted':
    case 'delayed': {
      if (!entry.promisedAt) return null
      const time = timeOf(entry.promisedAt, order)
      const kind = entry.kind
      return {
        subject: say(`mail.${kind}_subject`, { time, number }),
        title: say(`mail.${kind}_title`, { name, time }),
        paragraphs: [say(`mail.${kind}_text`, { time }), ...note],
      }
    }
    case 'ready':
      if (!goesTo(method, 'store')) return null
      return {
        subject: say('mail.ready_subject', { number, code }),
        title: say('mail.ready_title', { name }),
        paragraphs: [say('mail.ready_text', { place: placeText(order, order.locale) }), ...restOf(order, say), ...note],
        code: { label: say('mail.code'), code, hint: say('mail.code_hint') },
      }
    case 'out':
      if (order.arrival) return sentWords(order, [...restOf(order, say), ...note], say)
      return {
        subject: say('mail.out_subject', { number }),
        title: say('mail.out_title', { name }),
        paragraphs: [say('mail.out_text'), ...restOf(order, say), ...note],
      }
    case 'cancelled':
      if (entry.by === 'shop') return { ...failedSubject(order, say), paragraphs: [...money, ...couponOf(order, say)] }
      return {
        subject: say('mail.cancelled_subject', { number }),
        title: say(`mail.cancelled_title${cancelledBy(order, entry)}`, { name }),
        paragraphs: [...money, ...couponOf(order, say), ...note],
      }
    case 'cancel_declined':
      return {
        subject: say('mail.declined_subject', { number }),
        title: say('mail.declined_title', { name }),
        paragraphs: [...note, say('mail.declined_text')],
      }
    case 'refunded':
      return { ...refundedSubject(order, entry, say), paragraphs: money, sums: taxesOf(order, entry, say) }
    case 'late_refunding':
      return {
        subject: say('mail.returning_subject', { number }),
        title: say('mail.returning_title', { name }),
        paragraphs: [...money, say('mail.late_text')],
      }
    case 'late_refunded':
      return {
        subject: say('mail.late_subject', { number }),
        title: say('mail.late_title', { name }),
        paragraphs: [...money, say('mail.late_text')],
      }
    case 'comment':
      return {
        subject: say('mail.reply_subject', { number }),
        title: say('mail.reply_title', { name }),
        paragraphs: [entry.note],
      }
    default:
      return null
  }
}

/** The texts about a parcel that is on its way, with its carrier and the expected days. */
function sentWords(order: EmailOrder, others: string[], say: Say): Words {
  const { arrival, tracking, locale } = order
  return {
    subject: say('mail.sent_subject', { number: numberOf(order) }),
    title: say('mail.sent_title', { name: nameOf(order) }),
    paragraphs: [
      ...(tracking ? [say('mail.sent_by', { carrier: tracking.carrier, number: tracking.number })] : []),
      ...(arrival ? [say('mail.sent_text', { days: pick(spanText(arrival), locale) })] : []),
      ...others,
    ],
  }
}

/**
 * The suffix of the text's key. It depends on who cancelled the order: the shopper, the store at the shopper's request,
 * or the store alone.
 */
function cancelledBy({ cancelRequest }: EmailOrder, { by }: ToldEntry) {
  if (by === 'shopper') return ''
  return cancelRequest === 'GRANTED' ? '_asked' : '_store'
}

/** Subject and title for an order whose group-buy failed. */
function failedSubject(order: EmailOrder, say: Say) {
  const title = order.campaign ? pick(order.campaign.title, order.locale) : ''
  return {
    subject: say('mail.campaign_failed_subject', { title }),
    title: say('mail.campaign_failed_title', { title, name: nameOf(order) }),
  }
}

/** The sentence which says that the coupon of a cancelled order is valid again; empty without a coupon. */
const couponOf = ({ coupon }: EmailOrder, say: Say): string[] =>
  coupon ? [say('mail.cancelled_coupon', { code: coupon.code })] : []

/** Sentences about the amount to pay at hand-over. */
export function restOf(order: EmailOrder, say: Say): string[] {
  const { locale, currency } = order
  const amount = takenAtHandOver(order)
  if (amount <= 0) return []
  return [
    say(`mail.rest_${order.method}`, { amount: formatMoney({ amount, currency }, locale) }),
    ...(openBalance(order) > 0 ? [say('mail.rest_online')] : []),
  ]
}

/** Subject and title for a refund in money, in store credit, or in both. */
function refundedSubject(order: EmailOrder, entry: ToldEntry, say: Say) {
  const money = { ...moneyOf(entry, order.locale), number: numberOf(order) }
  const kind = entry.amount ? (entry.credit ? 'refunded_both' : 'refunded') : 'refunded_credit'
  return { subject: say(`mail.${kind}_subject`, money), title: say(`mail.${kind}_title`, money) }
}

/** The refund before tax, and each tax by rate. Undefined if the refund had no tax or its taxes are unknown. */
function taxesOf({ adjustments, locale, currency }: EmailOrder, { amount, credit, taxes }: ToldEntry, say: Say) {
  if (!taxes?.some((tax) => tax > 0)) return undefined
  const all = (amount?.amount ?? 0) + (credit?.amount ?? 0)
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const inLocale = (text: Text) => pick(text, locale)
  const byRate = adjustments
    .filter(({ kind }) => kind === 'tax')
    // Leaves out the taxed amount (`base`), because it covers the whole order and would be wrong beside the tax of a
    // partial refund.
    .map(({ base: _, ...tax }, at) => ({
      label: adjustmentLabel(tax, { say, pick: inLocale, money: (amount) => formatMoney(amount, locale) }),
      value: taxes[at] ?? 0,
    }))
    .filter(({ value }) => value > 0)
  const net = all - taxes.reduce((sum, tax) => sum + tax, 0)
  return {
    rows: [{ label: say('mail.before_tax'), value: net }, ...byRate].map(({ label, value }) => ({
      label,
      value: money(value),
    })),
    total: { label: say('mail.total_back'), value: formatMoney({ amount: all, currency }, locale) },
  }
}

function moneyOf({ amount, credit }: ToldEntry, locale: Locale) {
  const charge = (money: ToldEntry['amount']) => (money ? formatMoney(money, locale) : '')
  return { amount: charge(amount), credit: charge(credit) }
}

/** A time in the store's time zone, with the day if the order's slot is on another day. */
function timeOf(instant: string, { timeZone, slot, locale }: EmailOrder): string {
  const local = toLocal(new Date(instant), timeZone)
  return (slot && slot.date !== local.date ? whenText(local) : timeText(local.time))[locale]
}
