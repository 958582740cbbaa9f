import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

export type Folder = Pick<Config, 'DATA_DIR'>

export type Format = 'avif' | 'webp' | 'png'

/**
 * Widths and formats to store, and the encoding effort, from 0 to 9. An effort of 2 is a good balance. An effort of 0
 * is three times as fast, but the files are a fifth larger.
 */
export interface Effort {
  widths?: readonly number[]
  /** The formats to store; AVIF and WebP by default. */
  formats?: readonly Format[]
  effort?: number
  /**
   * The part of the picture to store, as shares of the width and height of the upright picture. The whole picture by
   * default.
   */
  part?: Part
}

export interface Part {
  left: number
  top: number
  width: number
  height: number
}

/** A picture without metadata, and its size in pixels. */
export interface Fitted {
  bytes: Uint8Array
  width: number
  height: number
}

/** The folder of the stored pictures. */
export function mediaFolder(config: Folder): string {
  return join(config.DATA_DIR, 'media')
}

/** The largest stored WebP file of a picture; null if it is missing. */
export function readLargest(
  config: Folder,
  { src, widths }: { src: string; widths: number[] },
): Promise<Buffer | null> {
  const file = join(mediaFolder(config), src.slice('/media/'.length), `${Math.max(...widths)}.webp`)
  return readFile(file).catch(() => null)
}
