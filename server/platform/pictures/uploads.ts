import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { maxUploadPixels } from '#contract/constants.ts'
import { fail } from '#server/platform/fail.ts'
import { withEncodingSlot } from './encoder.ts'
import type { Fitted } from './media-folder.ts'
import { strokesOf } from './stroke-font.ts'

/** Formats that visitors may upload, detected from the file's content. */
const uploadableFormats = new Set(['jpeg', 'png', 'webp'])
const sharpOptions = { limitInputPixels: maxUploadPixels, failOn: 'warning' as const }

/** Does the work of `squarePicture` in `images.ts`. The image process calls it. */
export function squarePicture(input: Buffer, side: number): Promise<Buffer> {
  return convertUpload(input, (picture) =>
    picture.resize(side, side, { fit: 'cover', position: 'attention' }).webp({ quality: 80 }).toBuffer(),
  )
}

/** Does the work of `plainPicture` in `images.ts`. The image process calls it. */
export function plainPicture(input: Buffer, shape: { width: number; isSquare: boolean }): Promise<Buffer> {
  const { width, isSquare } = shape
  const size = isSquare
    ? ({ width, height: width, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const)
    : { width, withoutEnlargement: true }
  return convertUpload(input, (picture) => picture.resize(size).png().toBuffer())
}

/** Does the work of `fittedPicture` in `images.ts`. The image process calls it. */
export async function fittedPicture(input: Buffer, sides: number[]): Promise<Fitted[]> {
  return convertUpload(input, async (picture) => {
    const [largest = 0, ...others] = sides.toSorted((one, other) => other - one)
    const { data, info } = await resizeWithin(picture, largest)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    return Promise.all([pixels(), ...others.map((side) => resizeWithin(pixels(), side))].map(toWebp))
  })
}

/** Does the work of `markedPicture` in `images.ts`. The image process calls it. */
export function markedPicture(input: Buffer, side: number, text: string): Promise<Fitted> {
  return convertUpload(input, async (picture) => {
    const { data, info } = await resizeWithin(picture, side)
      .png({ compressionLevel: 0 })
      .toBuffer({ resolveWithObject: true })
    return toWebp(sharp(data).composite([{ input: Buffer.from(drawMark(text, info)) }]))
  })
}

/**
 * Converts a picture with `make`. The result has no metadata. Fails with `input.picture` if visitors may not upload the
 * file.
 */
async function convertUpload<Result>(input: Buffer, make: (picture: Sharp) => Promise<Result>): Promise<Result> {
  // For an empty buffer, sharp throws synchronously. In an async function, the error becomes a rejected promise.
  const read = async () => sharp(input, sharpOptions).metadata()
  const metadata = await read().catch(() => null)
  if (!metadata?.format || !uploadableFormats.has(metadata.format)) fail('input.picture', undefined, 'file')
  const { width, height } = metadata.autoOrient
  if (width < 1 || height < 1 || width * height > maxUploadPixels || (metadata.pages ?? 1) > 1)
    fail('input.picture', undefined, 'file')
  return withEncodingSlot(() =>
    make(sharp(input, sharpOptions).autoOrient().toColourspace('srgb')).catch(() =>
      fail('input.picture', undefined, 'file'),
    ),
  )
}

const resizeWithin = (picture: Sharp, side: number) =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })

async function toWebp(picture: Sharp): Promise<Fitted> {
  const { data, info } = await picture.webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Draws a text repeatedly in rows across the picture, in white with a dark edge. The text is visible on every
 * background and does not hide the picture's content.
 */
function drawMark(text: string, { width, height }: { width: number; height: number }): string {
  const size = Math.max(10, Math.round(Math.min(width, height) / 22))
  const line = strokesOf(text, size)
  const [across, down] = [line.width + size * 2, size * 4]
  const stroke = (colour: string, thick: number) =>
    `<path d="${line.path}" fill="none" stroke="${colour}" stroke-width="${thick}" stroke-linecap="round"/>`
  const mark = stroke('#000', size / 4.5) + stroke('#fff', size / 9)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="mark" width="${across}" height="${down}"
  patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
<g opacity=".5" transform="translate(${size} ${size})">${mark}</g></pattern></defs>
<rect width="${width}" height="${height}" fill="url(#mark)"/></svg>`
}
