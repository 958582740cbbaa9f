import { Link, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { UserSection } from '#storefront/user/user-page.tsx'

type Friends = Awaited<ReturnType<Client['referral']['memberSummary']>>
type Orders = Awaited<ReturnType<Client['referral']['orderSummary']>>
interface ChartProps {
  friends: Friends
  orders: Orders
}

const periods = ['day', 'week', 'month'] as const
const width = 640
const height = 154
const baseline = 122

/**
 * The friends and their orders over time: a text summary, a bar chart, and the same data in a folded table. Screen
 * readers skip the chart.
 */
export function ReferralChart({ friends, orders }: ChartProps) {
  const { t, count, moneyText } = useShop()
  const { period } = orders
  const isEmpty = friends.total === 0 && orders.total === 0
  const values = {
    friends: count('referral.friend_count', friends.total),
    orders: count('referral.order_count', orders.total),
    reward: moneyText(orders.reward),
  }
  return (
    <UserSection title={t('referral.chart')}>
      <Periods current={period} />
      <p>{isEmpty ? t('referral.chart_empty') : t('referral.chart_words', values)}</p>
      {!isEmpty && (
        <>
          <Bars friends={friends} orders={orders} />
          <details className="referral-rules">
            <summary className="unfold">{t('referral.as_table')}</summary>
            <Table friends={friends} orders={orders} />
          </details>
        </>
      )}
    </UserSection>
  )
}

function Periods({ current }: { current: (typeof periods)[number] }) {
  const { t } = useShop()
  const [query] = useSearchParams()
  const to = (period: string) =>
    `?${new URLSearchParams([...[...query].filter(([name]) => name !== 'period'), ['period', period]])}`
  return (
    <nav className="order-tabs" aria-label={t('referral.period')}>
      {periods.map((period) => (
        <Link
          key={period}
          to={to(period)}
          replace
          preventScrollReset
          aria-current={period === current ? 'page' : undefined}
        >
          {t(`referral.period_${period}`)}
        </Link>
      ))}
    </nav>
  )
}

/** The bar chart, with two bars per period: friends, then orders. */
function Bars({ friends, orders }: ChartProps) {
  const { t } = useShop()
  const label = useStartFormat(orders.period)
  const maxValue = Math.max(
    1,
    ...friends.points.map(({ members }) => members),
    ...orders.points.map(({ orders }) => orders),
  )
  const step = width / orders.points.length
  const bar = step * 0.36
  const barHeight = (value: number) => (value === 0 ? 1 : (value / maxValue) * (baseline - 12))
  return (
    <figure className="referral-chart">
      <figcaption aria-hidden="true">
        <span className="referral-key referral-key-friends">{t('referral.friends')}</span>
        <span className="referral-key referral-key-orders">{t('referral.orders')}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <text x={0} y={14}>
          {maxValue}
        </text>
        <line x1={0} x2={width} y1={baseline} y2={baseline} />
        {orders.points.map(({ start, orders: orderCount }, index) => {
          const friendCount = friends.points[index]?.members ?? 0
          const left = index * step + (step - 2 * bar) / 2
          return (
            <g key={start}>
              <rect
                className="referral-bar-friends"
                x={left}
                y={baseline - barHeight(friendCount)}
                width={bar}
                height={barHeight(friendCount)}
              />
              <rect
                className="referral-bar-orders"
                x={left + bar}
                y={baseline - barHeight(orderCount)}
                width={bar}
                height={barHeight(orderCount)}
              />
              {isLabelled(index, orders.points.length) && (
                <text x={index * step + step / 2} y={height - 8} textAnchor={anchorOf(index, orders.points.length)}>
                  {label(start)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

/** Whether a period has a label: the first, the last and two in between, so that labels never touch on a phone. */
const isLabelled = (index: number, count: number) =>
  [0, 1, 2, 3].some((n) => index === Math.round((n * (count - 1)) / 3))

/**
 * The SVG `text-anchor` of a period's label. The first label starts at its bars and the last label ends at its bars, so
 * that both stay inside the chart.
 */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}

function Table({ friends, orders }: ChartProps) {
  const { t, moneyText } = useShop()
  const label = useStartFormat(orders.period, 'medium')
  const rows = orders.points
    .map((point, index) => ({ ...point, friends: friends.points[index]?.members ?? 0 }))
    .filter((row) => row.friends > 0 || row.orders > 0)
    .reverse()
  return (
    <table className="referral-table">
      <thead>
        <tr>
          <th scope="col">{t('referral.when')}</th>
          <th scope="col">{t('referral.friends')}</th>
          <th scope="col">{t('referral.orders')}</th>
          <th scope="col">{t('referral.reward')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ start, friends, orders, reward }) => (
          <tr key={start}>
            <th scope="row">{label(start)}</th>
            <td>{friends}</td>
            <td>{orders}</td>
            <td>{moneyText(reward)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns a function that formats a period's first day, which is a calendar date without a time zone. */
function useStartFormat(period: string, style: 'short' | 'medium' = 'short') {
  const { locale } = useShop()
  const month = { month: 'short', year: style === 'medium' ? 'numeric' : undefined } as const
  const day = { month: 'short', day: 'numeric' } as const
  const format = new Intl.DateTimeFormat(toLang(locale), {
    ...(period === 'month' ? month : day),
    timeZone: 'UTC',
  })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}
