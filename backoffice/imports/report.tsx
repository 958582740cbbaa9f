import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ImportLine, OfficeImport } from '#contract/office/imports.ts'
import { api } from '../core/api.ts'
import { DownloadButton } from '../frame/download-button.tsx'
import { LineHead } from './line-head.tsx'
import { RefusedRows } from './refused.tsx'
import { useImportTexts } from './texts.ts'

const maxLines = 300
const kinds = ['kept', 'picture', 'unused', 'new', 'changed'] as const

/**
 * The report of an import or a dry run. Shows the rows of each kind with their reasons. Also shows the counts, unless
 * the import or dry run stopped. Renders `children` below the counts.
 */
export function Report({ state, children }: { state: OfficeImport; children?: ReactNode }) {
  const { t } = useImportTexts()
  const { status, counts, lines, hasReport } = state
  const refused = lines.filter(({ kind }) => kind === 'refused')
  const more = t(hasReport ? 'imports.lines_more' : 'imports.lines_first')
  const totals = [
    ['imports.count_new', counts.added],
    ['imports.count_changed', counts.changed],
    ['imports.count_unchanged', counts.unchanged],
    ['imports.count_kept', counts.kept],
    ['imports.count_refused', counts.refused],
  ] as const
  return (
    <>
      {Object.keys(counts).length > 0 && (
        <dl className="import-counts">
          {totals.map(([label, count]) => (
            <div key={label} className={label === 'imports.count_refused' && count ? 'import-count-bad' : undefined}>
              <dt className="soft">{t(label)}</dt>
              <dd>{count ?? 0}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      {hasReport && lines.length > 0 && (
        <div className="row">
          <DownloadButton
            label={t('imports.download_report')}
            startExport={() => api.staff.exportReport({ import: state.import })}
          />
        </div>
      )}
      <RefusedRows state={state} lines={refused} />
      {refused.length >= maxLines && <p className="soft">{more}</p>}
      {kinds.map((kind) => {
        const kindLines = lines.filter((line) => line.kind === kind)
        if (kindLines.length === 0) return null
        const isStored = kind === 'kept' || (status === 'done' && (kind === 'new' || kind === 'changed'))
        return (
          <details key={kind} className="import-kind" open={kind === 'kept' || kind === 'picture'}>
            <summary>
              {t(`imports.lines_${kind}`)} ({kindLines.length})
            </summary>
            <ul className="import-lines rows">
              {kindLines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several entries may be alike, and they never move.
                <Line key={index} line={line} isStored={isStored} />
              ))}
            </ul>
            {kindLines.length >= maxLines && <p className="soft">{more}</p>}
          </details>
        )
      })}
    </>
  )
}

/** A line of the file. `isStored` is whether its product is in the shop. */
function Line({ line, isStored }: { line: ImportLine; isStored: boolean }) {
  const { t } = useImportTexts()
  const { kind, product, code, values, fields } = line
  return (
    <li>
      {kind === 'unused' ? (
        <p>
          <strong>{product}</strong>
        </p>
      ) : (
        <LineHead line={line}>{product && isStored && <Link to={`/products/${product}`}>{product}</Link>}</LineHead>
      )}
      {code && <p>{t(code, values)}</p>}
      {fields.map(({ field, sku, present, file }) => {
        const name = [t(`imports.field_${field}`), sku].filter(Boolean).join(' ')
        const text =
          present || file
            ? t('imports.kept_field', { field: name, present: present || '–', file: file || '–' })
            : t('imports.kept_whole', { field: name })
        return <p key={`${field} ${sku}`}>{text}</p>
      })}
    </li>
  )
}
