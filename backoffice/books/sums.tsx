import { Link } from 'react-router'
import { saleKeys } from '#contract/constants.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import { isOneOf } from '#contract/object-keys.ts'
import type { BookSum } from '#contract/office/books.ts'
import { Card } from '../frame/page.tsx'
import { useBookTexts } from './texts.ts'

interface SumsProps {
  /** All sums of one currency. */
  sums: BookSum[]
  /** Whether all sums on the page are in this currency. */
  isOnly: boolean
  /** The parameters of the page's URL for the period and the store. */
  period: URLSearchParams
}

/** Returns a function that gives the name of a sum, such as the name of a tax or a payment method. */
export function useSumName() {
  const { t, say } = useBookTexts()
  return ({ kind, key, label }: BookSum) =>
    kind === 'sale' && isOneOf(saleKeys, key) ? t(`books.sale_${key}`) : say(label) || key
}

/** Tables with the sums of one currency: sales, taxes, payments and refunds. */
export function Sums({ sums, isOnly, period }: SumsProps) {
  const { t } = useBookTexts()
  const sumsOfKind = (wanted: BookSum['kind']) => sums.filter(({ kind }) => kind === wanted)
  const sales = saleKeys.flatMap((wanted) => sumsOfKind('sale').filter(({ key }) => key === wanted))
  const taxes = [...new Set([...sumsOfKind('tax'), ...sumsOfKind('tax_back')].map(({ key }) => key))]
  const [paid, refunded] = [sumsOfKind('paid'), sumsOfKind('refunded')]
  const shared = { period, isOnly }
  return (
    <>
      {sales.length > 0 && (
        <Card title={t('books.sales')}>
          <p className="soft">{t('books.sales_help')}</p>
          <Table rows={sales} heading={t('books.sales')} {...shared} />
        </Card>
      )}
      {taxes.length > 0 && (
        <Card title={t('books.taxes')}>
          {sumsOfKind('tax_back').length > 0 && <p className="soft">{t('books.taxes_help')}</p>}
          <Taxes charged={sumsOfKind('tax')} refunded={sumsOfKind('tax_back')} names={taxes} {...shared} />
        </Card>
      )}
      {paid.length > 0 && (
        <Card title={t('books.payments')}>
          <p className="soft">{t('books.payments_help')}</p>
          <Table rows={paid} heading={t('books.way')} total {...shared} />
        </Card>
      )}
      {refunded.length > 0 && (
        <Card title={t('books.refunds')}>
          <p className="soft">{t('books.refunds_help')}</p>
          <Table rows={refunded} heading={t('books.way')} total {...shared} />
        </Card>
      )}
    </>
  )
}

type Shared = Omit<SumsProps, 'sums'>

/** An amount that links to the orders that make it up. */
function Amount({ sum, period, isOnly }: { sum: BookSum | undefined } & Shared) {
  const { locale } = useBookTexts()
  if (!sum) return '–'
  const { kind, key, amount } = sum
  const query = new URLSearchParams([...period, ['sum', `${kind} ${amount.currency} ${key}`]])
  return <Link to={`?${query}`}>{formatMoney(amount, locale, { namesHome: !isOnly })}</Link>
}

interface TableProps extends Shared {
  rows: BookSum[]
  heading: string
  /** Whether the last row is the total of the other rows. */
  total?: boolean
}

function Table({ rows, heading, total = false, ...shared }: TableProps) {
  const { t, locale } = useBookTexts()
  const nameOf = useSumName()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className="number">
            {t('books.orders')}
          </th>
          <th scope="col" className="number">
            {t('books.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((sum) => (
          <tr key={sum.key} className={sum.key === 'total' ? 'book-total' : undefined}>
            <th scope="row">{nameOf(sum)}</th>
            <td className="number">{sum.orders}</td>
            <td className="number">
              <Amount sum={sum} {...shared} />
            </td>
          </tr>
        ))}
        {total && rows.length > 1 && (
          <tr className="book-total">
            <th scope="row">{t('books.all')}</th>
            <td />
            <td className="number">{formatMoney(addUp(rows), locale, { namesHome: !shared.isOnly })}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function addUp(sums: BookSum[]): Money {
  let total = 0
  for (const { amount } of sums) total += amount.amount
  return { amount: total, currency: sums[0]?.amount.currency ?? '' }
}

interface TaxesProps extends Shared {
  charged: BookSum[]
  refunded: BookSum[]
  names: string[]
}

/** The taxes by rate, in three columns: taxes in sales, taxes in refunds, and the difference. */
function Taxes({ charged, refunded, names, ...shared }: TaxesProps) {
  const { t, locale } = useBookTexts()
  const nameOf = useSumName()
  const { currency } = addUp([...charged, ...refunded])
  const netTax = (some: string[]) => {
    const addUpSome = (sums: BookSum[]) => addUp(sums.filter(({ key }) => some.includes(key))).amount
    const amount = addUpSome(charged) - addUpSome(refunded)
    return formatMoney({ amount, currency }, locale, { namesHome: !shared.isOnly })
  }
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('books.tax')}</th>
          {(['books.tax_charged', 'books.tax_back', 'books.tax_left'] as const).map((key) => (
            <th key={key} scope="col" className="number book-column">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const [sum, refundSum] = [charged, refunded].map((sums) => sums.find(({ key }) => key === name))
          const anySum = sum ?? refundSum
          return (
            <tr key={name}>
              <th scope="row">{anySum && nameOf(anySum)}</th>
              <td className="number">
                <Amount sum={sum} {...shared} />
              </td>
              <td className="number">
                <Amount sum={refundSum} {...shared} />
              </td>
              <td className="number">{netTax([name])}</td>
            </tr>
          )
        })}
        {names.length > 1 && (
          <tr className="book-total">
            <th scope="row">{t('books.all')}</th>
            <td />
            <td />
            <td className="number">{netTax(names)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
