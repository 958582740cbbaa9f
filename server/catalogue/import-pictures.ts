import { createHash } from 'node:crypto'
import { defaultLocale, noText, pick, sameText } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { Failure } from '#server/platform/fail.ts'
import { fetchPicture, PictureError } from '#server/platform/pictures/fetch-picture.ts'
import { drawPlaceholder, storeImage } from '#server/platform/pictures/images.ts'
import type { ImportOptions } from './import-options.ts'
import type { ImportReport } from './import-report.ts'
import type { ReadProduct } from './import-rows.ts'

export interface ImportPictures {
  /** The pictures of a product. `missing` is the number of placeholders drawn because a fetch failed. */
  of(product: ReadProduct): Promise<{ images: Image[]; byAddress: Map<string, Image>; missing: number }>
}

/** After this many failures in a row, a host is not contacted again in this run. */
const patience = 3
const drawnTiles = 12
const drawnWidths = [320, 640, 960]
const fetchesAtOnce = 4
const keptAddresses = 5000

/** Fetches each URL once. Reports a failed fetch and draws a placeholder instead. */
export function createImportPictures(
  ctx: Context,
  mode: ImportOptions['pictures'],
  report: ImportReport,
): ImportPictures {
  const failures = new Map<string, number>()
  const found = new Map<string, Image>()
  const tiles = new Map<number, Promise<Image>>()

  const drawn = (handle: string, alt: string): Promise<Image> => {
    const tile = (createHash('sha1').update(handle).digest()[0] ?? 0) % drawnTiles
    let image = tiles.get(tile)
    if (!image) {
      image = drawPlaceholder(`tile ${tile}`, 'import').then((picture) =>
        storeImage(ctx.app.config, picture, { alt: noText, widths: drawnWidths, effort: 0 }),
      )
      tiles.set(tile, image)
    }
    return image.then((image) => ({ ...image, alt: sameText(alt) }))
  }

  const fetched = async (address: string, alt: string): Promise<Image> => {
    const known = found.get(address)
    if (known) return { ...known, alt: sameText(alt) }
    const host = URL.parse(address)?.host ?? ''
    if ((failures.get(host) ?? 0) >= patience) throw new PictureError(`${host} did not answer before`)
    try {
      const image = await storeImage(ctx.app.config, await fetchPicture(address), { alt: sameText(alt) })
      failures.delete(host)
      if (found.size < keptAddresses) found.set(address, image)
      return image
    } catch (error) {
      failures.set(host, (failures.get(host) ?? 0) + 1)
      if (error instanceof Failure) throw new PictureError('this is no picture')
      throw error
    }
  }

  const take = async (handle: string, picture: ReadProduct['pictures'][number]) => {
    try {
      return { image: await fetched(picture.address, picture.alt), isMissing: false }
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      report.onPicture({ line: picture.line, address: picture.address, reason: error.message })
      return { image: await drawn(handle, picture.alt), isMissing: true }
    }
  }

  return {
    async of({ input, pictures, variantPictures, line }) {
      const title = pick(input.name, defaultLocale)
      if (mode === 'skip' || pictures.length + variantPictures.size === 0) {
        return { images: [await drawn(input.id, title)], byAddress: new Map(), missing: 0 }
      }
      const own = [...new Set(variantPictures.values())]
        .filter((address) => !pictures.some((picture) => picture.address === address))
        .map((address) => ({ address, alt: title, line }))
      const byAddress = new Map<string, Image>()
      let missing = 0
      const all = [...pictures, ...own]
      for (let at = 0; at < all.length; at += fetchesAtOnce) {
        const some = all.slice(at, at + fetchesAtOnce)
        for (const [index, { image, isMissing }] of (
          await Promise.all(some.map((picture) => take(input.id, picture)))
        ).entries()) {
          byAddress.set(some[index]?.address ?? '', image)
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
