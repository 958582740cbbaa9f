import { Link, useLoaderData } from 'react-router'
import type { LogEntry } from '#contract/office/people.ts'
import { api } from '../core/api.ts'
import { useTexts } from '../core/texts.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { callWords, valueWords } from './log-words.ts'

const pageSize = 50

/** Loads a page of the log; `before` in the address is the last line of the page before. */
export function loader({ request }: { request: Request }) {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return api.people.log({ limit: pageSize, ...(before > 0 && { before }) })
}

/** `/office/log`: who changed what. */
export function Component() {
  const { t } = useTexts()
  const { entries, hasMore } = useLoaderData<typeof loader>()
  return (
    <Page title={t('office.log')} intro={t('log.intro')}>
      {entries.length === 0 ? (
        <Empty title={t('log.empty')}>{t('log.empty_help')}</Empty>
      ) : (
        <ul className="rows card">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Link className="button button-quiet" to={`?before=${entries.at(-1)?.id}`}>
          {t('log.older')}
        </Link>
      )}
    </Page>
  )
}

/** Ids of people mean nothing to readers; their names stand in the details. */
const isInternal = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function Entry({ entry: { at, who, call, subject, before, after } }: { entry: LogEntry }) {
  const { t, when, locale } = useTexts()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = fields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
  return (
    <li className="row-item">
      <div>
        <strong>{callWords(call, locale)}</strong>{' '}
        <span className="soft">{isInternal.test(subject) ? '' : subject}</span>
        <p className="soft">
          {who || t('log.machine')} · {when(at)}
        </p>
        {changed.length > 0 && (
          <details>
            <summary>{t('log.details')}</summary>
            <dl className="changes">
              {changed.map((field) => (
                <div key={field}>
                  <dt>{field}</dt>
                  {before && <dd>{`${t('log.before')}: ${valueWords(before[field])}`}</dd>}
                  <dd>{before ? `${t('log.after')}: ${valueWords(after?.[field])}` : valueWords(after?.[field])}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  )
}
