import { maxCellsPerRequest } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { CellChange, RefusedCell } from '#contract/office/product-table.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'

/** The maximum size of the cells in one call, in bytes. The server accepts bodies of at most 64 kB. */
const maxBatchBytes = 48_000

/** Divides changed cells into batches, one for each call, within `maxBatchBytes` and `maxCellsPerRequest`. */
export function toBatches(cells: CellChange[]): CellChange[][] {
  const batches: CellChange[][] = [[]]
  let bytes = 0
  for (const cell of cells) {
    const cellBytes = new TextEncoder().encode(JSON.stringify(cell)).length + 1
    const batch = batches.at(-1)
    if (batch && (batch.length === maxCellsPerRequest || bytes + cellBytes > maxBatchBytes)) {
      batches.push([cell])
      bytes = cellBytes
    } else {
      batch?.push(cell)
      bytes += cellBytes
    }
  }
  return batches
}

interface Progress {
  sent: CellChange[]
  saved: number
  refused: RefusedCell[]
}

/**
 * Saves cells in several calls with the same submission id, so that staff can undo them as one change. Passes the
 * result of each call to `progress`. If a call fails, stops and returns the errors of the call.
 */
export async function saveCells(
  submission: string,
  cells: CellChange[],
  { offline, progress }: { offline: string; progress: (part: Progress) => void },
): Promise<ErrorItem[]> {
  for (const batch of toBatches(cells)) {
    const { done, errors } = await attemptOnPage(api.staff.writeProductTable({ submission, cells: batch }), offline)
    if (!done) return errors
    progress({ sent: batch, ...done })
  }
  return []
}
