import type { Locale } from '#contract/languages.ts'
import type { TaxClass } from '#contract/shapes.ts'

export const encodings = ['utf-8', 'utf-16le', 'gb18030', 'big5', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]
/** Options of an import: values that the file lacks, and how to read it. */
export interface ImportOptions {
  /** Whether to write nothing and fetch no pictures. */
  dryRun: boolean
  /** The store that gets the imported stock; by default the first one. */
  location?: string
  currency?: string
  taxClass: TaxClass
  /** The language of the texts. Other languages fall back to it. */
  language: Locale
  encoding: Encoding
  /** Whether to count stock even if the file has no inventory tracker. */
  track: boolean
  /** `retry` also fetches pictures that failed before and have placeholders. */
  pictures: 'fetch' | 'retry' | 'skip'
}
