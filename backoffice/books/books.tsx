import { useMemo } from 'react'
import { Form, Link, useLoaderData } from 'react-router'
import { bookKinds } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { keysOf } from '#contract/object-keys.ts'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import { attempt } from '../core/attempt.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { DownloadButton } from '../frame/download-button.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { periodsAt } from './periods.ts'
import { SumEntries } from './sum-entries.tsx'
import { Sums } from './sums.tsx'
import { useBookTexts } from './texts.ts'
import './books.css'

/**
 * Loads the sums of the period and store in the URL. Without a period, loads the sums of today. If the URL names a sum
 * (`kind currency key`), also loads the orders that make up this sum. If the server refuses the period, returns the
 * dates of the URL and no sums.
 */
export async function loader({ request }: { request: Request }) {
  const query = new URL(request.url).searchParams
  const param = (name: string) => query.get(name) || undefined
  const location = param('store')
  const filters = { from: param('from'), to: param('to'), location }
  const { done, errors } = await attempt(api.staff.books(filters))
  if (!done) {
    // If all errors are about the dates, the store is valid, so the second request contains it. Otherwise, the store
    // may be invalid, so the request omits it.
    const { today } = await api.staff.books(errors.every(isAboutDates) ? { location } : {})
    const { from = '', to = '' } = filters
    return { from, to, today, sums: [], location, errors, sum: null, behind: null, after: '' }
  }
  const { from, to, today, sums } = done
  const requestedSum = readSum(query.get('sum') ?? '')
  const sum =
    requestedSum && sums.find(({ kind, key, amount }) => isSame(requestedSum, { kind, key, currency: amount.currency }))
  const after = query.get('after') ?? ''
  const behind = requestedSum && sum ? await api.staff.bookOrders({ from, to, location, ...requestedSum, after }) : null
  return { from, to, today, sums, location, errors, sum, behind, after }
}

/** Whether an error is about the dates. The page shows its own text for such errors, with the rules for the dates. */
const isAboutDates = ({ code, field }: ErrorItem) =>
  code === 'input.invalid' && (!field || field === 'from' || field === 'to')

interface SumKey {
  kind: (typeof bookKinds)[number]
  currency: string
  key: string
}

function readSum(text: string): SumKey | null {
  const [name = '', currency = '', ...key] = text.split(' ')
  const kind = bookKinds.find((one) => one === name)
  return kind ? { kind, currency, key: key.join(' ') } : null
}

const isSame = (one: SumKey, other: SumKey) =>
  one.kind === other.kind && one.key === other.key && one.currency === other.currency

/** `/office/books`: sales, taxes, payments and refunds of a period, and the orders that make up each sum. */
export function Component() {
  const { t } = useBookTexts()
  const { from, to, sums, location, errors, sum, behind, after } = useLoaderData<typeof loader>()
  const wrongPeriod = t('books.wrong_period')
  // Memoized, because the error summary takes the focus whenever it receives another array.
  const shownErrors = useMemo(
    () => (errors?.every(isAboutDates) ? [{ code: 'input.invalid' as const, message: wrongPeriod }] : errors),
    [errors, wrongPeriod],
  )
  const period = new URLSearchParams({ from, to, ...(location && { store: location }) })
  const currencies = [...new Set(sums.map(({ amount }) => amount.currency))]
  if (sum && behind) return <SumEntries sum={sum} {...behind} isFirst={after === ''} period={period} />
  return (
    <Page
      title={t('office.books')}
      intro={t('books.intro')}
      action={
        !errors && (
          <DownloadButton
            label={t('books.download')}
            busy={t('books.preparing')}
            startExport={() => api.staff.exportBooks({ from, to, location })}
          />
        )
      }
    >
      <ErrorSummary errors={shownErrors} title={t('office.check_form')} labels={{ location: t('books.store') }} />
      <Choice />
      {!errors && sums.length === 0 && <Empty title={t('books.none')}>{t('books.none_help')}</Empty>}
      {!errors &&
        currencies.map((currency) => (
          <Sums
            key={currency}
            sums={sums.filter(({ amount }) => amount.currency === currency)}
            isOnly={currencies.length === 1}
            period={period}
          />
        ))}
    </Page>
  )
}

/** Links to common periods, and a form that chooses the period and the store. */
function Choice() {
  const { t, say } = useBookTexts()
  const { me } = useFrame()
  const { from, to, today, location } = useLoaderData<typeof loader>()
  const stores = me.stores.filter(({ id }) => hasRightAt(me, 'money.see', id))
  const periods = periodsAt(today)
  return (
    <>
      <nav aria-label={t('books.period')}>
        <ul className="book-periods">
          {keysOf(periods).map((name) => {
            const period = periods[name]
            return (
              <li key={name}>
                <Link
                  to={`?${new URLSearchParams({ ...period, ...(location && { store: location }) })}`}
                  aria-current={period.from === from && period.to === to ? 'page' : undefined}
                >
                  {t(`books.${name}`)}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <Form className="book-choice" key={`${from} ${to} ${location}`}>
        <Field name="from" type="date" label={t('books.from')} defaultValue={from} />
        <Field name="to" type="date" label={t('books.to')} defaultValue={to} />
        {stores.length > 1 && (
          <Select
            name="store"
            label={t('books.store')}
            defaultValue={location ?? ''}
            required={false}
            options={[
              { value: '', label: t('office.all_stores') },
              ...stores.map(({ id, name }) => ({ value: id, label: say(name) })),
            ]}
          />
        )}
        <button type="submit" className="button button-quiet">
          {t('books.show')}
        </button>
      </Form>
    </>
  )
}
