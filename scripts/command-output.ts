import type { DayCount } from '#contract/analytics.ts'
import { balanceState, paidOnline } from '#contract/balance.ts'
import type { OwnArticle } from '#contract/blog.ts'
import { fill, formatPhone } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import type { Locale } from '#contract/languages.ts'
import { pick, toLang } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import { messages } from '#contract/messages.ts'
import { formatMoney } from '#contract/money.ts'
import type { DeadLetters } from '#contract/office/dead-letters.ts'
import type { Customer } from '#contract/office/orders.ts'
import type { StuckPayment } from '#contract/office/payment-problems.ts'
import type { PendingReward } from '#contract/office/referral.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'

/** One line per order, with aligned columns. */
export function showOrders(orders: Order[], locale: Locale): string[] {
  if (orders.length === 0) return [staffText(locale, 'nothing')]
  const rows = orders.map((order) => cells(order, locale))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? '')))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** An order with its lines, its recipient and its time line. */
export function showOrder(order: OrderDetail, locale: Locale): string[] {
  const { contact, lines, comment, timeline, timeZone, location, pickupCode } = order
  return [
    cells(order, locale).join('  ').trimEnd(),
    `${pickupCode}  ${location.name[locale]}`,
    ...[contact.name, formatPhone(contact.phone), contact.email].filter(Boolean).join('  ').split('\n'),
    ...lines.map(({ quantity, name, optionText, modifiers, note }) => {
      const choices = [optionText, ...modifiers.map(({ name }) => name)].map((text) => text[locale]).filter(Boolean)
      const inBrackets = choices.length > 0 ? ` (${choices.join(', ')})` : ''
      return `  ${quantity} × ${name[locale]}${inBrackets}${note ? ` “${note}”` : ''}`
    }),
    ...(comment ? [`  “${comment}”`] : []),
    ...timeline.map(({ at, kind, note, promisedAt, amount, credit }) => {
      const details = [
        promisedAt && `→ ${localTime(promisedAt, timeZone)}`,
        amount && formatMoney(amount, locale),
        credit && fill(messages[locale]['orders.entry_credit'], { amount: formatMoney(credit, locale) }),
        note && `“${note}”`,
      ]
      return [`  ${localTime(at, timeZone)}`, messages[locale][`orders.kind_${kind}`], ...details]
        .filter(Boolean)
        .join('  ')
    }),
  ]
}

/** The members with a customer's email address or phone number, and the customer's orders. */
export function showCustomer({ members, count, orders }: Customer, locale: Locale): string[] {
  return [
    ...members.map(({ name, email, phone, since, credit }) =>
      [
        name,
        email,
        phone && formatPhone(phone),
        staffText(locale, 'member_since', { date: since.slice(0, 10) }),
        credit.amount > 0 && `${messages[locale]['money.credit']} ${formatMoney(credit, locale)}`,
      ]
        .filter(Boolean)
        .join('  '),
    ),
    ...(members.length === 0 ? [staffText(locale, 'no_account')] : []),
    staffText(locale, 'has_ordered', { count }),
    ...(count > 0 ? showOrders(orders, locale) : []),
  ]
}

/** One line with the stock of a variant at one store. */
export function showShelf(
  shelf: { sku: string; location: string; onHand: number; held: number },
  locale: Locale,
): string[] {
  return [staffText(locale, 'on_shelf', shelf)]
}

/** Payments and refunds that need a decision, two lines each. */
export function showStuck(stuck: StuckPayment[], locale: Locale): string[] {
  if (stuck.length === 0) return [staffText(locale, 'nothing')]
  return stuck.flatMap(({ reference, kind, provider, amount, currency, since, answer }) => {
    const money = amount !== null && currency !== null && formatMoney({ amount, currency }, locale)
    const facts = [since.slice(0, 16).replace('T', ' '), provider, money].filter(Boolean)
    return [`${reference}  ${facts.join('  ')}`, `  ${staffText(locale, `stuck_${kind}`)}${answer && ` (${answer})`}`]
  })
}

/** Events that failed too often, two lines each. If there are more such events, the last line says how many. */
export function showDeadLetters({ events, total }: DeadLetters, locale: Locale): string[] {
  const lines = events.flatMap(({ event, name, since, error }) => [
    staffText(locale, 'failed_event', { event, name, since: since.slice(0, 16).replace('T', ' ') }),
    `  ${error}`,
  ])
  const more = total - events.length
  return more > 0 ? [...lines, staffText(locale, 'more_events', { more })] : lines
}

