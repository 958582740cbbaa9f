import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jpegWidth } from '#contract/format.ts'
import { isKeyOf } from '#contract/object-keys.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { openSideProcess } from '#server/platform/side-process.ts'
import type { jobs } from './image-process.ts'
import type { Effort, Fitted, Folder } from './media-folder.ts'
import { mediaFolder } from './media-folder.ts'

const types = { avif: 'image/avif', webp: 'image/webp', png: 'image/png' } as const

const runInImageProcess = openSideProcess<typeof jobs>('server/platform/pictures/image-process.ts')

/**
 * Stores a picture, or a part of it, below `DATA_DIR/media` in fixed widths, by default as AVIF and WebP. Writes no
 * files if they already exist. Never enlarges the picture, removes all metadata and uses only the first frame.
 * Fails with `input.media_type` if the file is not a picture, or has more than 40 megapixels.
 */
export function storeImage(
  { DATA_DIR }: Folder,
  input: Buffer,
  { alt, ...effort }: { alt: Text } & Effort,
): Promise<Image> {
  return runInImageProcess('storeImage', { DATA_DIR }, input, alt, effort)
}

const jpegPath = /^\/([0-9a-f]{32})\/([1-9]\d{0,4})\.jpg$/

/**
 * Stores the JPEG form of a picture at the address `/media{path}`, made from the WebP file of the same width. Does
 * nothing if the JPEG exists or the picture has no such form. Each picture has only one width as JPEG (`jpegWidth`).
 */
export async function storeJpeg(config: Folder, path: string): Promise<void> {
  const [, hash, width] = jpegPath.exec(path) ?? []
  if (!hash) return
  const files = await readdir(join(mediaFolder(config), hash)).catch((): string[] => [])
  const widths = files.flatMap((name) => (name.endsWith('.webp') ? Number.parseInt(name, 10) : []))
  if (widths.length === 0 || files.includes(`${width}.jpg`) || jpegWidth(widths) !== Number(width)) return
  await runInImageProcess('storeJpeg', { DATA_DIR: config.DATA_DIR }, `${hash}/${width}`)
}

/** Deletes the files of a picture with this `src`. */
export async function removeImage(config: Folder, src: string): Promise<void> {
  await rm(join(mediaFolder(config), src.slice('/media/'.length)), { recursive: true, force: true })
}

/** Draws a placeholder of 960 × 960 pixels. The same name and seed give the same drawing. */
export function drawPlaceholder(name: string, seed: string): Promise<Buffer> {
  return runInImageProcess('drawPlaceholder', name, seed)
}

/**
 * Converts an uploaded picture to a square WebP with sides of this length, cropped around its main content, without
 * metadata. Fails with `input.picture` if the file is not a JPEG, PNG or WebP, is animated or broken, or has more than
 * 24 megapixels.
 */
export function squarePicture(input: Buffer, side: number): Promise<Buffer> {
  return runInImageProcess('squarePicture', input, side)
}

/**
 * Converts an uploaded picture to a PNG without metadata. With `isSquare`, the PNG is a square of this width, with
 * transparent margins where the picture does not fill it. Otherwise, the PNG keeps the picture's proportions and is at
 * most this wide. Fails like `squarePicture`.
 */
export function plainPicture(input: Buffer, shape: { width: number; isSquare: boolean }): Promise<Buffer> {
  return runInImageProcess('plainPicture', input, shape)
}

/**
 * Converts an uploaded picture to several WebP pictures without metadata, one for each number in `sides`. Each WebP
 * picture is at most that many pixels wide and high. Returns the largest first. Never enlarges the picture. Fails like
 * `squarePicture`.
 */
export function fittedPicture(input: Buffer, sides: number[]): Promise<Fitted[]> {
  return runInImageProcess('fittedPicture', input, sides)
}

/**
 * Converts an uploaded picture to a WebP within this side length, with a watermark that cannot be cropped away. The
 * watermark may contain capitals, digits and hyphens, and needs no font. Fails like `squarePicture`.
 */
export function markedPicture(input: Buffer, side: number, text: string): Promise<Fitted> {
  return runInImageProcess('markedPicture', input, side, text)
}

/** Finds the file and type of `/media/{path}`; null for names that `storeImage` would not write. */
export function serveImage(folder: string, path: string): { file: string; type: string } | null {
  const match = /^\/?([0-9a-f]{32})\/([1-9]\d{0,4})\.(\w+)$/.exec(path)
  if (!match) return null
  const [, hash = '', width, format = ''] = match
  return isKeyOf(types, format) ? { file: join(folder, hash, `${width}.${format}`), type: types[format] } : null
}
