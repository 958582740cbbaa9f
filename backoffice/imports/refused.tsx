import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { maxImportCellLength } from '#contract/import-limits.ts'
import type { FixedRow, ImportLine, OfficeImport } from '#contract/office/imports.ts'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { api } from '../core/api.ts'
import type { Attempt } from '../core/attempt.ts'
import { DownloadButton } from '../frame/download-button.tsx'
import { useColumnNames } from './column-names.ts'
import { LineHead } from './line-head.tsx'
import { useImportTexts } from './texts.ts'

type FixResult = Attempt<OfficeImport>
interface FixNotice {
  line: number
  isFixed: boolean
  remaining: number
}

/**
 * Shows the refused rows, a button that downloads them, and the rows that staff corrected. After a dry run, each
 * refused row has a small form for the cells that staff must correct.
 */
export function RefusedRows({ state, lines }: { state: OfficeImport; lines: ImportLine[] }) {
  const { t } = useImportTexts()
  const [notice, setNotice] = useState<FixNotice>()
  const box = useRef<HTMLParagraphElement>(null)
  const mayFix = state.status === 'checked'
  const announce = (next: FixNotice) => {
    setNotice(next)
    if (next.isFixed && next.remaining === 0) box.current?.focus()
  }
  return (
    <>
      <p role="status" tabIndex={-1} ref={box} className="import-said">
        {notice &&
          t(notice.isFixed ? 'imports.fix_done' : 'imports.fix_still', { line: notice.line, left: notice.remaining })}
      </p>
      {state.fixed.length > 0 && (
        <details className="import-kind" open>
          <summary>
            {t('imports.fixed')} ({state.fixed.length})
          </summary>
          <ul className="import-lines rows">
            {state.fixed.map((row) => (
              <Fixed key={row.line} row={row} mayFix={mayFix} />
            ))}
          </ul>
        </details>
      )}
      {lines.length > 0 && (
        <details className="import-kind" open>
          <summary>
            {t('imports.lines_refused')} ({lines.length})
          </summary>
          {mayFix && lines.some(({ cells }) => cells.length > 0) && <p className="soft">{t('imports.fix_hint')}</p>}
          {(mayFix || state.status === 'done') && (
            <DownloadButton
              label={t('imports.download_refused')}
              startExport={() => api.staff.exportRefused({ import: state.import })}
            />
          )}
          <ul className="import-lines rows">
            {lines.map((line, index) => (
              // A row that the server could read has only one entry, so the line's number is a unique key. A row that
              // the server could not read can have several entries, so the key of each entry also contains the index.
              <Refused
                key={`${line.line} ${line.cells.length > 0 ? '' : index}`}
                line={line}
                mayFix={mayFix}
                announce={announce}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface RefusedProps {
  line: ImportLine
  mayFix: boolean
  announce(notice: FixNotice): void
}

function Refused({ line, mayFix, announce }: RefusedProps) {
  const { t } = useImportTexts()
  const nameOf = useColumnNames()
  const { Form, data, state } = useFetcher<FixResult>()
  const item = useRef<HTMLLIElement>(null)
  const handledResult = useRef<FixResult>(undefined)
  useEffect(() => {
    if (!data?.done || handledResult.current === data) return
    handledResult.current = data
    const refused = data.done.lines.filter(({ kind }) => kind === 'refused')
    const isFixed = !refused.some((one) => one.line === line.line)
    // The form of a corrected row disappears. So the focus moves to the next form, or to the previous form if there is
    // no next one.
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    if (isFixed) next?.querySelector<HTMLInputElement>('.field-input input')?.focus()
    announce({ line: line.line, isFixed, remaining: refused.length })
  }, [data, line.line, announce])
  const { code, values, cells } = line
  return (
    <li ref={item}>
      <LineHead line={line} />
      {code && <p>{t(code, values)}</p>}
      {mayFix && cells.length > 0 && (
        <Form method="post" className="import-fix" aria-label={t('imports.line', { line: line.line })}>
          <input type="hidden" name="line" value={line.line} />
          {cells.map(({ column, value }) => (
            <Field
              key={column}
              name={`cell ${column}`}
              label={nameOf(column)}
              defaultValue={value}
              required={false}
              maxLength={maxImportCellLength}
              autoComplete="off"
            />
          ))}
          <OnceButton
            name="intent"
            value="fix"
            isBusy={state !== 'idle'}
            className="button button-quiet"
            aria-label={`${t('imports.fix')}: ${t('imports.line', { line: line.line })}`}
          >
            {t('imports.fix')}
          </OnceButton>
        </Form>
      )}
      {data?.errors && <ErrorSummary errors={data.errors} title={t('imports.fix_failed')} labels={{}} />}
    </li>
  )
}

function Fixed({ row, mayFix }: { row: FixedRow; mayFix: boolean }) {
  const { t } = useImportTexts()
  const nameOf = useColumnNames()
  const { Form, data, state } = useFetcher<FixResult>()
  return (
    <li>
      <LineHead line={row} />
      {row.cells.map(({ column, was, is }) => (
        <p key={column}>{t('imports.fixed_cell', { column: nameOf(column), was: was || '–', is: is || '–' })}</p>
      ))}
      {mayFix && (
        <Form method="post">
          <input type="hidden" name="line" value={row.line} />
          {row.cells.map(({ column, was }) => (
            <input key={column} type="hidden" name={`cell ${column}`} value={was} />
          ))}
          <OnceButton
            name="intent"
            value="fix"
            isBusy={state !== 'idle'}
            className="button button-quiet"
            aria-label={`${t('imports.fix_back')}: ${t('imports.line', { line: row.line })}`}
          >
            {t('imports.fix_back')}
          </OnceButton>
        </Form>
      )}
      {data?.errors && <ErrorSummary errors={data.errors} title={t('imports.fix_failed')} labels={{}} />}
    </li>
  )
}
