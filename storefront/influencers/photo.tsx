import type { Image } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import './influencers.css'

interface PhotoProps {
  image: Image | null
  sizes: string
  eager?: boolean
  /**
   * The first part of the alternative text, before the picture's own text. Omit it if the text beside the picture says
   * the same. The alternative text is then empty.
   */
  alt?: string
}

/**
 * An influencer's picture, which exists only as WebP. It always comes from the shop itself, never from the CDN, so that
 * it disappears as soon as its approval ends.
 */
export function Photo({ image, sizes, eager = false, alt = '' }: PhotoProps) {
  const { say } = useShop()
  if (!image) return <span className="picture-none influencer-photo" aria-hidden="true" />
  const { src, widths, width, height } = image
  return (
    <img
      className="influencer-photo"
      src={`${src}/${widths.at(-1)}.webp`}
      srcSet={widths.map((each) => `${src}/${each}.webp ${each}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt && `${alt} · ${say(image.alt)}`}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
