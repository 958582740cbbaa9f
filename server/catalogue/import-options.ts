import type { Locale } from '#contract/languages.ts'
import type { TaxClass } from '#contract/shapes.ts'

export const encodings = ['utf-8', 'utf-16le', 'gb18030', 'big5', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]
/** Options of an import: facts that the file lacks, and how to read it. */
export interface ImportOptions {
  /** Writes nothing and fetches no pictures. */
  dryRun: boolean
  /** The store of the imported stock; by default the first one. */
  location?: string
  currency?: string
  taxClass: TaxClass
  /** Language of the texts; the other language falls back to it. */
  language: Locale
  encoding: Encoding
  /** Counts stock even if the file names no inventory tracker. */
  track: boolean
  /** `retry` fetches the pictures that are placeholders so far. */
  pictures: 'fetch' | 'retry' | 'skip'
}
