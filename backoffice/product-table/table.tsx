import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLoaderData } from 'react-router'
import { mostTabled } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { toLang } from '#contract/languages.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { timeOf } from '../core/texts.tsx'
import { LeaveGuard } from '../forms/leave-dialog.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { filterIn, sortIn } from '../products/list-data.ts'
import { ColumnChoice, useColumns } from './columns.tsx'
import type { Active } from './grid.tsx'
import { focusCell, Grid } from './grid.tsx'
import type { Pasted } from './paste.ts'
import { Problems } from './problems.tsx'
import { saveCells } from './save.ts'
import type { Sheet } from './sheet.ts'
import {
  answered,
  changesIn,
  countTyped,
  fillDown,
  problemsIn,
  redoStep,
  sheetOf,
  undoStep,
  withLines,
} from './sheet.ts'
import { useTableTexts } from './texts.ts'
import '../forms/forms.css'
import './product-table.css'

/** Loads the products that the URL names, or the products that match the URL's filters. */
export async function loader({ request }: { request: Request }) {
  const query = new URL(request.url).searchParams
  const products = query.getAll('product')
  const isChosen = products.length > 0
  const asked: Parameters<typeof api.staff.productTable>[0] = {
    ...(isChosen ? { products } : { filter: filterIn(query) }),
    sort: sortIn(query),
  }
  const list = new URLSearchParams([...query].filter(([name]) => name !== 'product' && name !== 'after'))
  const table = await api.staff.productTable(asked)
  return { ...table, asked, isChosen, list: list.size > 0 ? `/products?${list}` : '/products' }
}

const wide = '(width >= 48rem)'
const watchWidth = (changed: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** `/office/products/table`: edits many products at once, as in a spreadsheet. */
export function Component() {
  const { t } = useTableTexts()
  const { list, lines } = useLoaderData<typeof loader>()
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(wide).matches)
  const back = <Link to={list}>{t('table.back')}</Link>
  if (!isWide) {
    return (
      <Page title={t('table.title')}>
        <Empty title={t('table.narrow')}>{t('table.narrow_help')}</Empty>
        <p>
          <Link className="button" to={list}>
            {t('table.to_list')}
          </Link>
        </p>
      </Page>
    )
  }
  return (
    <Page title={t('table.title')} intro={t('table.intro')} action={back}>
      {lines.length === 0 ? <Empty title={t('table.none')} /> : <Table />}
    </Page>
  )
}

/** A save that can be undone. */
interface Save {
  submission: string
  saved: number
  /** When the save ended. */
  at: string
}

/**
 * The result of the last save or undo. `kept` is the number of values that an undo did not restore, because they had
 * changed since the save. `kept` is null after a save.
 */
interface Result {
  saved: number
  kept: number | null
}

