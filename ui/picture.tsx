import { isForeign } from '#contract/format.ts'
import type { Image } from '#contract/shapes.ts'
import { useUiTexts } from './texts.ts'

interface PictureProps {
  image: Image | null
  /** As in `<img sizes>`. */
  sizes: string
  /** The first picture of a page: loaded at once and with priority. */
  eager?: boolean
  /** Pictures beside their own name say nothing. */
  decorative?: boolean
  className?: string
}

/**
 * A picture in AVIF and WebP at the widths the shop keeps, or one file of another site, in a box of its own proportion.
 * Draws a quiet tile where there is none.
 */
export function Picture({ image, sizes, eager = false, decorative = false, className }: PictureProps) {
  const { say, pictureBase } = useUiTexts()
  if (!image) return <span className={`picture-none ${className ?? ''}`} aria-hidden="true" />
  const attributes = {
    width: image.width,
    height: image.height,
    alt: decorative ? '' : say(image.alt),
    loading: eager ? 'eager' : 'lazy',
    fetchPriority: eager ? 'high' : 'auto',
    decoding: eager ? 'sync' : 'async',
  } as const
  if (isForeign(image.src)) {
    return (
      <picture className={className}>
        <img {...attributes} src={image.src} alt={attributes.alt} />
      </picture>
    )
  }
  const base = `${pictureBase}${image.src}`
  const srcSet = (type: string) => image.widths.map((width) => `${base}/${width}.${type} ${width}w`).join(', ')
  const middle = image.widths[Math.floor((image.widths.length - 1) / 2)]
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img src={`${base}/${middle}.webp`} srcSet={srcSet('webp')} sizes={sizes} {...attributes} alt={attributes.alt} />
    </picture>
  )
}
