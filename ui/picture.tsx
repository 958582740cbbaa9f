import { isForeign } from '#contract/format.ts'
import type { Image } from '#contract/shapes.ts'
import { useUiTexts } from './texts.ts'

interface PictureProps {
  image: Image | null
  /** The `sizes` attribute of `<img>`. */
  sizes: string
  /** For the first picture of a page: loads it at once, with high priority. */
  eager?: boolean
  /** For pictures beside their own name: the alternative text is empty. */
  decorative?: boolean
  className?: string
}

/**
 * A picture in AVIF and WebP at the shop's stored widths, or a single file of another site. A box keeps its proportion.
 * Renders a plain tile if `image` is missing.
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
