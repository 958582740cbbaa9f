import { Form, Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { orderGroups, orderPageSize } from '#contract/constants.ts'
import { formatTime } from '#contract/format.ts'
import type { OrderGroup, OrderSummary } from '#contract/orders.ts'
import { useDayName } from '#storefront/checkout/details/use-day-name.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock, formatDay, localDate } from '#storefront/core/time/format.ts'
import { OrderStateBadge } from '#storefront/orders/order-progress.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Price } from '#storefront/parts/price.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Route } from './+types/orders'
import { UserPage } from './user-page.tsx'
import '#storefront/checkout/bill.css'
import '#storefront/parts/chips.css'
import './orders.css'
import '#storefront/parts/empty-list.css'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('orders.title'), isPrivate: true }))

const maxPages = 20

/**
 * Loads the first `pages` pages of a tab's orders, and the number of orders per tab. The parameter `first` is the id of
 * the first order in the list. With it, the API leaves out newer orders, which would shift the pages.
 */
async function load(api: Client, { url }: Page) {
  const query = url.searchParams
  const group = orderGroups.find((name) => name === query.get('group'))
  const pages = Math.min(maxPages, Math.max(1, Number(query.get('pages')) || 1))
  const first = query.get('first') ?? undefined
  const offsets = Array.from({ length: pages }, (_, page) => page * orderPageSize)
  const [counts, ...lists] = await forMember(
    url,
    Promise.all([
      api.orders.count(),
      ...offsets.map((startingPosition) =>
        api.orders.list({ startingPosition, numberToLoad: orderPageSize, infiniteLoad: true, group, first }),
      ),
    ]),
  )
  return {
    counts,
    group,
    pages,
    orders: lists.flatMap(({ orders }) => orders),
    hasMore: pages < maxPages && (lists.at(-1)?.hasMore ?? false),
    now: Date.now(),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The member's orders, newest first, with a tab for each state. */
export default function Orders({ loaderData }: Route.ComponentProps) {
  const { t } = useShop()
  const { counts, group, orders, hasMore, pages, now } = loaderData
  return (
    <UserPage title={t('orders.title')}>
      {counts.count > 0 && <Tabs counts={counts} group={group} />}
      {orders.length === 0 ? (
        <Empty isFiltered={counts.count > 0} />
      ) : (
        <ul className="order-list">
          {orders.map((order) => (
            <Row key={order.orderID} order={order} now={now} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Link
          className="button button-quiet"
          preventScrollReset
          replace
          to={`?${new URLSearchParams({ ...(group && { group }), pages: String(pages + 1), first: orders[0]?.orderID ?? '' })}`}
        >
          {t('orders.more')}
        </Link>
      )}
    </UserPage>
  )
}

interface Counts {
  count: number
  groups: Record<OrderGroup, number>
}

function Tabs({ counts, group }: { counts: Counts; group: OrderGroup | undefined }) {
  const { t } = useShop()
  const shownGroups = orderGroups.filter((name) => counts.groups[name] > 0 || name === group)
  if (shownGroups.length < 2) return null
  return (
    <nav className="order-tabs" aria-label={t('orders.tabs')}>
      <Link to="/user/orders" aria-current={group ? undefined : 'page'}>
        {t('orders.all')} <span>{counts.count}</span>
      </Link>
      {shownGroups.map((name) => (
        <Link key={name} to={`?group=${name}`} aria-current={name === group ? 'page' : undefined}>
          {t(`orders.group_${name}`)} <span>{counts.groups[name]}</span>
        </Link>
      ))}
    </nav>
  )
}

function Row({ order, now }: { order: OrderSummary; now: number }) {
  const { t, say, count, locale } = useShop()
  const when = useDayName(order.timeZone, now)
  const { orderID, orderNumber, lines, pieces, placedAt, timeZone, slot, group } = order
  const isPast = group === 'done' || group === 'cancelled'
  const time = slot && [when(slot.date), slot.time && formatTime(slot.time, locale)].filter(Boolean).join(' ')
  return (
    <li className="order-row">
      <Link to={group === 'to_pay' ? `/confirmation/${orderID}` : `/user/orders/${orderID}`}>
        <span className="order-pictures">
          {lines.map(({ key, image }) => (
            <Picture key={key} image={image} sizes="56px" decorative className="bill-picture" />
          ))}
        </span>
        <span className="order-what">
          <OrderStateBadge order={order} />
          <span className="order-names" id={`order-${orderID}`}>
            {lines.map(({ name }) => say(name)).join(' · ')}
          </span>
          <span className="order-meeting">
            {[time, say(order.locationName)].filter(Boolean).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </span>
        </span>
        <span className="order-sum">
          <Price money={order.total} />
          <small>{count('orders.pieces', pieces)}</small>
        </span>
      </Link>
      <div className="order-foot">
        <small>
          <span>{orderNumber}</span>
          <span>
            {t('orders.placed_at', {
              time: `${formatDay(localDate(placedAt, timeZone), locale)} ${formatClock(placedAt, timeZone, locale)}`,
            })}
          </span>
        </small>
        {isPast && order.canReorder && (
          <Form method="post" action={`/user/orders/${orderID}`}>
            <input type="hidden" name="intent" value="reorder" />
            <button type="submit" className="button button-quiet" aria-describedby={`order-${orderID}`}>
              {t('orders.reorder')}
            </button>
          </Form>
        )}
      </div>
    </li>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useShop()
  return (
    <EmptyList text={t(isFiltered ? 'orders.empty_here' : 'orders.empty')}>
      <Link to={isFiltered ? '/user/orders' : '/store'} className="button">
        {t(isFiltered ? 'orders.all' : 'orders.to_store')}
      </Link>
    </EmptyList>
  )
}
