import type { ReactNode } from 'react'
import { adjustmentLabel } from '#contract/adjustment-label.ts'
import { balanceLabel, paidOnline } from '#contract/balance.ts'
import { formatPhone, isForeign } from '#contract/format.ts'
import { goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { toLocal } from '#contract/hours.ts'
import type { Locale } from '#contract/languages.ts'
import { perLocale, pick, toLang } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import type { Cancellation, Order } from '#contract/orders.ts'
import { isFree, paymentKey, receiptDay, taxesOfLine } from '#contract/receipt.ts'
import type { Text } from '#contract/shapes.ts'
import { dateRangeText, dateTimeText } from '#server/platform/bilingual.ts'
import type { RenderedEmail, Sums } from '#server/platform/mail/email.tsx'
import {
  Code,
  Envelope,
  figure,
  ink,
  OpenButton,
  Paragraph,
  quiet,
  SumsTable,
  Title,
  toHtml,
} from '#server/platform/mail/email.tsx'
import { fillEmailText } from '#server/platform/mail/email-text.ts'
import type { Sender } from '#server/platform/mail/sender.ts'
import { choiceTexts } from './line-texts.ts'
import { buttonTarget } from './links.ts'
import { placeLines } from './places.ts'

/** The fields of an order that a receipt shows. */
export type ReceiptOrder = Pick<
  Order,
  | 'orderNumber'
  | 'pickupCode'
  | 'payAtStore'
  | 'paymentStatus'
  | 'subtotal'
  | 'adjustments'
  | 'total'
  | 'credit'
  | 'balance'
  | 'balanceStatus'
  | 'amountDue'
  | 'method'
  | 'slot'
  | 'arrival'
  | 'contact'
  | 'address'
  | 'table'
  | 'comment'
  | 'location'
  | 'campaign'
  | 'isService'
  | 'placedAt'
  | 'paidAt'
  | 'timeZone'
  | 'paymentOption'
  | 'parts'
> & {
  /** Whether the buyer has verified the email address. If not, the email has no text that the buyer typed. */
  isEmailProven: boolean
  sender: Sender
  lines: Pick<
    Order['lines'][number],
    'key' | 'name' | 'image' | 'optionText' | 'modifiers' | 'note' | 'quantity' | 'total'
  >[]
}
type Line = ReceiptOrder['lines'][number]

/** The terms of a group-buy that a receipt shows: when it closes, and whether it can still fail. */
export interface GroupTerms {
  closesAt: Date
  timeZone: string
  /**
   * Whether the group-buy is certain to take place. If not, it may still fail, and all buyers then get their money
   * back.
   */
  isCertain: boolean
}

/**
 * What a receipt shows in addition to the order: the bought membership, the terms of the group-buy, and the time to
 * cancel.
 */
export interface ReceiptTerms {
  bought?: BoughtMembership | null
  group?: GroupTerms | null
  cancellation?: Pick<Cancellation, 'isAllowed' | 'until'> | null
}

/** The membership bought with an order: its tier, its last day, and whether it renews an earlier one. */
export interface BoughtMembership {
  tier: Text
  date: Text
  isRenewal: boolean
}

interface ReceiptContext {
  locale: Locale
  order: ReceiptOrder
  group: GroupTerms | null
  bought: BoughtMembership | null
  cancellation: ReceiptTerms['cancellation']
  link: string
  say(key: MessageKey, values?: Record<string, string>): string
  pick(text: Text): string
  money(amount: Money): string
}

/**
 * The email to the buyer of a new order: a receipt, or the amount to pay at the store. A stranger may have typed the
 * email address of another person, so an email to an unverified address has no text that the buyer typed. A paid order
 * is the exception: its buyer needs a complete receipt, and a stranger would have to pay to send a text. The order's
 * page always shows all texts.
 */
export function receipt(
  placedOrder: ReceiptOrder,
  { locale, link }: { locale: Locale; link: string },
  { bought = null, group = null, cancellation = null }: ReceiptTerms = {},
): RenderedEmail {
  const isPaid = placedOrder.paidAt !== null && !isFree(placedOrder)
  const order = placedOrder.isEmailProven || isPaid ? placedOrder : withoutTypedTexts(placedOrder)
  const context: ReceiptContext = {
    locale,
    order,
    group,
    bought,
    cancellation,
    link,
    say: (key, values) => fillEmailText(messages[locale][key], values),
    pick: (text) => pick(text, locale),
    money: (amount) => formatMoney(amount, locale),
  }
  return {
    from: order.sender.name,
    subject: context.say(subjectOf(order), {
      number: order.orderNumber,
      code: order.pickupCode,
      title: context.pick(order.campaign?.title ?? emptyText),
    }),
    html: toHtml(<Message {...context} />),
    text: plainText(context),
  }
}

function withoutTypedTexts(order: ReceiptOrder): ReceiptOrder {
  return {
    ...order,
    contact: { ...order.contact, name: '', phone: '' },
    address: null,
    comment: '',
    lines: order.lines.map((line) => ({ ...line, note: '' })),
  }
}

const emptyText: Text = perLocale(() => '')

/**
 * The text key for the label of the code that identifies the order. The code is the pickup code if the buyer comes to
 * the store, else the order number.
 */
const codeKey = ({ method }: ReceiptOrder) => (goesTo(method, 'store') ? 'mail.code' : 'confirmation.code_other')
const codeOf = ({ method, pickupCode, orderNumber }: ReceiptOrder) =>
  goesTo(method, 'store') ? pickupCode : orderNumber

/** Whether the receipt says where the buyer receives the order. */
const hasPlace = ({ isService, method, address }: ReceiptOrder) =>
  !isService && (address !== null || !goesTo(method, 'address'))

/** The label of the person who receives the order. */
const recipientLabel = ({ isService, method }: ReceiptOrder): MessageKey =>
  isService ? 'mail.who_service' : goesTo(method, 'address') ? 'mail.who_address' : 'mail.who'

function subjectOf(order: ReceiptOrder): MessageKey {
  const { campaign, isService, method, payAtStore, balanceStatus } = order
  if (balanceStatus === 'PAID') return 'mail.subject_whole'
  if (campaign) return 'mail.subject_joined'
  if (isService) return 'mail.subject_service'
  const kind = payAtStore || isFree(order) ? 'pay_at_store' : 'paid'
  return goesTo(method, 'store') ? `mail.subject_${kind}` : `mail.subject_${kind}_other`
}

function Message(context: ReceiptContext) {
  const { locale, order, link, say, pick } = context
  return (
    <Envelope
      locale={locale}
      from={order.sender}
      store={pick(order.location.name)}
      preview={introduction(context)}
      footnote={say('mail.order_number', { number: order.orderNumber })}
    >
      <Title>{thanks(context)}</Title>
      <Paragraph>{introduction(context)}</Paragraph>
      {!order.isService && (
        <Code label={say(codeKey(order))} code={codeOf(order)} hint={say(`confirmation.code_hint_${order.method}`)} />
      )}
      <Facts {...context} />
      <Lines {...context} />
      <SumsTable {...sums(context)} />
      <OpenButton link={receiptButton(order, link).link} hint={say('mail.open_hint')}>
        {say(receiptButton(order, link).key)}
      </OpenButton>
      <ReceiptFacts {...context} />
    </Envelope>
  )
}

function Facts(context: ReceiptContext) {
  const { order, say } = context
  const { location, contact, comment } = order
  const slot = slotText(context)
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '24px 0 8px' }}>
      <tbody>
        {(order.isService || goesTo(order.method, 'store')) && (
          <Fact label={say('confirmation.code_other')}>{order.orderNumber}</Fact>
        )}
        {slot && <Fact label={say(whenLabel(order))}>{slot}</Fact>}
        {hasPlace(order) && (
          <Fact label={say('mail.where')}>
            {placeLines(order, context.locale).map((line) => (
              <span key={line} style={{ display: 'block' }}>
                {line}
              </span>
            ))}
            {location.mapUrl && goesTo(order.method, 'store') && !order.campaign && (
              <a className="accent" href={location.mapUrl} style={{ color: '#b83a12' }}>
                {say('mail.map')}
              </a>
            )}
          </Fact>
        )}
        {contact.name && (
          <Fact label={say(recipientLabel(order))}>
            {contact.name}
            {contact.phone && (
              <>
                <br />
                {formatPhone(contact.phone)}
              </>
            )}
          </Fact>
        )}
        {comment && <Fact label={say('mail.note')}>{comment}</Fact>}
      </tbody>
    </table>
  )
}

