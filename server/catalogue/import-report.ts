import type { Refusal } from './import-rows.ts'

export interface PictureProblem {
  line: number
  address: string
  reason: string
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
  onRefused(refusal: Refusal): void
  onPicture(problem: PictureProblem): void
}
