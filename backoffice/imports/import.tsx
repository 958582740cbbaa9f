import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, useLoaderData, useRevalidator } from 'react-router'
import { importFields } from '#contract/import-limits.ts'
import { isLocale, toLang } from '#contract/languages.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { Card, Page } from '../frame/page.tsx'
import { ImportForm, taxClasses } from './import-form.tsx'
import { PictureZip } from './picture-zip.tsx'
import { Report } from './report.tsx'
import { useImportTexts } from './texts.ts'
import './imports.css'

const pollIntervalMs = 1000

/** Loads an import with its progress. */
export const loader = ({ params }: LoaderFunctionArgs) => api.staff.importState({ import: params.import ?? '' })

/** Starts the dry run, the import or its undo, or corrects a row. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const id = params.import ?? ''
  const intent = textOf(form, 'intent')
  if (intent === 'run') return attempt(api.staff.runImport({ import: id }))
  if (intent === 'undo' || intent === 'undo-all')
    return attempt(api.staff.undoImport({ import: id, all: intent === 'undo-all' }))
  if (intent === 'fix') {
    const cells = [...form].flatMap(([name, value]) =>
      name.startsWith('cell ') ? [[name.slice(5), String(value)]] : [],
    )
    return attempt(
      api.staff.fixImportRow({ import: id, line: Number(textOf(form, 'line')), cells: Object.fromEntries(cells) }),
    )
  }
  const language = textOf(form, 'language')
  const targets = form.getAll('target').map(String)
  return attempt(
    api.staff.checkImport({
      import: id,
      columns: Object.fromEntries(form.getAll('column').map((name, index) => [String(name), targets[index] || null])),
      ...(isLocale(language) && { language }),
      taxClass: taxClasses.find((name) => name === textOf(form, 'taxClass')) ?? 'standard',
      track: form.has('track'),
      overwrite: importFields.filter((field) => form.has(`overwrite ${field}`)),
      // If the staff member chose no language, the input has no `language`. The cast allows this, because the server
      // rejects such a call, and the form shows the reason.
    } as Parameters<typeof api.staff.checkImport>[0]),
  )
}

/** `/office/import/:import`: the steps of an import, from its columns to its result. */
export function Component() {
  const { t } = useImportTexts()
  const { me } = useFrame()
  const state = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const { status, failure, fileName, header, counts } = state
  const isBusy = status === 'checking' || status === 'running' || status === 'undoing'
  usePoll(isBusy)
  const mayWrite = hasRightAt(me, 'catalogue.price', null)
  const isOpen = (status === 'uploaded' || status === 'checked' || status === 'failed') && header.length > 0
  return (
    <Page
      title={fileName}
      intro={t(`imports.status_${statusKeyOf(state)}`)}
      action={<Link to="/import">{t('imports.back')}</Link>}
    >
      {result?.errors && <ErrorSummary errors={result.errors} title={t('imports.status_failed')} labels={{}} />}
      {failure && (
        <p className="alert alert-note" role="alert">
          {t(failure.code, failure.values)}
        </p>
      )}
      {failure && header.length === 0 && (
        <p>
          <Link className="button" to="/import">
            {t('imports.again')}
          </Link>
        </p>
      )}
      {isBusy && <Progress state={state} />}
      {(status === 'failed' || hasWritten(state)) && (
        <Written state={state}>{mayWrite && <Undo state={state} />}</Written>
      )}
      {status === 'checked' && (
        <Card title={t('imports.found')}>
          <Report state={state}>
            {mayWrite ? (
              <Form method="post" className="row">
                <SendButton intent="run">{t('imports.run')}</SendButton>
                {Boolean(counts.refused) && (
                  <span className="soft">{t('imports.run_without', { count: counts.refused ?? 0 })}</span>
                )}
              </Form>
            ) : (
              <p className="alert alert-note">{t('imports.no_right')}</p>
            )}
          </Report>
        </Card>
      )}
      {isOpen && <PictureZip state={state} />}
      {isOpen && <ImportForm state={state} />}
      {status === 'undone' && <Undone state={state} mayWrite={mayWrite} />}
      {status === 'done' && (
        <Card title={t('imports.result')}>
          <Report state={state}>{mayWrite && <Undo state={state} />}</Report>
        </Card>
      )}
      {status === 'failed' && state.lines.length > 0 && (
        <Card title={t(state.isDryRun ? 'imports.found' : 'imports.result')}>
          <Report state={state} />
        </Card>
      )}
    </Page>
  )
}

