import type { Column, Place, Sheet } from './sheet.ts'
import { allColumns, hasCell } from './sheet.ts'

/** The active cell. `anchor` is the row where the selection in its column begins. */
export interface Active extends Place {
  anchor: number
}

/** The key of a cell. The page finds the cell's field by this key. */
export const cellKey = ({ row, column }: Place) => `${row} ${column}`

/** The place of the cell that contains the target field. Null if the target is not the field of a cell. */
export function placeOf(target: EventTarget): Place | null {
  const { row, column } = target instanceof HTMLInputElement ? target.dataset : {}
  const knownColumn = allColumns.find((one) => one === column)
  return row && knownColumn ? { row: Number(row), column: knownColumn } : null
}

/** Moves the focus to a cell. */
export function focusCell(place: Place): void {
  document.querySelector<HTMLInputElement>(`[data-cell="${cellKey(place)}"]`)?.focus()
}

/** The first and the last selected row. */
export const selectedRows = ({ row, anchor }: Active) => ({ first: Math.min(row, anchor), last: Math.max(row, anchor) })

/** Whether several cells are selected, and the cell of this row is one of them. */
export function isSelected(active: Active, row: number): boolean {
  const { first, last } = selectedRows(active)
  return first !== last && first <= row && row <= last
}

/** A direction: `down` counts rows, `across` counts columns. One of them is zero. */
export type Direction = Partial<Record<'down' | 'across', number>>

/**
 * The cell that a move from a place reaches. The move ends at the first or the last row. Only the first line of a
 * product has cells for names, so the move goes on past missing cells. Null if the move leaves the table.
 */
export function nearestCell(
  { rows }: Sheet,
  columns: readonly Column[],
  { from, down = 0, across = 0 }: { from: Place } & Direction,
): Place | null {
  let row = Math.min(Math.max(from.row + down, 0), rows.length - 1)
  let columnIndex = columns.indexOf(from.column) + across
  for (;;) {
    const sheetRow = rows[row]
    const column = columns[columnIndex]
    if (!sheetRow || !column) return null
    if (hasCell(sheetRow, column)) return { row, column }
    row += Math.sign(down)
    columnIndex += Math.sign(across)
  }
}
