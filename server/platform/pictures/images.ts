import { join } from 'node:path'
import type { Image, Text } from '#contract/shapes.ts'
import { openSideProcess } from '#server/platform/side-process.ts'
import type { jobs } from './image-process.ts'
import type { Effort, Fitted, Folder } from './media-folder.ts'

const types = { avif: 'image/avif', webp: 'image/webp' } as const

const askBeside = openSideProcess<typeof jobs>('server/platform/pictures/image-process.ts')

/**
 * Keeps a picture as AVIF and WebP in fixed widths, never enlarged, below `DATA_DIR/media`. The same picture again is
 * no work. Whatever the file said besides its pixels is left out. Refuses what is no picture, has several frames' worth
 * of tricks or more than 40 megapixels: `input.media_type`.
 */
export function storeImage({ DATA_DIR }: Folder, input: Buffer, alt: Text, effort: Effort = {}): Promise<Image> {
  return askBeside('storeImage', { DATA_DIR }, input, alt, effort)
}

/** A drawn tile for a thing without a picture, 960 × 960: the same name and seed give the same tile. */
export function drawPlaceholder(name: string, seed: string): Promise<Buffer> {
  return askBeside('drawPlaceholder', name, seed)
}

/**
 * Somebody's picture as a square WebP of this side, cut around what stands out, of its pixels alone. Refuses what is no
 * JPEG, PNG or WebP by what it holds, moves, is broken or has more than 24 megapixels: `input.picture`.
 */
export function squarePicture(input: Buffer, side: number): Promise<Buffer> {
  return askBeside('squarePicture', input, side)
}

/**
 * Somebody's picture as WebPs of its pixels alone, each within one of these sides, never enlarged. Refuses as
 * `squarePicture`.
 */
export function fittedPicture(input: Buffer, sides: number[]): Promise<Fitted[]> {
  return askBeside('fittedPicture', input, sides)
}

/**
 * Somebody's picture within this side, with words written all over it that cannot be cut away: capitals, digits and
 * hyphens, drawn without a font. Refuses as `squarePicture`.
 */
export function markedPicture(input: Buffer, side: number, words: string): Promise<Fitted> {
  return askBeside('markedPicture', input, side, words)
}

/** The file and type behind `/media/{path}`; null for anything that `storeImage` would not have written. */
export function serveImage(folder: string, path: string): { file: string; type: string } | null {
  const match = /^\/?([0-9a-f]{32})\/([1-9]\d{0,4})\.(avif|webp)$/.exec(path)
  if (!match) return null
  const [, hash = '', width, format] = match
  return { file: join(folder, hash, `${width}.${format}`), type: types[format as keyof typeof types] }
}