/** Loads the page's data again each second while a step runs. */
function usePoll(isBusy: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => void revalidate(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isBusy, revalidate])
}

function Progress({ state: { status, share, rows } }: { state: OfficeImport }) {
  const { t, locale } = useImportTexts()
  const percent = Math.floor(share * 100)
  return (
    <Card title={t(`imports.status_${status}`)}>
      <p className="import-percent" aria-hidden="true">
        {percent}%
      </p>
      <progress className="import-share" max={100} value={percent} aria-label={t(`imports.status_${status}`)} />
      <p className="soft" role="status">
        {t('imports.under_way', { rows: rows.toLocaleString(toLang(locale)) })}
      </p>
    </Card>
  )
}

/**
 * The key of the text for the status. `undone_partly` means that the undo left products that have changed since the
 * import. `checked_partly` means that an import has already stored a part of the file in the shop.
 */
function statusKeyOf(state: OfficeImport) {
  const { status, left } = state
  if (status === 'undone' && left.length > 0) return 'undone_partly'
  if (status === 'checked' && hasWritten(state)) return 'checked_partly'
  return status
}

const hasWritten = ({ written }: OfficeImport) =>
  written !== null && written.added + written.changed + written.groups > 0

/** If an import stopped early, shows what it has stored in the shop. `children` offer to undo the import. */
function Written({ state, children }: { state: OfficeImport; children: ReactNode }) {
  const { t } = useImportTexts()
  if (!state.written) return null
  return (
    <Card title={t('imports.stopped')}>
      <p>{hasWritten(state) ? t('imports.written', state.written) : t('imports.written_nothing')}</p>
      {hasWritten(state) && children}
    </Card>
  )
}

function Undo({ state: { undoUntil } }: { state: OfficeImport }) {
  const { t, when } = useImportTexts()
  if (!undoUntil) return null
  return (
    <details className="import-undo">
      <summary>{t('imports.undo')}</summary>
      <p>{t('imports.undo_sure')}</p>
      <p>{t('imports.undo_stock')}</p>
      <p className="soft">{t('imports.undo_until', { when: when(undoUntil) })}</p>
      <Form method="post">
        <SendButton intent="undo" className="button-quiet">
          {t('imports.undo')}
        </SendButton>
      </Form>
    </details>
  )
}

function Undone({ state: { left, archived, undoUntil }, mayWrite }: { state: OfficeImport; mayWrite: boolean }) {
  const { t } = useImportTexts()
  const isWhole = left.length === 0
  return (
    <Card title={t(isWhole ? 'imports.status_undone' : 'imports.status_undone_partly')}>
      <p role="status">{isWhole ? t('imports.undone') : t('imports.undone_partly', { count: left.length })}</p>
      {archived.length > 0 && <ProductLinks title={t('imports.archived')} products={archived} />}
      {left.length > 0 && (
        <>
          <ProductLinks title={t('imports.left')} products={left} />
          {undoUntil && mayWrite && (
            <Form method="post">
              <SendButton intent="undo-all" className="button-quiet">
                {t('imports.undo_all')}
              </SendButton>
            </Form>
          )}
        </>
      )}
    </Card>
  )
}

function ProductLinks({ title, products }: { title: string; products: string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul className="import-products">
        {products.map((product) => (
          <li key={product}>
            <Link to={`/products/${product}`}>{product}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
