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
const floor = 122

/**
 * The friends and their orders over time: a text summary, a bar chart, and the same data in a folded table. Screen
 * readers skip the chart.
 */
export function ReferralChart({ friends, orders }: ChartProps) {
  const { t, moneyText } = useShop()
  const { period } = orders
  const isEmpty = friends.total === 0 && orders.total === 0
  const words = { friends: friends.total, orders: orders.total, reward: moneyText(orders.reward) }
  return (
    <UserSection title={t('referral.chart')}>
      <Periods current={period} />
      <p>{isEmpty ? t('referral.chart_empty') : t('referral.chart_words', words)}</p>
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
  const label = useStart(orders.period)
  const most = Math.max(
    1,
    ...friends.points.map(({ members }) => members),
    ...orders.points.map(({ orders }) => orders),
  )
  const step = width / orders.points.length
  const bar = step * 0.36
  const tall = (value: number) => (value === 0 ? 1 : (value / most) * (floor - 12))
  return (
    <figure className="referral-chart">
      <figcaption aria-hidden="true">
        <span className="referral-key referral-key-friends">{t('referral.friends')}</span>
        <span className="referral-key referral-key-orders">{t('referral.orders')}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <text x={0} y={14}>
          {most}
        </text>
        <line x1={0} x2={width} y1={floor} y2={floor} />
        {orders.points.map(({ start, orders: placed }, at) => {
          const came = friends.points[at]?.members ?? 0
          const left = at * step + (step - 2 * bar) / 2
          return (
            <g key={start}>
              <rect className="referral-bar-friends" x={left} y={floor - tall(came)} width={bar} height={tall(came)} />
              <rect
                className="referral-bar-orders"
                x={left + bar}
                y={floor - tall(placed)}
                width={bar}
                height={tall(placed)}
              />
              {isLabelled(at, orders.points.length) && (
                <text
                  x={at * step + step / 2}
                  y={height - 8}
                  textAnchor={at === 0 ? 'start' : at === orders.points.length - 1 ? 'end' : 'middle'}
                >
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
const isLabelled = (at: number, count: number) => [0, 1, 2, 3].some((n) => at === Math.round((n * (count - 1)) / 3))

function Table({ friends, orders }: ChartProps) {
  const { t, moneyText } = useShop()
  const label = useStart(orders.period, 'medium')
  const rows = orders.points
    .map((point, at) => ({ ...point, friends: friends.points[at]?.members ?? 0 }))
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
function useStart(period: string, style: 'short' | 'medium' = 'short') {
  const { locale } = useShop()
  const month = { month: 'short', year: style === 'medium' ? 'numeric' : undefined } as const
  const day = { month: 'short', day: 'numeric' } as const
  const format = new Intl.DateTimeFormat(toLang(locale), {
    ...(period === 'month' ? month : day),
    timeZone: 'UTC',
  })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}
