import type { ChangeEvent, ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { memo, useCallback, useRef } from 'react'
import { toLang } from '#contract/languages.ts'
import { CellNote } from './cell-note.tsx'
import type { Pasted } from './paste.ts'
import { paste as pasteCells } from './paste.ts'
import type { Column, Place, Sheet, SheetRow } from './sheet.ts'
import {
  allColumns,
  edit,
  fillDown,
  hasCell,
  languageOf,
  readBlock,
  readCell,
  redoStep,
  textIn,
  undoStep,
} from './sheet.ts'
import { useTableTexts } from './texts.ts'

const pageRows = 10
const addressOf = ({ row, column }: Place) => `${row} ${column}`

/** The place of the cell that contains the target field. Null if the target is not the field of a cell. */
function placeOf(target: EventTarget): Place | null {
  const { row, column } = target instanceof HTMLInputElement ? target.dataset : {}
  const known = allColumns.find((one) => one === column)
  return row && known ? { row: Number(row), column: known } : null
}

/** Moves the focus to a cell. */
export function focusCell(place: Place): void {
  document.querySelector<HTMLInputElement>(`[data-cell="${addressOf(place)}"]`)?.focus()
}

interface GridProps {
  sheet: Sheet
  columns: readonly Column[]
  setSheet: (change: (sheet: Sheet) => Sheet) => void
  /** The active cell. Its `anchor` is the row where the selection in its column begins. */
  active: Active
  setActive: (active: Active) => void
  /** Called after a paste. */
  pasted: (result: Omit<Pasted, 'sheet'>) => void
}

export interface Active extends Place {
  anchor: number
}

/**
 * The products as a table of fields. Arrow keys move to another cell. F2, Enter or a click on the active cell starts
 * editing. Typing replaces the cell's text. Only one field is a tab stop.
 */
export function Grid({ sheet, columns, setSheet, active, setActive, pasted }: GridProps) {
  const { t } = useTableTexts()
  /** Whether arrow keys move the caret in the cell, instead of moving to another cell. */
  const isCaret = useRef(false)
  /**
   * Whether `goTo` is moving the focus. In that case, `goTo` has already set the active cell, so `enter` must not set
   * the active cell again.
   */
  const isChosen = useRef(false)
  /** The text of the active cell when it got the focus. */
  const began = useRef('')
  const last = sheet.rows.length - 1

  const change = useCallback(
    ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const place = placeOf(currentTarget)
      const { value } = currentTarget
      if (place) setSheet((sheet) => edit(sheet, [{ ...place, text: value }], addressOf(place)))
    },
    [setSheet],
  )

  /** Moves the focus to a cell. `enter` then leaves the selection as it is. */
  function goTo(place: Active) {
    setActive(place)
    isChosen.current = true
    focusCell(place)
    isChosen.current = false
  }

  /**
   * Moves the focus to the nearest cell in a direction: `down` counts rows, `across` counts columns. If there is no
   * cell in that direction, the focus stays.
   */
  function move({ row, column }: Place, [down, across]: [number, number], isSelecting = false) {
    let to = Math.min(Math.max(row + down, 0), last)
    let at = columns.indexOf(column) + across
    const step = Math.sign(down || across)
    const isCell = () => {
      const [there, name] = [sheet.rows[to], columns[at]]
      return there && name && hasCell(there, name)
    }
    // Only the first line of a product has cells for names, so the move skips the missing cells in the lines below it.
    while (sheet.rows[to] && columns[at] && !isCell()) {
      if (down) to += step
      else at += step
    }
    const name = columns[at]
    if (!name || !isCell()) return
    goTo({ row: to, column: name, anchor: isSelecting ? active.anchor : to })
  }

  function press(event: KeyboardEvent<HTMLTableElement>) {
    const input = event.target
    const place = placeOf(input)
    if (!place || !(input instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    const act = keyAction(event, place, input)
    if (!act) return
    event.preventDefault()
    act()
  }

  /** Returns the action of a key in a cell. Null for keys that the field itself handles. */
  function keyAction(event: KeyboardEvent, place: Place, input: HTMLInputElement): (() => void) | null {
    const { key, shiftKey } = event
    if (event.ctrlKey || event.metaKey) return commandFor(event, place)
    if (event.altKey) return null
    const to = (down: number, across: number) => () => move(place, [down, across], shiftKey && down !== 0)
    if (key === 'ArrowUp') return to(-1, 0)
    if (key === 'ArrowDown') return to(1, 0)
    if (key === 'PageUp') return to(-pageRows, 0)
    if (key === 'PageDown') return to(pageRows, 0)
    if (key === 'F2') return () => startCaret(input)
    const isTyped = input.value !== began.current
    if (key === 'Enter') {
      return isCaret.current || isTyped ? () => move(place, [shiftKey ? -1 : 1, 0]) : () => startCaret(input)
    }
    if (key === 'Escape' && (isCaret.current || isTyped)) return () => putBack(place, input)
    if (isCaret.current || shiftKey) return null
    if (key === 'ArrowLeft') return to(0, -1)
    if (key === 'ArrowRight') return to(0, 1)
    if (key === 'Home') return () => edge(place, columns)
    if (key === 'End') return () => edge(place, columns.toReversed())
    return null
  }

  function commandFor({ key, shiftKey }: KeyboardEvent, place: Place): (() => void) | null {
    const name = key.toLowerCase()
    if (name === 'z') return () => setSheet(shiftKey ? redoStep : undoStep)
    if (name === 'y') return () => setSheet(redoStep)
    if (name === 'd') return () => setSheet((sheet) => fillDown(sheet, ...fillOf(active, place)))
    if (key === 'Home') return () => move({ ...place, row: -1 }, [1, 0])
    if (key === 'End') return () => move({ ...place, row: last + 1 }, [-1, 0])
    return null
  }

  function edge({ row }: Place, from: readonly Column[]) {
    const there = sheet.rows[row]
    const column = there && from.find((one) => hasCell(there, one))
    if (column) move({ row, column }, [0, 0])
  }

  function startCaret(input: HTMLInputElement) {
    isCaret.current = true
    input.setSelectionRange(input.value.length, input.value.length)
  }

  function putBack(place: Place, input: HTMLInputElement) {
    isCaret.current = false
    setSheet((sheet) => edit(sheet, [{ ...place, text: began.current }], addressOf(place)))
    requestAnimationFrame(() => input.select())
  }

  function enter({ target }: FocusEvent<HTMLTableElement>) {
    const input: EventTarget = target
    const place = placeOf(input)
    if (!place || !(input instanceof HTMLInputElement)) return
    isCaret.current = false
    began.current = input.value
    input.select()
    if (!isChosen.current && addressOf(place) !== addressOf(active)) setActive({ ...place, anchor: place.row })
  }

  function point(event: MouseEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    if (!place) return
    if (event.target === document.activeElement) {
      isCaret.current = true
      return
    }
    // The first click only selects the cell, so the browser must not put the caret into it.
    event.preventDefault()
    const isRange = event.shiftKey && place.column === active.column
    goTo({ ...place, anchor: isRange ? active.anchor : place.row })
  }

  function paste(event: ClipboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    const block = readBlock(event.clipboardData.getData('text/plain'))
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1
    if (!place || (!isBlock && isCaret.current)) return
    event.preventDefault()
    const { left, unknown } = pasteCells(sheet, place, { block, columns })
    setSheet((sheet) => pasteCells(sheet, place, { block, columns }).sheet)
    pasted({ left, unknown })
  }

  function copy(event: ClipboardEvent<HTMLTableElement>) {
    const [from, to] = [Math.min(active.anchor, active.row), Math.max(active.anchor, active.row)]
    if (from === to) return
    event.preventDefault()
    const texts = sheet.rows.slice(from, to + 1).map((row) => textIn(row, active.column, sheet.currency))
    event.clipboardData.setData('text/plain', texts.join('\n'))
  }

  return (
    <table className="cells" onKeyDown={press} onFocus={enter} onMouseDown={point} onPaste={paste} onCopy={copy}>
      <thead>
        <tr>
          <th scope="col">{t('table.product')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={languageOf(column) ? '' : 'cells-number'}>
              {t(`table.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map((row, at) => (
          <Line
            key={row.line.sku}
            {...{ row, at, columns, change, setSheet, currency: sheet.currency }}
            active={at === active.row ? active.column : null}
            selected={isSelected(active, at) ? active.column : null}
          />
        ))}
      </tbody>
    </table>
  )
}

const isSelected = ({ row, anchor }: Active, at: number) =>
  row !== anchor && at >= Math.min(row, anchor) && at <= Math.max(row, anchor)

/**
 * The cell to copy, and the last row to fill. If several cells are selected, the first cell is copied down. Otherwise
 * the active cell gets the value of the cell above it.
 */
function fillOf({ anchor, row, column }: Active, place: Place): [Place, number] {
  if (anchor !== row) return [{ row: Math.min(anchor, row), column }, Math.max(anchor, row)]
  return [{ row: Math.max(place.row - 1, 0), column: place.column }, place.row]
}

interface LineProps {
  row: SheetRow
  at: number
  columns: readonly Column[]
  currency: string
  active: Column | null
  selected: Column | null
  change: (event: ChangeEvent<HTMLInputElement>) => void
  setSheet: GridProps['setSheet']
}

/** A variant with its fields. Typing in another line does not render this line again. */
const Line = memo(function Line({ row, at, columns, currency, active, selected, change, setSheet }: LineProps) {
  const { t, say } = useTableTexts()
  const { line } = row
  const words = [say(line.name), say(line.detail)].filter(Boolean).join(' · ')
  return (
    <tr className={row.isFirst ? 'cells-first' : ''}>
      <th scope="row">
        <span className="cells-name">{row.isFirst ? say(line.name) : ''}</span>
        {say(line.detail) && <span className="soft">{say(line.detail)}</span>}
        {!row.isFirst && <span className="visually-hidden">{say(line.name)}</span>}
      </th>
      {columns.map((column) => {
        if (!hasCell(row, column)) return <td key={column} className="cells-none" />
        const text = row.typed[column]
        const read = text === undefined ? null : readCell(text, column, currency)
        const problem = read?.problem ?? row.refused[column]?.reason
        const locale = languageOf(column)
        const marks = [
          locale ? '' : 'cells-number',
          text === undefined ? '' : 'cells-typed',
          problem ? 'cells-wrong' : '',
          column === selected ? 'cells-selected' : '',
        ]
        return (
          <td key={column} className={marks.filter(Boolean).join(' ')}>
            <input
              data-cell={addressOf({ row: at, column })}
              data-row={at}
              data-column={column}
              value={textIn(row, column, currency)}
              onChange={change}
              tabIndex={column === active ? 0 : -1}
              aria-label={t('table.cell', { column: t(`table.${column}`), name: words })}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `note-${at}-${column}` : undefined}
              inputMode={locale || column === 'barcode' ? 'text' : 'decimal'}
              autoComplete="off"
              spellCheck={locale !== undefined}
              lang={locale && toLang(locale)}
            />
            {problem && (
              <CellNote
                id={`note-${at}-${column}`}
                place={{ row: at, column }}
                {...{ problem, currency, setSheet }}
                now={row.refused[column]?.now ?? null}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
})
