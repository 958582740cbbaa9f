import { mostCellsAtOnce } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { CellChange, RefusedCell } from '#contract/office/product-table.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'

/** The maximum size of the cells in one call, in bytes. The server accepts bodies of at most 64 kB. */
const mostBytes = 48_000

/** Divides changed cells into calls. */
export function partsOf(cells: CellChange[]): CellChange[][] {
  const parts: CellChange[][] = [[]]
  let bytes = 0
  for (const cell of cells) {
    const size = new TextEncoder().encode(JSON.stringify(cell)).length + 1
    const part = parts.at(-1)
    if (part && (part.length === mostCellsAtOnce || bytes + size > mostBytes)) {
      parts.push([cell])
      bytes = size
    } else {
      part?.push(cell)
      bytes += size
    }
  }
  return parts
}

interface Progress {
  sent: CellChange[]
  saved: number
  refused: RefusedCell[]
}

/** Saves cells part by part, as one change. Stops at the first part that fails as a whole, and returns its errors. */
export async function saveCells(
  submission: string,
  cells: CellChange[],
  { offline, progress }: { offline: string; progress: (part: Progress) => void },
): Promise<ErrorItem[]> {
  for (const part of partsOf(cells)) {
    const { done, errors } = await attemptOnPage(api.staff.writeProductTable({ submission, cells: part }), offline)
    if (!done) return errors
    progress({ sent: part, ...done })
  }
  return []
}
