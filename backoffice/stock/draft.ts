import type { WasteReason } from '#contract/constants.ts'
import type { StockItem } from '#contract/office/stock.ts'
import { sum } from '#contract/sum.ts'
import { newSubmissionId } from '../core/submission.ts'

/** The kinds of work that staff do with several goods at once. */
export const works = ['receive', 'count', 'waste', 'move'] as const
export type Work = (typeof works)[number]

/** A line of a list that is not saved yet. */
export interface DraftLine {
  /** The SKU or barcode, as it was scanned or typed. */
  code: string
  quantity: number
  /** When the quantity last changed, by the device's clock. Undefined in lists of an earlier release. */
  countedAt?: number
  /** The goods with this code. Undefined before the look-up. Null if none or several match the code exactly. */
  item?: StockItem | null
  /** The goods that the code may refer to. Set if none or several match the code exactly. */
  choices?: StockItem[]
}

/** An unsaved list. The device stores it until the server has saved it. */
export interface Draft {
  /** The id of the submission. The server saves the list only once under this id. */
  submission: string
  lines: DraftLine[]
  note: string
  reason: WasteReason
  to: string
  /** By how many milliseconds the server's clock was ahead of the device's at the last look-up. */
  clockOffsetMs: number
  /** Whether the list is complete and waits for the server's response. Staff can no longer change such a list. */
  isSent: boolean
}

export const emptyDraft = (): Draft => ({
  submission: newSubmissionId(),
  lines: [],
  note: '',
  reason: 'expired',
  to: '',
  clockOffsetMs: 0,
  isSent: false,
})

/** The storage key for a staff member's list at a store. Lists stay on the device after the sign-out. */
export const draftKey = (person: string, location: string, work: Work) => `stock ${person} ${location} ${work}`

/** The stored list, or an empty list if none is stored. */
export function readDraft(key: string): Draft {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (draft?.submission && Array.isArray(draft.lines))
      return { ...emptyDraft(), ...draft, lines: draft.lines.map(withoutOldItem) }
  } catch {
    // If the browser blocks storage, or if the stored text is not JSON, staff start with an empty list.
  }
  return emptyDraft()
}

/**
 * Removes the item from a line if an earlier release stored the item without `waiting`. The page then looks the item up
 * again.
 */
const withoutOldItem = ({ item, ...line }: DraftLine): DraftLine =>
  item && item.waiting === undefined ? line : { ...line, ...(item !== undefined && { item }) }

/** Stores the list, or removes it if it is empty. */
export function saveDraft(key: string, draft: Draft): void {
  try {
    if (draft.lines.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If storage is blocked or full, the list exists only on the page.
  }
}

const isLineOf = (code: string) => (line: DraftLine) => line.code === code || line.item?.sku === code

/** Adds one piece of a scanned code. The line moves to the top, where staff look for what they just scanned. */
export function addScanned(lines: DraftLine[], code: string, countedAt: number): DraftLine[] {
  const existing = lines.find(isLineOf(code))
  const line = existing ? { ...existing, quantity: existing.quantity + 1 } : { code, quantity: 1 }
  return [{ ...line, countedAt }, ...lines.filter((one) => one !== existing)]
}

/**
 * Puts the result of a code's look-up into the line with this code. If exactly one result is an exact match, the line
 * gets these goods. If another line already has these goods, for example because their SKU was scanned, both lines
 * become one. If no result or several are exact matches, the line gets the possible goods as `choices`.
 */
export function withLookupResult(lines: DraftLine[], code: string, results: StockItem[]): DraftLine[] {
  const exact = results.filter(({ isExact }) => isExact)
  const [item, other] = exact
  if (!item || other) {
    const choices = exact.length > 0 ? exact : results
    return lines.map((line) => (line.code === code ? { ...line, item: null, choices } : line))
  }
  return mergeItem(lines, code, { code, item })
}

/**
 * Puts the goods that the staff member chose into the line with this code. Replaces the line's code with the goods'
 * SKU, because the code alone does not identify the goods.
 */
export const withChosenItem = (lines: DraftLine[], code: string, item: StockItem): DraftLine[] =>
  mergeItem(lines, code, { code: item.sku, item })

/** Puts the goods into the line with this code, and merges lines with the same goods. */
function mergeItem(lines: DraftLine[], code: string, match: { code: string; item: StockItem }): DraftLine[] {
  const line = lines.find((one) => one.code === code)
  if (!line) return lines
  const { sku } = match.item
  const duplicates = lines.filter((one) => one !== line && (one.item?.sku === sku || one.code === sku))
  const same = [line, ...duplicates]
  const times = same.flatMap(({ countedAt }) => countedAt ?? [])
  const merged = { ...match, quantity: piecesOf(same), ...(times.length > 0 && { countedAt: Math.max(...times) }) }
  return lines.filter((one) => !duplicates.includes(one)).map((one) => (one === line ? merged : one))
}

export const withQuantity = (
  lines: DraftLine[],
  code: string,
  { quantity, countedAt }: { quantity: number; countedAt: number },
): DraftLine[] => lines.map((line) => (line.code === code ? { ...line, quantity, countedAt } : line))

export const without = (lines: DraftLine[], code: string): DraftLine[] => lines.filter((line) => line.code !== code)

/**
 * Whether the page can send the line to the server. The look-up of the line's code must have found exactly one kind of
 * goods. If the look-up has not ended yet, the line is ready too, because the server looks the code up itself. Except
 * in a count, the line must also have at least one piece.
 */
export const isReady =
  (work: Work) =>
  ({ item, quantity }: DraftLine): boolean =>
    item !== null && (work === 'count' || quantity > 0)

/** Returns a new draft with only the lines that were not ready. The server has not saved these lines. */
export const afterSave = ({ lines }: Draft, work: Work): Draft => ({
  ...emptyDraft(),
  lines: lines.filter((line) => !isReady(work)(line)),
})

/** The total number of pieces in the lines. */
export function piecesOf(lines: DraftLine[]): number {
  return sum(lines.map(({ quantity }) => quantity))
}
