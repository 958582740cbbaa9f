import { createHash } from 'node:crypto'
import { defaultLocale, noText, pick, sameText } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { findStoredPicture } from '#server/catalogue/stored-pictures.ts'
import type { Context } from '#server/platform/context.ts'
import { Failure } from '#server/platform/fail.ts'
import { fetchPicture, PictureError } from '#server/platform/pictures/fetch-picture.ts'
import { drawPlaceholder, storeImage } from '#server/platform/pictures/images.ts'
import type { ImportOptions } from './options.ts'
import { refusalReason } from './refusal.ts'
import type { ImportReport } from './report.ts'
import type { FilePicture, FileProduct } from './rows.ts'
import type { PictureZip } from './zip.ts'
import { isFileName, ZipPictureError } from './zip.ts'

export interface ImportPictures {
  /** The pictures of a product. `missing` is the number of placeholders drawn because a fetch failed. */
  fetchAll(product: FileProduct): Promise<{ images: Image[]; byAddress: Map<string, Image>; missing: number }>
  /**
   * Reports each file name in these products for which the import has no picture: there is no zip, the zip lacks the
   * file, or the file cannot be used as a picture.
   */
  reportProblems(products: FileProduct[]): Promise<void>
  /** Reports pictures of the zip that no product named. */
  reportUnnamed(): void
}

/** After this many consecutive failed fetches from a host, the import fetches nothing more from the host. */
const maxFailuresInRow = 3
const placeholderCount = 12
const placeholderWidths = [320, 640, 960]
const fetchConcurrency = 4
const maxCachedPictures = 5000

/**
 * Loads pictures from their URLs or from the zip, and caches up to `maxCachedPictures` of them. Reports each picture
 * that it cannot load, and draws a placeholder instead.
 */
export function createImportPictures(
  ctx: Context,
  report: ImportReport,
  { mode, zip }: { mode: ImportOptions['pictures']; zip: PictureZip | null },
): ImportPictures {
  const failures = new Map<string, number>()
  const imageCache = new Map<string, Image>()
  const tiles = new Map<number, Promise<Image>>()

  const drawTile = (handle: string, alt: Text): Promise<Image> => {
    const tile = (createHash('sha1').update(handle).digest()[0] ?? 0) % placeholderCount
    let image = tiles.get(tile)
    if (!image) {
      image = drawPlaceholder(`tile ${tile}`, 'import').then((picture) =>
        storeImage(ctx.app.config, picture, { alt: noText, widths: placeholderWidths, effort: 0 }),
      )
      tiles.set(tile, image)
    }
    return image.then((image) => ({ ...image, alt }))
  }

  const loadImage = async (address: string, alt: Text): Promise<Image> => {
    const cached = imageCache.get(address) ?? (await findStoredPicture(ctx.app.config, address))
    if (cached) return { ...cached, alt }
    if (zip && isFileName(address)) return readFromZip(zip, address, alt)
    const host = URL.parse(address)?.host ?? ''
    if ((failures.get(host) ?? 0) >= maxFailuresInRow) throw new PictureError(`${host} did not answer before`)
    try {
      const image = await storeImage(ctx.app.config, await fetchPicture(address), { alt })
      failures.delete(host)
      if (imageCache.size < maxCachedPictures) imageCache.set(address, image)
      return image
    } catch (error) {
      failures.set(host, (failures.get(host) ?? 0) + 1)
      if (error instanceof Failure) throw new PictureError('this is no picture')
      throw error
    }
  }

  const readFromZip = async (zip: PictureZip, name: string, alt: Text): Promise<Image> => {
    const bytes = await zip.read(name)
    const image = await storeImage(ctx.app.config, bytes, { alt }).catch((error: unknown) => {
      if (error instanceof Failure) throw new ZipPictureError(refusalReason('import.zip_type', { name }))
      throw error
    })
    if (imageCache.size < maxCachedPictures) imageCache.set(name, image)
    return image
  }

  const loadOrPlaceholder = async (handle: string, picture: Omit<FilePicture, 'source'>) => {
    try {
      return { image: await loadImage(picture.address, picture.alt), isMissing: false }
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      report.onPicture({
        line: picture.line,
        address: picture.address,
        reason: error.message,
        ...(error instanceof ZipPictureError && { why: error.why }),
      })
      return { image: await drawTile(handle, picture.alt), isMissing: true }
    }
  }

  return {
    async reportProblems(products) {
      if (mode === 'skip') return
      for (const { line, pictures, variantPictures } of products) {
        const variantPictureLines = [...variantPictures.values()].map((address) => ({ address, line }))
        const lineByAddress = new Map([...variantPictureLines, ...pictures].map((one) => [one.address, one.line]))
        for (const [address, line] of lineByAddress) {
          if (!isFileName(address)) continue
          const problem = zip ? await zip.problemOf(address) : refusalReason('import.picture_file', { name: address })
          if (problem) report.onPicture({ line, address, reason: problem.reason, why: problem })
        }
      }
    },
    reportUnnamed() {
      for (const name of zip?.unnamed() ?? []) report.onUnnamed?.(name)
    },
    async fetchAll({ input, pictures, variantPictures, line, version }) {
      const title = pick(input.name, defaultLocale)
      // An exported file lists all pictures of a product. A product without pictures in this file has none in the shop
      // either, so it gets no placeholder.
      const hasNoPictures = pictures.length + variantPictures.size === 0 && version !== ''
      if (hasNoPictures) return { images: [], byAddress: new Map(), missing: 0 }
      if (mode === 'skip' || pictures.length + variantPictures.size === 0) {
        return { images: [await drawTile(input.id, sameText(title))], byAddress: new Map(), missing: 0 }
      }
      const otherVariantPictures = [...new Set(variantPictures.values())]
        .filter((address) => !pictures.some((picture) => picture.address === address))
        .map((address) => ({ address, alt: sameText(title), line }))
      const byAddress = new Map<string, Image>()
      let missing = 0
      const all = [...pictures, ...otherVariantPictures]
      for (let offset = 0; offset < all.length; offset += fetchConcurrency) {
        const batch = all.slice(offset, offset + fetchConcurrency)
        for (const [index, { image, isMissing }] of (
          await Promise.all(batch.map((picture) => loadOrPlaceholder(input.id, picture)))
        ).entries()) {
          byAddress.set(batch[index]?.address ?? '', image)
          if (isMissing) missing++
        }
      }
      const images = pictures.flatMap(({ address }) => byAddress.get(address) ?? [])
      return { images: unique(images.length > 0 ? images : [...byAddress.values()]), byAddress, missing }
    },
  }
}

function unique(images: Image[]): Image[] {
  return [...new Map(images.map((image) => [image.src, image])).values()]
}
