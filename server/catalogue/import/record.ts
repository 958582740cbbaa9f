import type { ImportField } from '#contract/import-limits.ts'
import type { Locale } from '#contract/languages.ts'
import type { ImportReason, ReasonValues } from '#contract/messages/office-import-reasons.ts'
import type { Money } from '#contract/money.ts'
import type { TaxClass } from '#contract/shapes.ts'
import type { Encoding, RowFix } from './options.ts'

/**
 * The values that earlier imports wrote for a product. If the shop's stored value differs, the owner has changed it.
 */
export interface Imported {
  /** The values by field, in the form in which the shop stores them. */
  fields: Record<string, unknown>
  variants: Record<string, Record<string, unknown>>
  texts: Partial<Record<Locale, ImportedTexts>>
}

/** The texts of one language, as in the imported file. */
export interface ImportedTexts {
  name: string
  summary: string
  description: string
  brand: string[]
  categories: string[]
  tags: string[]
}

/** The pieces that an import added to the stock of a variant at a store. Negative if the import removed pieces. */
export interface StockAdded {
  sku: string
  locationId: string
  pieces: number
  /** Whether the import began to count the stock of the variant at this store. */
  isNew: boolean
}

export const importStatuses = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** How to read the file of an import, as chosen in the back office. */
export interface ImportSettings {
  encoding: Encoding
  /** The column names of the file, and its first rows. */
  header: string[]
  samples: string[][]
  /** Maps each column of the file to the column of the shop that it fills, or to null to leave it out. */
  columns: Record<string, string | null>
  language: Locale
  taxClass: TaxClass
  /** Whether to count the stock of products for which the file names no inventory tracker. */
  track: boolean
  /**
   * Fields for which the import writes the file's value even if the owner has changed the stored value since the last
   * import.
   */
  overwrite: ImportField[]
  /** The uploaded zip with pictures that the file names: its name, and the number of its pictures. */
  zip?: { fileName: string; pictures: number } | null
  /** The corrected rows, by line. Records of earlier releases have none. */
  fixes?: Record<number, RowFix>
}

/** A line of the report: what happened to a row or product, and why. */
export interface ImportLine {
  kind: 'new' | 'changed' | 'kept' | 'refused' | 'picture' | 'unused'
  line: number
  product: string
  /** The name of the product, if it is new or changed or the row is refused. */
  name?: string
  /**
   * The lowest price of a new or changed product. If its variants have several prices, `priceTo` is the highest price.
   */
  price?: Money
  priceTo?: Money
  /** The cells to correct, by the column that they fill. Empty if staff cannot correct the row in the back office. */
  cells?: { column: string; value: string }[]
  code: ImportReason | null
  values: ReasonValues
  /** The fields that stay as they are in the shop, each with the shop's value and the file's value as text. */
  fields: { field: ImportField; sku: string; present: string; file: string }[]
}

/** The progress and the result of an import. */
export interface ImportState {
  /** The size of the whole file in bytes. */
  size: number
  rows: number
  /** The share of the current step that is done, from 0 to 1. */
  share: number
  /** The counts of a complete dry run or import. Empty while one runs, and after one that stopped. */
  counts: Record<string, number>
  lines: ImportLine[]
  /**
   * Whether `lines` report a dry run. Records of earlier releases lack this value. In such a record, `lines` report the
   * import if it has ended, otherwise a dry run.
   */
  isDryRun?: boolean
  /**
   * Whether staff can download the refused rows and the report of the last dry run or import. False while a dry run or
   * import is running. Records of earlier releases lack this value: their refused rows are correct, but they have no
   * report.
   */
  isReported?: boolean
  /** Why the last step failed. */
  failure: { code: ImportReason; values: ReasonValues } | null
  /** Products that an undo did not restore, because somebody changed them after the import. */
  left: string[]
  /**
   * New products that an undo archived instead of deleting, because they were sold or because other records refer to
   * them.
   */
  archived?: string[]
  /**
   * Maps the line of each refused or corrected row to the position of its product in the file of refused rows, as a
   * byte offset.
   */
  places?: Record<number, number>
  /**
   * Brands, categories, tags and modifier groups that the import added. Records of earlier releases have no modifier
   * groups.
   */
  groups: Record<'brands' | 'categories' | 'tags', string[]> & { modifierGroups?: string[] }
}
