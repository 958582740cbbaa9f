import type { WasteReason } from '#contract/constants.ts'
import type { StockItem } from '#contract/office/stock.ts'
import { newSubmission } from '../core/submission.ts'

/** The kinds of work that staff do with several goods at once. */
export const works = ['receive', 'count', 'waste', 'move'] as const
export type Work = (typeof works)[number]

/** A line of a list that is not saved yet. */
export interface DraftLine {
  /** The SKU or barcode, as it was scanned or typed. */
  code: string
  quantity: number
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
  /** Whether the list is complete and waits for the server's response. Staff can no longer change such a list. */
  isSent: boolean
}

export const emptyDraft = (): Draft => ({
  ...{ submission: newSubmission(), lines: [], note: '', reason: 'expired', to: '', isSent: false },
})

/** The storage key for a staff member's list at a store. Lists stay on the device after the sign-out. */
export const draftKey = (person: string, location: string, work: Work) => `stock ${person} ${location} ${work}`

/** The stored list, or an empty list if none is stored. */
export function readDraft(key: string): Draft {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (draft?.submission && Array.isArray(draft.lines)) return { ...emptyDraft(), ...draft }
  } catch {
    // If the browser blocks storage, there is no stored list.
  }
  return emptyDraft()
}

/** Stores the list, or removes it if it is empty. */
export function keepDraft(key: string, draft: Draft): void {
  try {
    if (draft.lines.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If storage is blocked or full, the list exists only on the page.
  }
}

const isLineOf = (code: string) => (line: DraftLine) => line.code === code || line.item?.sku === code

/** Adds one piece of a scanned code. The line moves to the top, where staff look for what they just scanned. */
export function scanned(lines: DraftLine[], code: string): DraftLine[] {
  const known = lines.find(isLineOf(code))
  const line = known ? { ...known, quantity: known.quantity + 1 } : { code, quantity: 1 }
  return [line, ...lines.filter((one) => one !== known)]
}

/**
 * Stores the result of looking up a code in the line that has this code. One exact match becomes the line's goods. If
 * another line already has these goods, for example because their SKU was scanned, both lines become one. Without one
 * exact match, the line gets the possible goods as `choices`.
 */
export function lookedUp(lines: DraftLine[], code: string, found: StockItem[]): DraftLine[] {
  const exact = found.filter(({ isExact }) => isExact)
  const [item, other] = exact
  if (!item || other) {
    const choices = exact.length > 0 ? exact : found
    return lines.map((line) => (line.code === code ? { ...line, item: null, choices } : line))
  }
  return merged(lines, code, { code, item })
}

/**
 * Writes the goods that the staff member chose into the line of a code. Replaces the line's code with the goods' SKU,
 * because the code alone does not identify the goods.
 */
export const chosen = (lines: DraftLine[], code: string, item: StockItem): DraftLine[] =>
  merged(lines, code, { code: item.sku, item })

/** Writes the goods into the line of a code, and merges lines with the same goods. */
function merged(lines: DraftLine[], code: string, known: { code: string; item: StockItem }): DraftLine[] {
  const line = lines.find((one) => one.code === code)
  if (!line) return lines
  const { sku } = known.item
  const same = lines.filter((one) => one !== line && (one.item?.sku === sku || one.code === sku))
  const quantity = piecesOf([line, ...same])
  return lines.flatMap((one) => (one === line ? [{ ...known, quantity }] : same.includes(one) ? [] : [one]))
}

export const withQuantity = (lines: DraftLine[], code: string, quantity: number): DraftLine[] =>
  lines.map((line) => (line.code === code ? { ...line, quantity } : line))

export const without = (lines: DraftLine[], code: string): DraftLine[] => lines.filter((line) => line.code !== code)

/**
 * Whether the server can save the line. The server cannot save a line whose code names no goods or several goods. It
 * saves a line without pieces only in a count.
 */
export const isReady =
  (work: Work) =>
  ({ item, quantity }: DraftLine): boolean =>
    item !== null && (work === 'count' || quantity > 0)

/** Returns a new list with the lines that were not ready, and that the server therefore did not save. */
export const afterSave = ({ lines }: Draft, work: Work): Draft => ({
  ...emptyDraft(),
  lines: lines.filter((line) => !isReady(work)(line)),
})

/** The sum of the pieces. */
export const piecesOf = (lines: DraftLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)
