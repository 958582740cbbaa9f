import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { BookEntry, BookSum } from '#contract/office/books.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { Page } from '../frame/page.tsx'
import { useSumName } from './sums.tsx'
import { useBookTexts } from './texts.ts'

interface SumEntriesProps {
  sum: BookSum
  entries: BookEntry[]
  next: string | null
  isFirst: boolean
  /** The parameters of the page's URL for the period and the store. */
  period: URLSearchParams
}

const groups = {
  sale: 'books.sales',
  tax: 'books.taxes',
  tax_back: 'books.event_tax_back',
  paid: 'books.payments',
  refunded: 'books.refunds',
} as const

/** The orders that make up a sum, each with its share of the sum. */
export function SumEntries({ sum, entries, next, isFirst, period }: SumEntriesProps) {
  const { t, say, when, locale } = useBookTexts()
  const { me } = useFrame()
  const { kind, key, amount, orders } = sum
  const nameOf = useSumName()
  const money = (value: typeof amount) => formatMoney(value, locale)
  const pageUrl = (after?: string) =>
    `?${new URLSearchParams([...period, ['sum', `${kind} ${amount.currency} ${key}`], ...(after ? [['after', after]] : [])])}`
  return (
    <Page
      title={t('books.behind', { sum: nameOf(sum) })}
      intro={[t(groups[kind]), `${period.get('from')} – ${period.get('to')}`, money(amount)].join(' · ')}
      action={<Link to={`?${period}`}>{t('books.back_to_sums')}</Link>}
    >
      <section className="card" aria-label={nameOf(sum)}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">
                {t('books.column_order')} ({orders})
              </th>
              <th scope="col">
                {t('books.column_time')} · {t('books.store')}
              </th>
              <th scope="col" className="number">
                {t('books.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.orderId}>
                <th scope="row">
                  {hasRight(me, 'orders.see') ? (
                    <Link to={`/orders/${entry.orderId}`} className="whole">
                      {entry.orderNumber}
                    </Link>
                  ) : (
                    entry.orderNumber
                  )}
                </th>
                <td className="book-place">
                  {when(entry.at, entry.timeZone)}
                  <small>{say(entry.location)}</small>
                </td>
                <td className="number">{money(entry.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {(!isFirst || next) && (
          <p className="row">
            {!isFirst && <Link to={pageUrl()}>{t('books.newer')}</Link>}
            {next && <Link to={pageUrl(next)}>{t('books.older')}</Link>}
          </p>
        )}
      </section>
    </Page>
  )
}
