import { and, eq, gt } from 'drizzle-orm'
import { adjustmentLabel } from '#contract/adjustment-label.ts'
import { pendingTimeoutMs } from '#contract/constants.ts'
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
import { sum } from '#contract/sum.ts'
import { find as findLocation, wantsOrderEmail } from '#server/locations/locations.ts'
import { dateRangeText, dateTimeText, timeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { Email, RenderedEmail } from '#server/platform/mail/email.tsx'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { fillEmailText } from '#server/platform/mail/email-text.ts'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import { isMailKind } from '#server/platform/mail/mail-kinds.ts'
import { shopText } from '#server/settings/settings.ts'
import { loadLedger } from './ledger.ts'
import { buttonTarget, signedLink } from './links.ts'
import { amountAtHandOver, openBalance } from './money.ts'
import { placeText } from './places.ts'
import type { ShopEmailSettings } from './rows.ts'
import { findForEmail, numberOf } from './rows.ts'
import { hasEnoughEmails } from './table-emails.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'
import type { EmailTimelineEntry } from './timeline.ts'
import { findEntry } from './timeline.ts'

type Translate = (key: MessageKey, values?: Record<string, string | number>) => string
type EmailContent = Pick<Email, 'subject' | 'title' | 'paragraphs' | 'sums' | 'code'>

/**
 * Emails the shopper about an important step of the order, for example that it is ready, cancelled or refunded. Uses
 * the language that `findForEmail` chooses. Sends no email if the store accepts an order without changing the time that
 * the shopper chose. Also sends none if the shopper cancels the order and the limit of emails is reached
 * (`hasEnoughEmails`). A repeated call sends a message with the same id.
 */
export async function mailStep(
  ctx: Context,
  { orderId, entryId }: { orderId: string; entryId: number },
): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  const entry = order && (await findEntry(ctx, order, entryId))
  if (!order?.contact.email || !entry) return
  if (entry.kind === 'cancelled' && entry.by === 'shopper' && (await hasEnoughEmails(ctx, order))) return
  const kind = `order-${entry.kind}`
  const message =
    isMailKind(kind) && stepEmail(order, entry, { link: signedLink(ctx, order), ledger: await loadLedger(ctx, order) })
  if (message) await send(ctx, order, { kind, step: `${entry.kind}-${entryId}`, message })
}

/**
 * Emails a shopper that their order failed, because they may have closed the page. Sends nothing if the order failed
 * less than `pendingTimeoutMs` after its placing: the shopper is then still on the page. Also sends nothing if the same
 * cart has a later order.
 */
export async function mailFailed(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (order?.status !== 'FAILED' || !order.contact.email || !order.closedAt) return
  const waitedMs = order.closedAt.getTime() - order.placedAt.getTime()
  if (waitedMs < pendingTimeoutMs || (await hasLaterOrder(ctx, order))) return
  await send(ctx, order, {
    kind: 'order-failed',
    step: 'failed',
    message: failedEmail(order, signedLink(ctx, order), await loadLedger(ctx, order)),
  })
}

/** Whether the same cart has a later order. */
async function hasLaterOrder(ctx: Context, { cartId, placedAt }: OrderRow): Promise<boolean> {
  return (await ctx.db.$count(orders, and(eq(orders.cartId, cartId), gt(orders.placedAt, placedAt)))) > 0
}

