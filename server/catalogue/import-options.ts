import type { Locale } from '#contract/languages.ts'
import type { TaxClass } from '#contract/shapes.ts'

export const encodings = ['utf-8', 'utf-16le', 'gb18030', 'big5', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]
/** What a file does not say, and how it is taken. */
export interface ImportOptions {
  /** Nothing is written, no picture fetched. */
  dryRun: boolean
  /** The store whose stock the quantities are; the first one where it is left out. */
  location?: string
  currency?: string
  taxClass: TaxClass
  /** Language of the texts; the other falls back to it. */
  language: Locale
  encoding: Encoding
  /** Counts quantities even where the file names no inventory tracker. */
  track: boolean
  /** `retry` fetches again what is a drawn placeholder so far. */
  pictures: 'fetch' | 'retry' | 'skip'
}
