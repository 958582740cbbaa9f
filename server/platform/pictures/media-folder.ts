import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

export type Folder = Pick<Config, 'DATA_DIR'>

export type Format = 'avif' | 'webp' | 'png'

/**
 * Widths and formats to store, and the effort of AVIF, 0 to 9. 2 is a good balance; 0 is three times as fast, with
 * files a fifth larger.
 */
export interface Effort {
  widths?: readonly number[]
  /** AVIF and WebP by default. */
  formats?: readonly Format[]
  effort?: number
}

/** A picture without metadata, and its aspect ratio. */
export interface Fitted {
  bytes: Uint8Array
  width: number
  height: number
}

/** The folder of the stored pictures. */
export function mediaFolder(config: Folder): string {
  return join(config.DATA_DIR, 'media')
}
