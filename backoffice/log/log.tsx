import { Link, useLoaderData, useSearchParams } from 'react-router'
import type { LogEntry } from '#contract/office/people.ts'
import { api } from '../core/api.ts'
import { Empty, Page } from '../frame/page.tsx'
import { useLogFormats } from './log-texts.ts'
import { useLogTexts } from './texts.ts'

const pageSize = 50

/**
 * Loads a page of the log. In the URL, `before` is the id of the last entry of the previous page, and `subject` and
 * `person` are filters.
 */
export function loader({ request }: { request: Request }) {
  const { before, ...filters } = filtersOf(new URL(request.url).searchParams)
  return api.people.log({ limit: pageSize, ...(before && { before: Number(before) }), ...filters })
}

function filtersOf(query: URLSearchParams) {
  const { before = '', subject = '', person = '' } = Object.fromEntries(query)
  return { ...(/^[1-9]\d*$/.test(before) && { before }), ...(subject && { subject }), ...(person && { person }) }
}

/** `/office/log`: who changed what. */
export function Component() {
  const { t } = useLogTexts()
  const { entries, hasMore, currency } = useLoaderData<typeof loader>()
  const { before: _, ...filters } = filtersOf(useSearchParams()[0])
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page title={t('office.log')} intro={t('log.intro')}>
      {isFiltered && (
        <p className="row">
          {t('log.filtered')} <Link to="/log">{t('log.all')}</Link>
        </p>
      )}
      {entries.length === 0 && isFiltered && <Empty title={t('log.none_here')} />}
      {entries.length === 0 && !isFiltered && <Empty title={t('log.empty')}>{t('log.empty_help')}</Empty>}
      {entries.length > 0 && (
        <ul className="rows card">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} currency={currency} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Link
          className="button button-quiet"
          to={`?${new URLSearchParams({ ...filters, before: String(entries.at(-1)?.id) })}`}
        >
          {t('log.older')}
        </Link>
      )}
    </Page>
  )
}

/** Matches the ids of staff members and zones. The log hides these ids, because they mean nothing to readers. */
const isInternal = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^zone-/
/** Matches the id of an order, alone or at the beginning of a payment's reference. */
const orderId = /^[a-z2-7]{26}(?![a-z2-7])/

function Entry({ entry, currency }: { entry: LogEntry; currency: string }) {
  const { t, when } = useLogTexts()
  const { callWords, fieldWords, storeName, valueWords } = useLogFormats(currency)
  const { at, who, device, call, location, before, after } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = fields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
  const describedFields = changed.filter((field) => fieldWords(field) !== '')
  return (
    <li className="row-item">
      <div>
        <strong>{callWords(call)}</strong> <Subject entry={entry} storeName={storeName} />
        <p className="soft">
          {[who || t('log.machine'), device, location && storeName(location), when(at)].filter(Boolean).join(' · ')}
        </p>
        {describedFields.length > 0 && (
          <details>
            <summary>{t('log.details')}</summary>
            <dl className="changes">
              {describedFields.map((field) => {
                const [was, is] = [before, after].map((side) =>
                  valueWords(side?.[field], field.split(' ').at(-1) ?? ''),
                )
                return (
                  <div key={field}>
                    <dt>{fieldWords(field)}</dt>
                    {before && <dd>{`${t('log.before')}: ${was}`}</dd>}
                    <dd>{before ? `${t('log.after')}: ${is}` : is}</dd>
                  </div>
                )
              })}
            </dl>
          </details>
        )}
      </div>
    </li>
  )
}

/** The subject of a change, as a link to the order or as a name. */
function Subject({ entry, storeName }: { entry: LogEntry; storeName: (id: string) => string }) {
  const { t } = useLogTexts()
  const { subject, location, order = '' } = entry
  const [id] = orderId.exec(subject) ?? []
  if (id) return <Link to={`/orders/${id}`}>{t('log.order', { number: order })}</Link>
  const nameParts = subject.split(' ').filter((word) => !isInternal.test(word) && word !== location)
  return <span className="soft">{nameParts.map((word) => storeName(word) || word).join(' ')}</span>
}