/** Pending referral rewards, two lines each. */
export function showRewards(rewards: PendingReward[], locale: Locale): string[] {
  if (rewards.length === 0) return [staffText(locale, 'nothing')]
  return rewards.flatMap(({ reward, member, side, as, amount, orderNumber, flags, isApproved, dueAt }) => {
    const facts = [formatMoney(amount, locale), staffText(locale, `reward_${as}`), staffText(locale, `reward_${side}`)]
    const why = flags.map((flag) => staffText(locale, `flag_${flag}`)).join(', ')
    const state = isApproved ? staffText(locale, 'reward_clear') : why
    return [`${reward}  ${dueAt.slice(0, 10)}  ${facts.join('  ')}`, `  ${member}  ${orderNumber}  ${state}`]
  })
}

interface StorePauses {
  location: string
  timeZone: string
  pauses: { method: Order['method']; until: string | null }[]
}

/** The fulfilment methods that a store has paused. */
export function showPauses({ location, timeZone, pauses }: StorePauses, locale: Locale): string[] {
  if (pauses.length === 0) return [staffText(locale, 'takes_all', { location })]
  return pauses.map(({ method, until }) => {
    const values = { location, method: staffText(locale, `method_${method}`) }
    if (!until) return staffText(locale, 'paused_open', values)
    return staffText(locale, 'paused', { ...values, until: localTime(until, timeZone), zone: timeZone })
  })
}

/** Articles, each with its state. */
export function showArticles(articles: OwnArticle[], timeZone: string, locale: Locale): string[] {
  const clock = new Intl.DateTimeFormat(toLang(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  if (articles.length === 0) return [staffText(locale, 'nothing')]
  return articles.map(({ id, title, state, publishedAt, languages }) => {
    const date = publishedAt ? clock.format(new Date(publishedAt)) : ''
    return [id, staffText(locale, `article_${state}`, { date }), languages.join('+'), pick(title, locale)].join('  ')
  })
}

/** The counts of shoppers' actions, one line for each day and kind of action. */
export function showCounts(counts: DayCount[], locale: Locale): string[] {
  if (counts.length === 0) return [staffText(locale, 'nothing')]
  return counts.map(({ day, name, count }) => `${day}  ${String(count).padStart(6)}  ${name}`)
}

function cells(order: Order, locale: Locale): string[] {
  const { orderNumber, method, table, fulfilmentStatus, lines, contact } = order
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return [
    orderNumber,
    due(order),
    table ? staffText(locale, 'table', { number: table.number }) : staffText(locale, `method_${method}`),
    messages[locale][`orders.state_${fulfilmentStatus}`],
    staffText(locale, 'pieces', { count: pieces }),
    money(order, locale),
    contact.name,
    order.cancelRequest === 'ASKED' ? staffText(locale, 'asks_to_cancel') : '',
  ]
}

/** The time at which an order is due: the promised time, else its slot, else the time when it was placed. */
function due({ promisedAt, slot, placedAt, timeZone }: Order): string {
  if (promisedAt || !slot) return localTime(promisedAt ?? placedAt, timeZone)
  return `${slot.date.slice(5)} ${slot.time ?? ''}`.trim()
}

function money(order: Order, locale: Locale): string {
  const { status, paymentStatus, payAtStore, balanceStatus, refunded, creditReturned } = order
  const returned = { ...refunded, amount: refunded.amount + creditReturned.amount }
  if (returned.amount > 0) return staffText(locale, 'refunded', { amount: formatMoney(returned, locale) })
  const isPaid = paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'
  const key = isPaid ? 'paid' : payAtStore && status === 'NEW' ? 'to_pay' : 'unpaid'
  const due = paidOnline(order)
  const { credit } = order
  const sums = [
    ...(due.amount > 0 || credit.amount === 0 ? [staffText(locale, key, { amount: formatMoney(due, locale) })] : []),
    ...(credit.amount > 0 ? [staffText(locale, 'paid_credit', { amount: formatMoney(credit, locale) })] : []),
  ]
  const paid = sums.join(' + ')
  if (order.balance.amount === 0 || balanceStatus === 'PAID' || balanceState(order) !== 'due') return paid
  return staffText(locale, 'to_take', { paid, amount: formatMoney(order.balance, locale) })
}

export function localTime(instant: string, timeZone: string): string {
  const { date, time } = toLocal(new Date(instant), timeZone)
  return `${date.slice(5)} ${time}`
}

/** The width of a text in terminal columns. Chinese characters take two. */
const width = (text: string) =>
  [...text].reduce((sum, sign) => sum + (/[\u2e80-\u9fff\uff00-\uffef]/.test(sign) ? 2 : 1), 0)
const pad = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - width(text)))
