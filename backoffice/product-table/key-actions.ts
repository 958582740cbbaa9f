import type { KeyboardEvent } from 'react'
import type { Active, Direction } from './places.ts'
import { cellKey, nearestCell, selectedRows } from './places.ts'
import type { Column, Place, Sheet } from './sheet.ts'
import { edit, fillDown, hasCell, redoStep, undoStep } from './sheet.ts'
import type { CellFocus } from './use-cell-focus.ts'

const pageRows = 10

/** The cell in which a key was pressed, and the table around it. */
interface PressedCell {
  sheet: Sheet
  columns: readonly Column[]
  setSheet: (change: (sheet: Sheet) => Sheet) => void
  active: Active
  focus: CellFocus
  place: Place
  input: HTMLInputElement
}

/** Actions by key. */
type Actions = Partial<Record<string, () => void>>

/** Returns the action of a key in a cell. Undefined for keys that the field itself handles. */
export function keyAction(event: KeyboardEvent, cell: PressedCell): (() => void) | undefined {
  const { key, shiftKey } = event
  const { columns, focus, input } = cell
  if (event.ctrlKey || event.metaKey) return commandsIn(cell, { withShift: shiftKey })[key.toLowerCase()]
  if (event.altKey) return undefined
  const isCaret = focus.isCaret.current
  const isEdited = isCaret || input.value !== focus.initialText.current
  const actions: Actions = {
    ArrowUp: () => move(cell, { down: -1, isSelecting: shiftKey }),
    ArrowDown: () => move(cell, { down: 1, isSelecting: shiftKey }),
    PageUp: () => move(cell, { down: -pageRows, isSelecting: shiftKey }),
    PageDown: () => move(cell, { down: pageRows, isSelecting: shiftKey }),
    F2: () => startCaret(cell),
    Enter: () => (isEdited ? move(cell, { down: shiftKey ? -1 : 1 }) : startCaret(cell)),
    ...(isEdited && { Escape: () => restoreText(cell) }),
    // While there is a caret, these keys move it. With Shift, they select text.
    ...(!isCaret &&
      !shiftKey && {
        ArrowLeft: () => move(cell, { across: -1 }),
        ArrowRight: () => move(cell, { across: 1 }),
        Home: () => moveToFirst(cell, columns),
        End: () => moveToFirst(cell, columns.toReversed()),
      }),
  }
  return actions[key]
}

/** The actions of keys that are pressed together with Ctrl or Cmd. */
function commandsIn(cell: PressedCell, { withShift }: { withShift: boolean }): Actions {
  const { sheet, setSheet, active, place } = cell
  return {
    z: () => setSheet(withShift ? redoStep : undoStep),
    y: () => setSheet(redoStep),
    d: () => setSheet((sheet) => fillFromAbove(sheet, active, place)),
    home: () => move(cell, { from: { ...place, row: -1 }, down: 1 }),
    end: () => move(cell, { from: { ...place, row: sheet.rows.length }, down: -1 }),
  }
}

/** Moves the focus to the nearest cell in a direction. If there is no cell, the focus stays. */
function move(
  { sheet, columns, active, focus, place }: PressedCell,
  { from = place, isSelecting = false, ...direction }: Direction & { from?: Place; isSelecting?: boolean },
) {
  const target = nearestCell(sheet, columns, { from, ...direction })
  if (target) focus.goTo({ ...target, anchor: isSelecting ? active.anchor : target.row })
}

/** Moves the focus to the first of these columns that has a cell in the row. */
function moveToFirst({ sheet, focus, place: { row } }: PressedCell, columns: readonly Column[]) {
  const sheetRow = sheet.rows[row]
  const column = sheetRow && columns.find((one) => hasCell(sheetRow, one))
  if (column) focus.goTo({ row, column, anchor: row })
}

function startCaret({ focus, input }: PressedCell) {
  focus.isCaret.current = true
  input.setSelectionRange(input.value.length, input.value.length)
}

/** Restores the text that the cell had when it got the focus. */
function restoreText({ setSheet, focus, place, input }: PressedCell) {
  focus.isCaret.current = false
  setSheet((sheet) => edit(sheet, [{ ...place, text: focus.initialText.current }], cellKey(place)))
  requestAnimationFrame(() => input.select())
}

/**
 * If several cells are selected, copies the text of the first one into the others. Otherwise copies the text of the
 * cell above into the cell.
 */
function fillFromAbove(sheet: Sheet, active: Active, place: Place): Sheet {
  const { first, last } = selectedRows(active)
  if (first !== last) return fillDown(sheet, { row: first, column: active.column }, last)
  return fillDown(sheet, { row: Math.max(place.row - 1, 0), column: place.column }, place.row)
}
