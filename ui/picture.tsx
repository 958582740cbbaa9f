import { isForeign } from '#contract/format.ts'
import type { Image } from '#contract/shapes.ts'
import { useUiTexts } from './texts.ts'

interface PictureProps {
  image: Image | null
  sizes: string
  /** Whether to load the picture at once and with high priority. Meant for the first picture of a page. */
  eager?: boolean
  /** Whether to leave the alternative text empty, because the text beside the picture already names it. */
  decorative?: boolean
  className?: string
}

/**
 * A picture in AVIF and WebP at the widths that the shop stores, or a single file from another site. Reserves space in
 * the picture's proportions. Renders a plain tile if `image` is missing.
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
