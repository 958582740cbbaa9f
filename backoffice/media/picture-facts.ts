import { toLang } from '#contract/languages.ts'
import type { LibraryPicture, PictureUse } from '#contract/office/media.ts'
import type { useMediaTexts, usePictureTexts } from './texts.ts'

/** The file name of a picture. If the picture has no file name, returns a name with the date of its upload. */
export const pictureName = (
  { fileName, addedAt }: LibraryPicture,
  { t, when }: Pick<ReturnType<typeof usePictureTexts>, 't' | 'when'>,
): string => fileName || t('picture.nameless', { date: when(addedAt) })

/** Returns the name of a record that shows a picture. */
export function labelOfUse(
  { kind, id, name }: PictureUse,
  { t, say }: Pick<ReturnType<typeof useMediaTexts>, 't' | 'say'>,
): string {
  const label = say(name) || id
  return kind === 'product' ? label : t(`media.${kind}`, { name: label })
}

/** The back office page of a record that shows a picture; null if there is none. */
export function pathOfUse({ kind, id }: PictureUse): string | null {
  if (kind === 'product' || kind === 'variant') return `/products/${id}`
  return kind === 'shop' ? '/look' : null
}

/** A size such as "240 kB". */
export const formatSize = (bytes: number, locale: Parameters<typeof toLang>[0]): string =>
  new Intl.NumberFormat(toLang(locale), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, bytes / 1024),
  )
