import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

export type Folder = Pick<Config, 'DATA_DIR'>

/**
 * Widths to keep, and how hard to press AVIF, 0 to 9: 2 is a fair bargain, 0 is three times as fast and a fifth larger.
 */
export interface Effort {
  widths?: readonly number[]
  effort?: number
}

/** A picture of its pixels alone, and its proportion. */
export interface Fitted {
  bytes: Uint8Array
  width: number
  height: number
}

/** Where the pictures are kept. */
export function mediaFolder(config: Folder): string {
  return join(config.DATA_DIR, 'media')
}
