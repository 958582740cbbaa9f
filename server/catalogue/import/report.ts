import type { Text } from '#contract/languages.ts'
import type { Row } from './cells.ts'
import type { KeptValue } from './field-chooser.ts'
import type { RefusalReason } from './refusal.ts'
import type { Refusal } from './rows.ts'

export interface PictureProblem {
  line: number
  address: string
  reason: string
  /**
   * Why the picture has a problem, as a code that the back office shows in either language. Set only if the file names
   * the picture by a file name, not by a URL.
   */
  why?: Pick<RefusalReason, 'code' | 'values'>
}

/** Fields of a product that keep the owner's values, because the owner changed them since the last import. */
export interface KeptFields {
  line: number
  handle: string
  kept: KeptValue[]
}

export interface Progress {
  bytes: number
  ofBytes: number
  rows: number
  products: number
}
export interface ImportReport {
  onStart(assumed: Record<'location' | 'currency' | 'taxClass' | 'language' | 'encoding' | 'separator', string>): void
  onProgress(done: Progress): void
  /**
   * Receives a refused row. `rows` are all rows of its product. `rows` is empty if the file cannot be read at this row.
   */
  onRefused(refusal: Refusal, rows: Row[]): void
  onPicture(problem: PictureProblem): void
  /** Receives a picture of the zip that no row names. */
  onUnnamed?(name: string): void
  onKept(kept: KeptFields): void
  /** Receives a product that the import adds or changes, with the prices of its variants in minor units. */
  onProduct?(product: { line: number; handle: string; isNew: boolean; name: Text; prices: number[] }): void
  /** Receives all rows of a product of which staff corrected at least one row. */
  onCorrected?(rows: Row[]): void
  /** Receives a product that the import does not refuse. */
  onAccepted?(product: { line: number; handle: string; skus: string[] }): void
}