export async function send(
  ctx: Context,
  order: OrderRow,
  { kind, step, message }: { kind: MailKind; step: string; message: RenderedEmail },
) {
  await ctx.app.mailer.send({
    kind,
    key: `order-${order.id}-${step}`,
    to: { name: greetingName(order), address: order.contact.email },
    ...(await replyTo(ctx, order)),
    ...message,
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
  Pick<ShopEmailSettings, 'sender'> &
  Partial<Pick<OrderRow, 'paymentOption'>> &
  Partial<ShopEmailSettings>

/** The name in the greeting; empty if the buyer has not verified the email address. */
export function greetingName({ contact, isEmailProven }: Pick<OrderRow, 'contact' | 'isEmailProven'>): string {
  return isEmailProven ? contact.name : ''
}

/** The email about a step of an order; null if this step sends no email. `link` opens the order. */
export function stepEmail(
  order: EmailOrder,
  entry: EmailTimelineEntry,
  { link, ledger }: { link: string; ledger: Ledger },
) {
  const translate = createTranslator(order)
  const content = stepContent(order, entry, { translate, money: moneySentences(ledger, order.locale, translate) })
  return content && compose(order, content, link)
}

/** The email about an order that failed. It reports a failed payment only if no money can have arrived. */
export function failedEmail(order: EmailOrder, link: string, ledger: Ledger) {
  const translate = createTranslator(order)
  const number = numberOf(order)
  const isUnpaid = !mayHavePaid(ledger)
  const isReleased = isUnpaid && order.paymentOption === 'etransfer'
  const unpaidKind = isReleased ? 'released' : 'failed'
  const kind = isUnpaid ? unpaidKind : 'ended'
  const money = moneySentences(ledger, order.locale, translate)
  return compose(
    order,
    {
      subject: translate(`mail.${kind}_subject`, { number }),
      title: translate(`mail.${kind}_title`, { name: greetingName(order) }),
      paragraphs: [
        ...(isUnpaid ? [translate(isReleased ? 'mail.released_text' : 'mail.failed_text')] : []),
        ...money,
        translate('mail.failed_again'),
      ],
    },
    link,
  )
}

/** Sentences about the state of payments and refunds. The order's page shows the same sentences. */
const moneySentences = (ledger: Ledger, locale: Locale, translate: Translate): string[] =>
  statementOf(ledger).map(({ key, amount }) =>
    translate(`money.${key}`, amount && { amount: formatMoney(amount, locale) }),
  )

/** Returns a function that translates texts into the order's language, using the shop's customized labels. */
export function createTranslator({ locale, labels = {} }: Pick<EmailOrder, 'locale' | 'labels'>): Translate {
  return (key, values) => fillEmailText(shopText({ labels }, locale, key), values)
}

export function compose(order: EmailOrder, content: EmailContent, link: string) {
  const translate = createTranslator(order)
  const { locale, location } = order
  return renderEmail(
    {
      ...content,
      button: buttonOf(order, link, translate),
      footnote: translate('mail.order_number', { number: numberOf(order) }),
      imprint: imprintOf(order, translate),
    },
    { locale, from: order.sender, store: pick(location.name, locale) },
  )
}

/** The order's store for the footer of an email: name and address, then phone and tax number. */
export function imprintOf(
  { location, locale }: Pick<EmailOrder, 'location' | 'locale'>,
  translate: Translate,
): string[] {
  const { name, address, phone = '', seller } = location
  const number = seller?.registration ? translate('receipt.number', { number: seller.registration }) : ''
  const lines = [
    [seller?.name, pick(name, locale), address],
    [formatPhone(phone), number],
  ]
  return lines.map((parts) => [...new Set(parts)].filter(Boolean).join(' · ')).filter(Boolean)
}

/** The button that opens the order, or the payment of its open balance. */
export function buttonOf(order: EmailOrder, to: string, translate: Translate): Email['button'] {
  const { key, link } = buttonTarget(openBalance(order) > 0, to)
  return { text: translate(key), link, hint: translate('mail.open_hint') }
}

/**
 * The texts of an email about a step; null if this step sends no email. `money` has the sentences about payments and
 * refunds.
 */
function stepContent(
  order: EmailOrder,
  entry: EmailTimelineEntry,
  { translate, money }: { translate: Translate; money: string[] },
): EmailContent | null {
  const { pickupCode: code, method } = order
  const number = numberOf(order)
  const name = greetingName(order)
  const note = entry.note && entry.by === 'staff' ? [translate('mail.step_said', { note: entry.note })] : []
  switch (entry.kind) {
    case 'accepted':
    case 'delayed': {
      if (!entry.promisedAt) return null
      const time = localTimeText(entry.promisedAt, order)
      const kind = entry.kind
      return {
        subject: translate(`mail.${kind}_subject`, { time, number }),
        title: translate(`mail.${kind}_title`, { name, time }),
        paragraphs: [translate(`mail.${kind}_text`, { time }), ...note],
      }
    }
    case 'ready':
      if (!goesTo(method, 'store')) return null
      return {
        subject: translate('mail.ready_subject', { number, code }),
        title: translate('mail.ready_title', { name }),
        paragraphs: [
          translate('mail.ready_text', { place: placeText(order, order.locale) }),
          ...balanceSentences(order, translate),
          ...note,
        ],
        code: { label: translate('mail.code'), code, hint: translate('mail.code_hint') },
      }
    case 'out':
      if (order.arrival) return parcelContent(order, [...balanceSentences(order, translate), ...note], translate)
      return {
        subject: translate('mail.out_subject', { number }),
        title: translate('mail.out_title', { name }),
        paragraphs: [translate('mail.out_text'), ...balanceSentences(order, translate), ...note],
      }
    case 'cancelled':
      if (entry.by === 'shop') {
        const paragraphs = [...money, ...transferOf(order, translate), ...couponSentences(order, translate)]
        return { ...failedSubject(order, translate), paragraphs }
      }
      return {
        subject: translate('mail.cancelled_subject', { number }),
        title: translate(`mail.cancelled_title${cancelledSuffix(order, entry)}`, { name }),
        paragraphs: [...money, ...couponSentences(order, translate), ...note],
      }
    case 'cancel_declined':
      return {
        subject: translate('mail.declined_subject', { number }),
        title: translate('mail.declined_title', { name }),
        paragraphs: [...note, translate('mail.declined_text')],
      }
    case 'refunded':
      return { ...refundedSubject(order, entry, translate), paragraphs: money, sums: taxSums(order, entry, translate) }
    case 'late_refunding':
      return {
        subject: translate('mail.returning_subject', { number }),
        title: translate('mail.returning_title', { name }),
        paragraphs: [...money, translate('mail.late_text')],
      }
    case 'late_refunded':
      return {
        subject: translate('mail.late_subject', { number }),
        title: translate('mail.late_title', { name }),
        paragraphs: [...money, translate('mail.late_text')],
      }
    case 'comment':
      return {
        subject: translate('mail.reply_subject', { number }),
        title: translate('mail.reply_title', { name }),
        paragraphs: [entry.note],
      }
    default:
      return null
  }
}

/** The texts about a parcel that is on its way, with its carrier and the expected days. */
function parcelContent(order: EmailOrder, others: string[], translate: Translate): EmailContent {
  const { arrival, tracking, locale } = order
  return {
    subject: translate('mail.sent_subject', { number: numberOf(order) }),
    title: translate('mail.sent_title', { name: greetingName(order) }),
    paragraphs: [
      ...(tracking ? [translate('mail.sent_by', { carrier: tracking.carrier, number: tracking.number })] : []),
      ...(arrival ? [translate('mail.sent_text', { days: pick(dateRangeText(arrival), locale) })] : []),
      ...others,
    ],
  }
}

/**
 * The suffix of the text's key. It depends on who cancelled the order: the shopper, the store at the shopper's request,
 * or the store alone.
 */
function cancelledSuffix({ cancelRequest }: EmailOrder, { by }: EmailTimelineEntry) {
  if (by === 'shopper') return ''
  return cancelRequest === 'GRANTED' ? '_asked' : '_store'
}

/** Subject and title for an order whose group-buy failed. */
function failedSubject(order: EmailOrder, translate: Translate) {
  const title = order.campaign ? pick(order.campaign.title, order.locale) : ''
  return {
    subject: translate('mail.campaign_failed_subject', { title }),
    title: translate('mail.campaign_failed_title', { title, name: greetingName(order) }),
  }
}

/**
 * The sentence that asks the buyer of a cancelled order not to send the e-transfer. Empty unless the order waited for
 * an e-transfer.
 */
const transferOf = ({ paymentOption, paymentStatus }: EmailOrder, translate: Translate): string[] =>
  paymentOption === 'etransfer' && paymentStatus === 'NOT_PAID' ? [translate('mail.campaign_failed_transfer')] : []

/** The sentence which says that the coupon of a cancelled order is valid again; empty without a coupon. */
const couponSentences = ({ coupon }: EmailOrder, translate: Translate): string[] =>
  coupon ? [translate('mail.cancelled_coupon', { code: coupon.code })] : []

/** Sentences about the amount to pay at hand-over. */
export function balanceSentences(order: EmailOrder, translate: Translate): string[] {
  const { locale, currency } = order
  const amount = amountAtHandOver(order)
  if (amount <= 0) return []
  return [
    translate(`mail.rest_${order.method}`, { amount: formatMoney({ amount, currency }, locale) }),
    ...(openBalance(order) > 0 ? [translate('mail.rest_online')] : []),
  ]
}

/** Subject and title for a refund in money, in store credit, or in both. */
function refundedSubject(order: EmailOrder, entry: EmailTimelineEntry, translate: Translate) {
  const money = { ...moneyTexts(entry, order.locale), number: numberOf(order) }
  const kind = entry.amount ? (entry.credit ? 'refunded_both' : 'refunded') : 'refunded_credit'
  return { subject: translate(`mail.${kind}_subject`, money), title: translate(`mail.${kind}_title`, money) }
}

/** The refund before tax, each tax and the total. Undefined if the refund had no tax or its taxes are unknown. */
function taxSums(
  { adjustments, locale, currency }: EmailOrder,
  { amount, credit, taxes }: EmailTimelineEntry,
  translate: Translate,
) {
  if (!taxes?.some((tax) => tax > 0)) return undefined
  const all = (amount?.amount ?? 0) + (credit?.amount ?? 0)
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const inLocale = (text: Text) => pick(text, locale)
  const byRate = adjustments
    .filter(({ kind }) => kind === 'tax')
    // Leaves out the taxed amount (`base`), because it covers the whole order and would be wrong beside the tax of a
    // partial refund.
    .map(({ base: _, ...tax }, index) => ({
      label: adjustmentLabel(tax, { say: translate, pick: inLocale, money: (amount) => formatMoney(amount, locale) }),
      value: taxes[index] ?? 0,
    }))
    .filter(({ value }) => value > 0)
  const net = all - sum(taxes)
  return {
    rows: [{ label: translate('mail.before_tax'), value: net }, ...byRate].map(({ label, value }) => ({
      label,
      value: money(value),
    })),
    total: { label: translate('mail.total_back'), value: formatMoney({ amount: all, currency }, locale) },
  }
}

function moneyTexts({ amount, credit }: EmailTimelineEntry, locale: Locale) {
  const amountText = (money: EmailTimelineEntry['amount']) => (money ? formatMoney(money, locale) : '')
  return { amount: amountText(amount), credit: amountText(credit) }
}

/** A time in the store's time zone, with the day if the order's slot is on another day. */
function localTimeText(instant: string, { timeZone, slot, locale }: EmailOrder): string {
  const local = toLocal(new Date(instant), timeZone)
  return (slot && slot.date !== local.date ? dateTimeText(local) : timeText(local.time))[locale]
}
