import type { ReactNode } from 'react'
import { fill, formatPhone } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import type { StuckPayment } from '#contract/office/payment-problems.ts'
import type { TimelineEntry } from '#contract/orders.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { all as allLocations, find as findLocation, wantsOrderEmail } from '#server/locations/locations.ts'
import { dateTimeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { RenderedEmail } from '#server/platform/mail/email.tsx'
import { Envelope, ink, Paragraph, quiet, renderEmail, Title, toHtml } from '#server/platform/mail/email.tsx'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import type { Sender } from '#server/platform/mail/sender.ts'
import { emit } from '#server/platform/queue.ts'
import { sender } from '#server/settings/settings.ts'
import { choiceTexts } from './line-texts.ts'
import { amountAtHandOver } from './money.ts'
import { placeLines } from './places.ts'
import type { ReceiptOrder } from './receipt.tsx'
import { find, numberOf, toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { findEntry } from './timeline.ts'

/** Emails to a store's order address, in the language that the store has chosen for these emails. */

/** The content of the email about a new order. Amounts are in minor units. */
export type StoreOrder = Omit<ReceiptOrder, 'isEmailProven' | 'sender'> & {
  /** The amount that was paid online, and the amount to collect. */
  paid: Money
  toCollect: Money
}
interface StoreRecipient {
  locale: Locale
  from: Sender
  /** The store's name in the language of the email. */
  store: string
  /** The store's order address. */
  email: string
}
type Translate = (key: MessageKey, values?: Record<string, string | number>) => string

/**
 * Queues the email about a new order in the transaction in which the order is placed or paid. Queues nothing if no
 * store gets order emails.
 */
export async function queueOrderEmail(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  if ((await allLocations(ctx)).some(wantsOrderEmail)) await emit(ctx, 'store.order_placed', { orderId })
}

/**
 * Queues the email about a shopper's change to a placed order. Queues nothing if the order is not placed, or if no
 * store gets order emails.
 */
export async function queueChangeEmail(ctx: Context, { status, id }: OrderRow, entryId: number): Promise<void> {
  const isPlaced = status === 'NEW'
  if (isPlaced && (await allLocations(ctx)).some(wantsOrderEmail))
    await emit(ctx, 'store.order_changed', { orderId: id, entryId })
}

/** Emails a new order to its store. A repeated call sends a message with the same id. */
export async function mailNewOrder(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await find(ctx, orderId)
  const location = order && (await findLocation(ctx, order.locationId))
  if (!order || !location || !wantsOrderEmail(location)) return
  const email = newOrderEmail(toStoreOrder(order), await loadRecipient(ctx, location))
  await send(ctx, location, { kind: 'store-order', key: `store-order-${orderId}`, replyTo: order.contact.email, email })
}

/** Emails a shopper's comment, request or cancellation to the order's store. */
export async function mailChange(
  ctx: Context,
  { orderId, entryId }: { orderId: string; entryId: number },
): Promise<void> {
  const order = await find(ctx, orderId)
  const entry = order && (await findEntry(ctx, order, entryId))
  const location = order && (await findLocation(ctx, order.locationId))
  if (!entry || !location || !wantsOrderEmail(location)) return
  const kind = changeKind(entry)
  if (!kind) return
  const email = changeEmail(kind, { ...order, note: entry.note }, await loadRecipient(ctx, location))
  await send(ctx, location, { kind, key: `${kind}-${orderId}-${entryId}`, replyTo: order.contact.email, email })
}

/**
 * Emails the order's store that a payment needs a decision. If the payment has no order, or if the order's store gets
 * no order emails, the email goes to the first store that gets order emails.
 */
export async function mailStuckPayment(
  ctx: Context,
  { payment, at }: { payment: StuckPayment; at: string },
): Promise<void> {
  const order = payment.orderId === null ? null : await find(ctx, payment.orderId)
  const orderLocation = order && (await findLocation(ctx, order.locationId))
  const location =
    orderLocation && wantsOrderEmail(orderLocation) ? orderLocation : (await allLocations(ctx)).find(wantsOrderEmail)
  if (!location) return
  const email = stuckPaymentEmail({ ...payment, order: order && numberOf(order) }, await loadRecipient(ctx, location))
  const key = `store-payment-${payment.kind}-${payment.reference.replace(/[^\w-]/g, '_')}-${Date.parse(at)}`
  await send(ctx, location, { kind: 'store-payment', key, email })
}

async function send(
  ctx: Context,
  { orderEmail }: LocationRow,
  { replyTo, email, ...mail }: { kind: MailKind; key: string; replyTo?: string; email: RenderedEmail },
) {
  const to = { name: '', address: orderEmail }
  await ctx.app.mailer.send({ ...mail, to, ...(replyTo && { replyTo }), ...email })
}

async function loadRecipient(
  ctx: Context,
  { name, orderEmail, orderEmailLocale: locale }: LocationRow,
): Promise<StoreRecipient> {
  return { locale, from: await sender(ctx), store: pick(name, locale), email: orderEmail }
}

function toStoreOrder(row: OrderRow): StoreOrder {
  const order = toOrder(row)
  const isPaid = row.paymentStatus === 'PAID_ONLINE'
  return {
    ...order,
    paid: { ...order.total, amount: isPaid ? order.amountDue.amount + row.balancePaid : 0 },
    toCollect: { ...order.total, amount: amountAtHandOver(row) },
  }
}

/** The email about a new order: what to prepare, for whom, by when, and how much to collect. */
export function newOrderEmail(order: StoreOrder, recipient: StoreRecipient): RenderedEmail {
  const { locale, from, store, email } = recipient
  const t = translator(locale)
  const { orderNumber: number, total } = order
  const method = methodText(order, locale)
  const when = order.slot ? pick(dateTimeText(order.slot), locale) : ''
  const title = t('mail.store_order_title', { number })
  const heading = [method, when].filter(Boolean).join(t('mail.comma'))
  const footnote = t('mail.store_footnote', { email, store })
  const facts = factsOf(order, locale)
  const html = toHtml(
    <Envelope locale={locale} from={from} store={store} preview={heading} footnote={footnote}>
      <Title>{title}</Title>
      <Paragraph>{heading}</Paragraph>
      <Rows isCount rows={order.lines.map((line) => [`${line.quantity} ×`, lineText(line, locale)])} />
      <Rows rows={facts.map(({ label, lines }) => [label, lines])} />
    </Envelope>,
  )
  const text = [
    title,
    heading,
    '',
    ...order.lines.map((line) => `${line.quantity} × ${lineText(line, locale).join(' · ')}`),
    '',
    ...facts.map(({ label, lines }) => t('mail.fact', { label, value: lines.join(', ') })),
    '',
    footnote,
    '',
  ].join('\n')
  const subject = t('mail.store_order_subject', { number, when: heading, amount: formatMoney(total, locale) })
  return { from: from.name, subject, html, text }
}

type ChangeKind = 'store-comment' | 'store-cancel_asked' | 'store-cancelled'
const changeTexts = {
  'store-comment': 'mail.store_comment',
  'store-cancel_asked': 'mail.store_cancel_asked',
  'store-cancelled': 'mail.store_cancelled',
} as const satisfies Record<ChangeKind, string>

function changeKind({ kind, by }: TimelineEntry): ChangeKind | null {
  if (by !== 'shopper') return null
  if (kind === 'comment') return 'store-comment'
  if (kind === 'cancel_asked') return 'store-cancel_asked'
  return kind === 'cancelled' ? 'store-cancelled' : null
}

/** The email about a shopper's comment, request or cancellation. */
export function changeEmail(
  kind: ChangeKind,
  { contact: { name }, note, ...order }: Pick<OrderRow, 'number' | 'pickupCode' | 'contact'> & { note: string },
  { locale, from, store, email }: StoreRecipient,
): RenderedEmail {
  const t = translator(locale)
  const key = changeTexts[kind]
  const number = numberOf(order)
  return renderEmail(
    {
      subject: t(`${key}_subject`, { number, name }),
      title: t(`${key}_title`, { number, name }),
      paragraphs: [...(note ? [`“${note}”`] : []), t(`${key}_next`, { number })],
      footnote: t('mail.store_footnote', { email, store }),
    },
    { locale, from, store },
  )
}

/** The email about a payment or refund that needs a decision. `order` is the order's number. */
export function stuckPaymentEmail(
  payment: StuckPayment & { order: string | null },
  { locale, from, store, email }: StoreRecipient,
): RenderedEmail {
  const t = translator(locale)
  const { kind, provider, reference, amount, currency, order: number } = payment
  const facts =
    amount !== null && currency !== null
      ? t('mail.store_payment_facts', { provider, reference, amount: formatMoney({ amount, currency }, locale) })
      : t('mail.store_payment_facts_unknown', { provider, reference })
  return renderEmail(
    {
      subject: number === null ? t('mail.store_payment_subject') : t('mail.store_payment_subject_order', { number }),
      title: t('mail.store_payment_title'),
      paragraphs: [
        facts,
        t('mail.store_payment_why', { why: staffText(locale, `stuck_${kind}`) }),
        ...(number === null ? [] : [t('mail.store_payment_order', { number })]),
        t('mail.store_payment_next'),
      ],
      footnote: t('mail.store_footnote', { email, store }),
    },
    { locale, from, store },
  )
}

function translator(locale: Locale): Translate {
  return (key, values) => fill(messages[locale][key], values)
}

function methodText({ method, table, campaign, isService }: StoreOrder, locale: Locale): string {
  const t = translator(locale)
  if (isService) return t('mail.store_method_service')
  if (campaign) return t('mail.store_method_group', { title: pick(campaign.title, locale) })
  return t(`mail.store_method_${method}`, { number: table?.number ?? '' })
}

/** A line's name, then its option, modifiers and note. */
const lineText = (line: StoreOrder['lines'][number], locale: Locale) => [
  pick(line.name, locale),
  ...choiceTexts(line, locale),
]

function factsOf(order: StoreOrder, locale: Locale): { label: string; lines: string[] }[] {
  const t = translator(locale)
  const { contact, comment, paid, credit, toCollect, method, campaign } = order
  const amount = (money: Money) => ({ amount: formatMoney(money, locale) })
  const money = [
    ...(paid.amount > 0 ? [t('mail.store_paid', amount(paid))] : []),
    ...(credit.amount > 0 ? [t('mail.store_credit', amount(credit))] : []),
    ...(toCollect.amount > 0 ? [t('mail.store_to_take', amount(toCollect))] : []),
  ]
  const isElsewhere = goesTo(method, 'address') || campaign !== null
  const customer = [contact.name, contact.phone ? formatPhone(contact.phone) : '', contact.email].filter(Boolean)
  return [
    { label: t('mail.store_money'), lines: money.length > 0 ? money : [t('mail.store_free')] },
    { label: t('mail.store_customer'), lines: customer },
    { label: t('mail.store_address'), lines: isElsewhere ? addressLines(order, locale) : [] },
    { label: t('mail.store_note'), lines: comment ? [comment] : [] },
  ].filter(({ lines }) => lines.length > 0)
}

function addressLines(order: StoreOrder, locale: Locale): string[] {
  const t = translator(locale)
  const address = goesTo(order.method, 'address') ? order.address : null
  return [
    ...placeLines(order, locale),
    address?.buzzer ? t('address.buzzer_is', { buzzer: address.buzzer }) : '',
    address?.leaveAtDoor ? t('address.leave_at_door') : '',
    address?.note ?? '',
  ].filter(Boolean)
}

interface RowsProps {
  rows: (readonly [label: string, lines: string[]])[]
  /** Whether the labels are quantities. A quantity has the same font size as the first line of text beside it. */
  isCount?: boolean
}

/** Two columns: a label, and lines of text. The first line is emphasized. */
function Rows({ rows, isCount = false }: RowsProps) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 20px' }}>
      <tbody>
        {rows.map(([label, lines], index) => (
          // The key is the index, because two lines of an order may have the same text.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are static
          <Row key={index} label={label} isCount={isCount}>
            {lines.map((line, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines are static
                key={place}
                className={place === 0 ? 'ink' : 'quiet'}
                style={{ ...(place === 0 ? ink : quiet), display: 'block', fontSize: place === 0 ? 16 : 14 }}
              >
                {line}
              </span>
            ))}
          </Row>
        ))}
      </tbody>
    </table>
  )
}

function Row({ label, isCount, children }: { label: string; isCount: boolean; children: ReactNode }) {
  const border = { borderTop: '1px solid #e8dfd1' }
  return (
    <tr>
      <td
        className={isCount ? 'ink rule' : 'quiet rule'}
        width={isCount ? 44 : 88}
        style={{
          ...(isCount ? { ...ink, fontSize: 16, fontWeight: 700, whiteSpace: 'nowrap', lineHeight: '1.6' } : quiet),
          ...border,
          padding: '10px 12px 10px 0',
          verticalAlign: 'top',
        }}
      >
        {label}
      </td>
      <td className="rule" style={{ ...border, padding: '10px 0', lineHeight: '1.6' }}>
        {children}
      </td>
    </tr>
  )
}
