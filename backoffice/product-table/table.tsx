import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLoaderData } from 'react-router'
import { maxTableProducts } from '#contract/constants.ts'
import { toLang } from '#contract/languages.ts'
import { api } from '../core/api.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { timeOf } from '../core/texts.tsx'
import { LeaveGuard } from '../forms/leave-dialog.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { filterIn, sortIn } from '../products/list-data.ts'
import { ColumnChoice, useColumns } from './columns.tsx'
import { Grid } from './grid.tsx'
import type { Pasted } from './paste.ts'
import type { Active } from './places.ts'
import { focusCell, selectedRows } from './places.ts'
import { Problems } from './problems.tsx'
import type { Sheet } from './sheet.ts'
import { countTyped, fillDown, problemsIn, redoStep, sheetOf, undoStep } from './sheet.ts'
import { useTableTexts } from './texts.ts'
import type { Result } from './use-saves.ts'
import { useSaves } from './use-saves.ts'
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

const wideQuery = '(width >= 48rem)'
const watchWidth = (changed: () => void) => {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** `/office/products/table`: edits many products at once, as in a spreadsheet. */
export function Component() {
  const { t } = useTableTexts()
  const { list, lines } = useLoaderData<typeof loader>()
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(wideQuery).matches)
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

function Table() {
  const { t, locale } = useTableTexts()
  const { me } = useFrame()
  const data = useLoaderData<typeof loader>()
  const { columns, offered, choose } = useColumns({ mayPrice: hasRightAt(me, 'catalogue.price', null) })
  const [sheet, setSheet] = useState<Sheet>(() => sheetOf(data))
  const [active, setActive] = useState<Active>({ row: 0, column: columns[0] ?? 'price', anchor: 0 })
  const [pasted, setPasted] = useState<Omit<Pasted, 'sheet'> | null>(null)
  const saves = useSaves({ sheet, setSheet, asked: data.asked })
  const { save, clearResult } = saves
  const typedCount = countTyped(sheet)
  const problems = problemsIn(sheet)
  /** Changes the sheet. The texts about the last save and the last paste disappear. */
  const change = useCallback(
    (work: (sheet: Sheet) => Sheet) => {
      setSheet(work)
      setPasted(null)
      clearResult()
    },
    [clearResult],
  )
  useSaveShortcut(save)
  const formatCount = (count: number) => count.toLocaleString(toLang(locale))
  return (
    <>
      <LeaveGuard isChanged={typedCount > 0} />
      {data.count > maxTableProducts && !data.isChosen && (
        <p className="soft">
          {t('table.more', { most: formatCount(maxTableProducts), count: formatCount(data.count) })}
        </p>
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
        <ColumnChoice columns={columns} offered={offered} choose={choose} />
      </div>
      <Problems problems={problems} sheet={sheet} show={focusCell} />
      <div className="cells-frame">
        <Grid
          sheet={sheet}
          columns={columns}
          active={active}
          setActive={setActive}
          setSheet={change}
          onPaste={setPasted}
        />
      </div>
      <p className="soft">{t('table.keys')}</p>
      <SaveBar
        saves={saves}
        typedCount={typedCount}
        problemCount={problems.length}
        pasted={pasted}
        discard={() => setSheet((one) => sheetOf({ ...data, lines: one.rows.map(({ line }) => line) }))}
      />
    </>
  )
}

/** Saves with Ctrl + S or Cmd + S. */
function useSaveShortcut(save: () => Promise<void>) {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [save])
}

/**
 * Copies the text of the first selected cell into the other selected cells. Without a selection, copies the text of the
 * active cell into all cells below it.
 */
function fill(sheet: Sheet, active: Active): Sheet {
  const { first, last } = selectedRows(active)
  return fillDown(sheet, { row: first, column: active.column }, first === last ? sheet.rows.length - 1 : last)
}

interface SaveBarProps {
  saves: ReturnType<typeof useSaves>
  typedCount: number
  problemCount: number
  pasted: Omit<Pasted, 'sheet'> | null
  discard: () => void
}

/** Shows the progress or the result of a save, and the buttons that save or discard the changes. */
function SaveBar({ saves, typedCount, problemCount, pasted, discard }: SaveBarProps) {
  const { t, locale } = useTableTexts()
  const { progress, errors, save } = saves
  const isOff = progress !== null || typedCount === 0
  const formatCount = (count: number) => count.toLocaleString(toLang(locale))
  return (
    <div className="save-bar save-bar-on cells-bar">
      <div role="status">
        {progress ? (
          <>
            <progress value={progress.done} max={progress.all} aria-label={t('table.save')} />{' '}
            {t('table.saving', { done: formatCount(progress.done), all: formatCount(progress.all) })}
          </>
        ) : (
          <Outcome saves={saves} typedCount={typedCount} problemCount={problemCount} pasted={pasted} />
        )}
      </div>
      {errors.map(({ code, message }) => (
        <p key={code} className="field-error" role="alert">
          {message}
        </p>
      ))}
      <div className="row">
        <button type="button" className="button" disabled={isOff} onClick={() => void save()}>
          {t('table.save')}
        </button>
        <button type="button" className="button button-quiet" disabled={isOff} onClick={discard}>
          {t('table.discard')}
        </button>
      </div>
    </div>
  )
}

/**
 * Shows the result of the last save or undo, the outcome of the last paste, how many cells are not saved, and a button
 * that undoes the newest save.
 */
function Outcome({ saves, typedCount, problemCount, pasted }: Omit<SaveBarProps, 'discard'>) {
  const { t, locale } = useTableTexts()
  const { result, newestSave, undo } = saves
  return (
    <>
      {result && <ResultText {...result} />}
      {result && problemCount > 0 && <p>{t('table.not_saved', { count: problemCount })}</p>}
      <PasteOutcome pasted={pasted} />
      {!result && <p>{typedCount > 0 ? t('table.changed', { count: typedCount }) : t('table.unchanged')}</p>}
      {newestSave && (
        <button type="button" className="link" onClick={() => void undo(newestSave)}>
          {t('table.undo_save', { time: timeOf(newestSave.at, locale), count: newestSave.saved })}
        </button>
      )}
    </>
  )
}

function ResultText({ saved, keptCells }: Result) {
  const { t } = useTableTexts()
  if (keptCells !== null)
    return <p>{keptCells > 0 ? t('table.undone_partly', { count: keptCells }) : t('table.undone')}</p>
  if (saved === 0) return null
  return (
    <p>
      <strong>{t('table.saved', { count: saved })}</strong>
    </p>
  )
}

/** The maximum number of unknown SKUs that the page lists after a paste. */
const maxNamedSkus = 8

/** Shows which parts of the last paste have no place in the table. */
function PasteOutcome({ pasted }: Pick<SaveBarProps, 'pasted'>) {
  const { t } = useTableTexts()
  const { left = 0, unknown } = pasted ?? {}
  const more = (unknown?.length ?? 0) - maxNamedSkus
  return (
    <>
      {unknown && <p>{t('table.by_sku')}</p>}
      {unknown && unknown.length > 0 && (
        <p>
          {t('table.unknown_skus', { skus: unknown.slice(0, maxNamedSkus).join(' · ') })}
          {more > 0 && ` ${t('table.more_skus', { count: more })}`}
        </p>
      )}
      {left > 0 && <p>{t('table.left_out', { count: left })}</p>}
    </>
  )
}