/** The seller, the payment and the cancellation rule, shown below the totals. */
function ReceiptFacts(context: ReceiptContext) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '32px 0 0' }}>
      <tbody>
        {receiptFacts(context).map(({ label, lines }) => (
          <Fact key={label} label={label} isSmall>
            {lines.map((line) => (
              <span key={line} style={{ display: 'block' }}>
                {line}
              </span>
            ))}
          </Fact>
        ))}
      </tbody>
    </table>
  )
}

function Fact({ label, isSmall = false, children }: { label: string; isSmall?: boolean; children: ReactNode }) {
  const [size, space] = isSmall ? [13, 3] : [15, 6]
  return (
    <tr>
      <td
        className="quiet"
        width="88"
        style={{ ...quiet, fontSize: size - 1, padding: `${space}px 12px ${space}px 0`, verticalAlign: 'top' }}
      >
        {label}
      </td>
      <td className="ink" style={{ ...ink, padding: `${space}px 0`, fontSize: size, lineHeight: '1.6' }}>
        {children}
      </td>
    </tr>
  )
}

function Lines(context: ReceiptContext) {
  const hasPictures = context.order.lines.some(({ image }) => image)
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '16px 0 0' }}>
      <tbody>
        {context.order.lines.map((line) => (
          <tr key={line.key}>
            {hasPictures && (
              <td
                className="rule"
                width={pictureSize}
                style={{ padding: '12px 12px 12px 0', borderTop: '1px solid #e8dfd1', verticalAlign: 'top' }}
              >
                <Picture image={line.image} base={context.order.sender.pictureBase} />
              </td>
            )}
            <td className="rule" style={{ padding: '12px 12px 12px 0', borderTop: '1px solid #e8dfd1' }}>
              <span className="ink" style={{ ...ink, fontSize: 15, lineHeight: '1.6' }}>
                {line.quantity} × {context.pick(line.name)}
              </span>
              {lineDetails(context, line).map((detail) => (
                <span key={detail} className="quiet" style={{ ...quiet, display: 'block' }}>
                  {detail}
                </span>
              ))}
            </td>
            <td
              className="ink rule"
              style={{ ...figure, padding: '12px 0', borderTop: '1px solid #e8dfd1', fontSize: 15 }}
            >
              {context.money(line.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A small picture beside a line's name. It is WebP because not all mail clients support AVIF. */
function Picture({ image, base }: { image: Line['image']; base: string }) {
  if (!image) return null
  const { src, widths } = image
  const width = widths.find((width) => width >= 2 * pictureSize) ?? widths.at(-1)
  return (
    <img
      src={isForeign(src) ? src : `${base}${src}/${width}.webp`}
      alt=""
      width={pictureSize}
      height={pictureSize}
      style={{ display: 'block', borderRadius: 10, objectFit: 'cover' }}
    />
  )
}

const pictureSize = 56

function thanks({ order, bought, say }: ReceiptContext): string {
  const name = order.isEmailProven ? order.contact.name : ''
  if (!bought) return say('mail.thanks', { name })
  return say(bought.isRenewal ? 'mail.membership_thanks_renewed' : 'mail.membership_thanks_bought', { name })
}

function introduction({ order, bought, group, say, pick, money }: ReceiptContext): string {
  const { method, payAtStore, amountDue, balance, balanceStatus, paymentStatus, isService, campaign } = order
  const isUnpaid = payAtStore && paymentStatus === 'NOT_PAID'
  if (balanceStatus === 'PAID') return say('mail.intro_whole', { rest: money(balance) })
  if (campaign && group) {
    const closing = pick(dateTimeText(toLocal(group.closesAt, group.timeZone)))
    const values = { title: pick(campaign.title), closing, total: money(amountDue) }
    const key = group.isCertain ? 'mail.intro_joined_certain' : 'mail.intro_joined'
    return say(isUnpaid ? `${key}_unpaid` : key, values)
  }
  if (bought) {
    const membershipTexts = { tier: pick(bought.tier), date: pick(bought.date) }
    return say(bought.isRenewal ? 'mail.membership_renewed' : 'mail.membership_bought', membershipTexts)
  }
  if (isService) return say('mail.intro_service')
  if (balance.amount > 0) return say('mail.intro_deposit', { rest: money(balance) })
  if (isFree(order)) return say(`mail.intro_free_${method}`)
  if (goesTo(method, 'store'))
    return say(isUnpaid ? 'mail.intro_pay_at_store' : 'mail.intro_paid', { total: money(amountDue) })
  if (goesTo(method, 'address')) {
    if (isUnpaid) return say('mail.intro_pay_at_door', { total: money(amountDue) })
    return say(isSlotMethod(method) ? 'mail.intro_delivery' : 'mail.intro_shipping')
  }
  return say(isUnpaid ? 'mail.intro_table_pay' : 'mail.intro_table', { total: money(amountDue) })
}

/** The text key and link of the button. The button opens the order, or the payment of its open balance. */
const receiptButton = ({ balanceStatus }: ReceiptOrder, link: string) => buttonTarget(balanceStatus === 'DUE', link)

function totalLabel({ order, say }: ReceiptContext): string {
  if (isFree(order)) return say('mail.total')
  if (!order.payAtStore) return say('mail.total_paid')
  return say(`money.balance_due_${order.method}`)
}

function sums(context: ReceiptContext): Sums {
  const { order, say, money } = context
  const { total, amountDue, credit, balance } = order
  const isWhole = amountDue.amount === total.amount
  const rows = [
    { label: say('mail.subtotal'), value: money(order.subtotal) },
    ...order.adjustments.map((adjustment) => ({
      label: adjustmentLabel(adjustment, context),
      value: money(adjustment.amount),
    })),
    ...(isWhole ? [] : [{ label: say('mail.total'), value: money(total) }]),
    ...(credit.amount > 0 ? [{ label: say('money.credit'), value: money({ ...credit, amount: -credit.amount }) }] : []),
    ...(order.balanceStatus === 'PAID' ? [{ label: say('money.deposit_paid'), value: money(amountDue) }] : []),
    ...(balance.amount > 0 ? [{ label: say(balanceLabel(order)), value: money(balance) }] : []),
  ]
  return { rows, total: { label: totalLabel(context), value: money(paidOnline(order)) } }
}

/** The seller, date, payment and cancellation rule, each with its lines of text; see `contract/receipt.ts`. */
function receiptFacts({
  order,
  cancellation,
  locale,
  say,
  pick,
}: ReceiptContext): { label: string; lines: string[] }[] {
  const { location, placedAt, paidAt, timeZone } = order
  const { seller, name, address, phone = '' } = location
  const number = seller?.registration ? say('receipt.number', { number: seller.registration }) : ''
  const sellerLines = [seller?.name ?? '', pick(name), address, formatPhone(phone), number].filter(Boolean)
  const day = (instant: string) => receiptDay(instant, timeZone, toLang(locale))
  const key = paymentKey(order)
  // The cast is safe, because a test checks that each payment option has a text with this key.
  const methodText = key ? say(key) : say(`payments.${order.paymentOption ?? 'store_credit'}` as MessageKey)
  const paymentText =
    paidAt && !isFree(order) ? say('receipt.paid_on', { way: methodText, date: day(paidAt) }) : methodText
  return [
    { label: say('receipt.seller'), lines: [...new Set(sellerLines)] },
    { label: say('receipt.date'), lines: [day(placedAt)] },
    { label: say('receipt.payment'), lines: [paymentText] },
    ...(cancellation
      ? [{ label: say('receipt.cancel'), lines: [cancelRule(cancellation, order, { say, pick })] }]
      : []),
  ]
}

function cancelRule(
  { isAllowed, until }: NonNullable<ReceiptTerms['cancellation']>,
  { timeZone }: ReceiptOrder,
  { say, pick }: Pick<ReceiptContext, 'say' | 'pick'>,
): string {
  if (!isAllowed) return say('receipt.cancel_never')
  if (!until) return say('receipt.cancel_open')
  return say('receipt.cancel_until', { time: pick(dateTimeText(toLocal(new Date(until), timeZone))) })
}

/** The names of the taxes that apply to a line. */
function taxText({ order, pick, say }: ReceiptContext, { key }: Line): string {
  return taxesOfLine(order, key).map(pick).join(' + ') || say('receipt.untaxed')
}

function lineDetails(context: ReceiptContext, line: Line): string[] {
  return [...choiceTexts(line, context.locale), taxText(context, line)]
}

/** The text key of the label for the time that `slotText` shows. */
const whenLabel = ({ arrival }: ReceiptOrder) => (arrival ? 'orders.arrival' : 'mail.when')

function slotText({ order, pick }: ReceiptContext): string {
  if (order.arrival) return pick(dateRangeText(order.arrival))
  if (!order.slot) return ''
  const { until, ...start } = order.slot
  // For a group-buy pickup and for an "as soon as possible" order, the email shows the start and end of the window.
  return pick(dateTimeText(order.campaign || start.asap ? { ...start, until } : start))
}

function plainText(context: ReceiptContext): string {
  const { order, link, say, pick, money } = context
  const { contact } = order
  const { rows, total } = sums(context)
  const fact = (label: string, value: string) => say('mail.fact', { label, value })
  return [
    thanks(context),
    introduction(context),
    '',
    ...(order.isService ? [] : [fact(say(codeKey(order)), codeOf(order))]),
    ...(slotText(context) ? [fact(say(whenLabel(order)), slotText(context))] : []),
    ...(hasPlace(order) ? [fact(say('mail.where'), placeLines(order, context.locale).join(say('mail.comma')))] : []),
    ...(contact.name
      ? [
          fact(
            say(recipientLabel(order)),
            [contact.name, formatPhone(contact.phone)].filter(Boolean).join(say('mail.comma')),
          ),
        ]
      : []),
    ...(order.comment ? [fact(say('mail.note'), order.comment)] : []),
    '',
    ...order.lines.flatMap((line) => [
      `${line.quantity} × ${pick(line.name)}  ${money(line.total)}`,
      ...lineDetails(context, line).map((detail) => `    ${detail}`),
    ]),
    '',
    ...[...rows, total].map(({ label, value }) => fact(label, value)),
    '',
    fact(say(receiptButton(order, link).key), receiptButton(order, link).link),
    say('mail.open_hint'),
    '',
    ...receiptFacts(context).map(({ label, lines }) => fact(label, lines.join(say('mail.comma')))),
    '',
    say('mail.order_number', { number: order.orderNumber }),
    '',
  ].join('\n')
}
