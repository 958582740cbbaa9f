import type { ImportField } from '#contract/import-limits.ts'
import type { Locale } from '#contract/languages.ts'
import type { TaxClass } from '#contract/shapes.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]
/** Appended to the stored hash of a product if some of its pictures are placeholders. */
export const placeholderMark = '+placeholder'

/** A row of the file that staff corrected. */
export interface RowFix {
  product: string
  name: string
  /** Maps each column to its text in the file and the corrected text. */
  cells: Record<string, { was: string; is: string }>
}

/**
 * The products read from a file so far. `lines` has the first line of each product by its id. `owners` has the
 * product's id for each SKU.
 */
export interface SeenProducts {
  lines: Map<string, number>
  owners: Map<string, string>
}

/** Options of an import: how to read the file, and values that the file lacks. */
export interface ImportOptions {
  /** Whether to write nothing and fetch no pictures. */
  dryRun: boolean
  /** The store that gets the imported stock; by default the first store. */
  location?: string
  currency?: string
  taxClass: TaxClass
  /** The file's own language. A text is in this language unless the name of its column has another language. */
  language: Locale
  encoding: Encoding
  /** Whether to count stock even if the file has no inventory tracker. */
  track: boolean
  /** `retry` also fetches pictures that failed before and have placeholders. */
  pictures: 'fetch' | 'retry' | 'skip'
  /** The path of the zip with pictures that the file names. */
  zip?: string
  /**
   * Fields for which the import writes the file's value even if the owner has changed the stored value since the last
   * import.
   */
  overwrite: ImportField[]
  /**
   * Maps each column name of the file to the column that it fills, or to null to leave it out. By default, each column
   * fills the column with the same name.
   */
  columns?: Record<string, string | null> | undefined
  /** The maximum number of rows. The import fails if the file has more. */
  mostRows?: number | undefined
  /**
   * The id of the import's record. The import stores in this record the state of each product before the import, so
   * that the import can be undone.
   */
  record?: string | undefined
  /** Corrections of rows, by line. */
  fixes?: Record<number, RowFix> | undefined
}

/** The options of an import, completed with the shop's currency, store and list of stores. */
export interface RunOptions extends ImportOptions {
  currency: string
  location: string
  stores: ReadonlySet<string>
  signal: AbortSignal | undefined
  /** The other products of the file. Set if the import reads only some of the file's rows. */
  seen?: SeenProducts | undefined
}
