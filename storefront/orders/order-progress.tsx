import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Locale } from '#contract/languages.ts'
import { isEventful } from '#contract/ledger.ts'
import type { Order, OrderDetail, TimelineEntry } from '#contract/orders.ts'
import { phaseOf } from '#storefront/cards/facts.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock, formatDay, localDate } from '#storefront/core/time/format.ts'
import { Statement } from './statement.tsx'
import './orders.css'

interface OrderProgressProps {
  order: OrderDetail
  /** The order's group-buy, if the visitor may see it. */
  campaign?: CampaignDetail | null
  /** Whether another part of the page already shows the payments, so that `OrderProgress` omits them. */
  hidesPayments?: boolean
}

/** An order's state as a sentence, its payments and its timeline. */
export function OrderProgress({ order, campaign = null, hidesPayments = false }: OrderProgressProps) {
  const { t } = useShop()
  return (
    <section className="order-life" aria-labelledby="order-life">
      <h2 id="order-life">{t('orders.life')}</h2>
      <p className="order-now" role="status">
        <OrderStateBadge order={order} />
        <span>
          <OrderStateText order={order} isGathered={campaign !== null && phaseOf(campaign) === 'ended'} />{' '}
          <PromisedTime order={order} />
        </span>
      </p>
      {!hidesPayments && isEventful(order.ledger) && <Statement ledger={order.ledger} />}
      <ol className="timeline">
        {order.timeline.map((entry) => (
          <TimelineItem key={entry.at + entry.kind} entry={entry} order={order} />
        ))}
      </ol>
    </section>
  )
}

/** The order's state as a sentence. `isGathered` means that the order's group-buy no longer waits for participants. */
export function OrderStateText({ order, isGathered = false }: { order: Order; isGathered?: boolean }) {
  const { t } = useShop()
  if (order.isService && order.fulfilmentStatus === 'PICKED_UP') return t('membership.bought_text')
  if (order.campaign && order.fulfilmentStatus === 'PLACED')
    return t(isGathered ? 'campaign.order_gathered' : 'campaign.order_waits')
  return t(`orders.now_${stateTextKey(order)}`, { code: order.pickupCode })
}

const finalStatuses = new Set<Order['fulfilmentStatus']>(['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW', 'CANCELLED'])

/** Whether an order has reached a final state: handed over, not picked up, or cancelled. */
export const isFinished = ({ fulfilmentStatus }: Pick<Order, 'fulfilmentStatus'>) => finalStatuses.has(fulfilmentStatus)

/** The order's state as a badge. */
export function OrderStateBadge({ order }: { order: Pick<Order, 'status' | 'fulfilmentStatus' | 'isService'> }) {
  const { t } = useShop()
  const { status, fulfilmentStatus, isService } = order
  if (isService && fulfilmentStatus === 'PICKED_UP') {
    return (
      <strong className="order-state" data-state={fulfilmentStatus}>
        {t('membership.paid')}
      </strong>
    )
  }
  return (
    <strong className="order-state" data-state={fulfilmentStatus}>
      {status === 'INTERIM' ? t('orders.to_pay') : t(`orders.state_${fulfilmentStatus}`)}
    </strong>
  )
}

/** `READY` has a text for each fulfilment method, because an order at a table does not wait at the counter. */
function stateTextKey({ fulfilmentStatus, method }: Order) {
  return fulfilmentStatus === 'READY' ? (`READY_${method}` as const) : fulfilmentStatus
}

/** The new time promised for a delayed order. */
export function PromisedTime({ order }: { order: Order }) {
  const { t, locale } = useShop()
  const { promisedAt, fulfilmentStatus } = order
  const isBeforeReady =
    fulfilmentStatus === 'ACCEPTED' || fulfilmentStatus === 'PREPARING' || fulfilmentStatus === 'PLACED'
  if (!promisedAt || !isBeforeReady) return null
  return <b>{t('orders.promised_now', { time: timeOf(promisedAt, order, locale) })}</b>
}

function TimelineItem({ entry, order }: { entry: TimelineEntry; order: Order }) {
  const { t, locale, moneyText } = useShop()
  const { at, kind, by, note, promisedAt, amount, credit } = entry
  const isHandedOver = kind === 'handed_over'
  const sum = amount ? moneyText(amount) : ''
  return (
    <li data-kind={kind} data-by={by}>
      <time dateTime={at}>{timeOf(at, order, locale)}</time>
      <div>
        <span>
          {kind === 'comment' ? t(by === 'staff' ? 'orders.said_store' : 'orders.said_you') : t(`orders.kind_${kind}`)}
          {kind === 'cancelled' && ` · ${t(cancelledBy(entry, order))}`}
          {promisedAt && ` · ${t('orders.promised', { time: timeOf(promisedAt, order, locale) })}`}
          {amount && ` · ${isHandedOver ? t('orders.entry_taken', { amount: sum }) : sum}`}
          {credit && ` · ${t('orders.entry_credit', { amount: moneyText(credit) })}`}
        </span>
        {showsNote(entry) && <q>{note}</q>}
      </div>
    </li>
  )
}

/** The local time of an instant, preceded by the day if it is not the day of the order. */
function timeOf(instant: string, { timeZone, placedAt }: Order, locale: Locale): string {
  const day = localDate(instant, timeZone)
  const clock = formatClock(instant, timeZone, locale)
  return day === localDate(placedAt, timeZone) ? clock : `${formatDay(day, locale)} ${clock}`
}

/**
 * Whether to show an entry's note. Shows only messages between shopper and store. The reasons of refunds appear with
 * the payments instead.
 */
const showsNote = ({ note, by, kind }: TimelineEntry) =>
  note !== '' && (by === 'staff' || kind === 'comment' || kind === 'cancel_asked')

function cancelledBy({ by }: TimelineEntry, { cancelRequest }: Order) {
  if (by === 'shopper') return 'orders.by_you'
  return cancelRequest === 'GRANTED' ? 'orders.by_request' : 'orders.by_store'
}