function Table() {
  const { t, locale } = useTableTexts()
  const { me } = useFrame()
  const data = useLoaderData<typeof loader>()
  const mayPrice = hasRightAt(me, 'catalogue.price', null)
  const { columns, offered, choose } = useColumns(mayPrice)
  const [sheet, setSheet] = useState<Sheet>(() => sheetOf(data))
  const [active, setActive] = useState<Active>({ row: 0, column: columns[0] ?? 'price', anchor: 0 })
  const [errors, setErrors] = useState<ErrorItem[]>([])
  const [result, setResult] = useState<Result | null>(null)
  const [saving, setSaving] = useState<{ done: number; all: number } | null>(null)
  /** The saves of this visit that are not undone, the newest last. */
  const [saves, setSaves] = useState<Save[]>([])
  const [pasted, setPasted] = useState<Omit<Pasted, 'sheet'> | null>(null)
  const typed = countTyped(sheet)
  const problems = problemsIn(sheet)
  const change = useCallback((work: (sheet: Sheet) => Sheet) => {
    setSheet(work)
    setPasted(null)
    setResult(null)
  }, [])

  async function save() {
    const cells = changesIn(sheet)
    if (saving || cells.length === 0) return
    const submission = crypto.randomUUID()
    setSaving({ done: 0, all: cells.length })
    setResult(null)
    let [done, saved] = [0, 0]
    const failed = await saveCells(submission, cells, {
      offline: t('office.offline'),
      progress: (part) => {
        done += part.sent.length
        saved += part.saved
        setSaving({ done, all: cells.length })
        setSheet((sheet) => answered(sheet, part.sent, part.refused))
      },
    })
    setSaving(null)
    setErrors(failed)
    setResult({ saved, kept: null })
    if (saved > 0) setSaves((before) => [...before, { submission, saved, at: new Date().toISOString() }])
  }

  async function undoSave({ submission, saved }: Save) {
    const { done, errors } = await attemptOnPage(
      api.staff.undoProductChange({ change: submission }),
      t('office.offline'),
    )
    setErrors(errors ?? [])
    if (!done) return
    const loaded = await attemptOnPage(api.staff.productTable(data.asked), t('office.offline'))
    const { lines } = loaded.done ?? {}
    if (lines) setSheet((now) => withLines(now, lines))
    setSaves((before) => before.filter((save) => save.submission !== submission))
    setResult({ saved, kept: done.kept })
  }

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  const to = (count: number) => count.toLocaleString(toLang(locale))
  return (
    <>
      <LeaveGuard isChanged={typed > 0} />
      {data.count > mostTabled && !data.isChosen && (
        <p className="soft">{t('table.more', { most: to(mostTabled), count: to(data.count) })}</p>
      )}
      <div className="cells-tools">
        <button
          type="button"
          className="button button-quiet"
          disabled={sheet.undo.length === 0}
          onClick={() => change(undoStep)}
        >
          {t('table.undo')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={sheet.redo.length === 0}
          onClick={() => change(redoStep)}
        >
          {t('table.redo')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => change((one) => fill(one, active))}>
          {t('table.fill')}
        </button>
        <ColumnChoice {...{ columns, offered, choose }} />
      </div>
      <Problems {...{ problems, sheet }} show={(place) => focusCell(place)} />
      <div className="cells-frame">
        <Grid {...{ sheet, columns, active, setActive }} setSheet={change} pasted={setPasted} />
      </div>
      <p className="soft">{t('table.keys')}</p>
      <div className="save-bar save-bar-on cells-bar">
        <div role="status">
          {saving ? (
            <>
              <progress value={saving.done} max={saving.all} aria-label={t('table.save')} />{' '}
              {t('table.saving', { done: to(saving.done), all: to(saving.all) })}
            </>
          ) : (
            <Outcome {...{ result, typed, problems: problems.length, pasted, save: saves.at(-1), undo: undoSave }} />
          )}
        </div>
        {errors.map(({ code, message }) => (
          <p key={code} className="field-error" role="alert">
            {message}
          </p>
        ))}
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={saving !== null || typed === 0}
            onClick={() => void save()}
          >
            {t('table.save')}
          </button>
          <button
            type="button"
            className="button button-quiet"
            disabled={saving !== null || typed === 0}
            onClick={() => setSheet((one) => sheetOf({ ...data, lines: one.rows.map(({ line }) => line) }))}
          >
            {t('table.discard')}
          </button>
        </div>
      </div>
    </>
  )
}

/**
 * Copies the text of the first selected cell into the other selected cells. Without a selection, copies the text of the
 * active cell into all cells below it.
 */
function fill(sheet: Sheet, { row, anchor, column }: Active): Sheet {
  const last = row === anchor ? sheet.rows.length - 1 : Math.max(row, anchor)
  return fillDown(sheet, { row: Math.min(row, anchor), column }, last)
}

interface OutcomeProps {
  result: Result | null
  typed: number
  problems: number
  pasted: Omit<Pasted, 'sheet'> | null
  /** The newest save that is not undone. */
  save: Save | undefined
  undo: (save: Save) => Promise<void>
}

/**
 * Shows the result of the last save or undo, the outcome of the last paste, how many cells are not saved, and a button
 * that undoes the newest save.
 */
function Outcome({ result, typed, problems, pasted, save, undo }: OutcomeProps) {
  const { t, locale } = useTableTexts()
  return (
    <>
      {result && result.kept === null && result.saved > 0 && (
        <p>
          <strong>{t('table.saved', { count: result.saved })}</strong>
        </p>
      )}
      {result && result.kept !== null && (
        <p>{result.kept > 0 ? t('table.undone_partly', { count: result.kept }) : t('table.undone')}</p>
      )}
      {result && problems > 0 && <p>{t('table.not_saved', { count: problems })}</p>}
      <PasteOutcome pasted={pasted} />
      {!result && <p>{typed > 0 ? t('table.changed', { count: typed }) : t('table.unchanged')}</p>}
      {save && (
        <button type="button" className="link" onClick={() => void undo(save)}>
          {t('table.undo_save', { time: timeOf(save.at, locale), count: save.saved })}
        </button>
      )}
    </>
  )
}

/** The maximum number of unknown SKUs that the page lists after a paste. */
const mostNamed = 8

/** Shows which parts of the last paste have no place in the table. */
function PasteOutcome({ pasted }: Pick<OutcomeProps, 'pasted'>) {
  const { t } = useTableTexts()
  const { left = 0, unknown } = pasted ?? {}
  const more = (unknown?.length ?? 0) - mostNamed
  return (
    <>
      {unknown && <p>{t('table.by_sku')}</p>}
      {unknown && unknown.length > 0 && (
        <p>
          {t('table.unknown_skus', { skus: unknown.slice(0, mostNamed).join(' · ') })}
          {more > 0 && ` ${t('table.more_skus', { count: more })}`}
        </p>
      )}
      {left > 0 && <p>{t('table.left_out', { count: left })}</p>}
    </>
  )
}
