import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from '#contract/shapes.ts'
import type { Config } from '#server/platform/config.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'

/** Converts between stored pictures and their addresses in exported product files. */

/**
 * Matches the address of a stored picture's largest file. The part after “#” lists the widths of the files and the size
 * of the picture, so that an import need not fetch the picture.
 */
const storedAddressPattern =
  /^(?:https?:\/\/[^/]+)?\/media\/([0-9a-f]{32})\/\d{1,5}\.webp#(\d{1,5}(?:-\d{1,5}){0,9}),(\d{1,5})x(\d{1,5})$/

/**
 * The address of a picture in an exported file. If this shop stores the picture, it is the address of the largest file,
 * with the widths and the size. Otherwise it is the picture's `src`.
 */
export function pictureAddress({ src, widths, width, height }: Image, origin: string): string {
  if (!src.startsWith('/') || widths.length === 0) return src
  return `${origin}${src}/${Math.max(...widths)}.webp#${widths.join('-')},${width}x${height}`
}

/** The `src` of the stored picture with this address. Returns any other address unchanged. */
export function pictureSource(address: string): string {
  const [, hash] = storedAddressPattern.exec(address) ?? []
  return hash ? `/media/${hash}` : address
}

/**
 * The stored picture with this address. Null if the address is not in the format of `pictureAddress`. Also null if this
 * shop lacks a file of the picture, for example because another shop exported the address.
 */
export async function findStoredPicture(
  config: Pick<Config, 'DATA_DIR'>,
  address: string,
): Promise<Omit<Image, 'alt'> | null> {
  const [, hash = '', list = '', width, height] = storedAddressPattern.exec(address) ?? []
  if (!hash) return null
  const widths = list.split('-').map(Number)
  const files = widths.map((one) => join(mediaFolder(config), hash, `${one}.webp`))
  const exist = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  )
  return exist.every(Boolean) ? { src: `/media/${hash}`, widths, width: Number(width), height: Number(height) } : null
}
