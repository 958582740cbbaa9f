import type { Image } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import './influencers.css'

interface PhotoProps {
  image: Image | null
  /** As in `<img sizes>`. */
  sizes: string
  eager?: boolean
  /** What is seen, where the words beside it do not say it. */
  alt?: string
}

/** A picture that an influencer sent: WebP alone, from the shop's own address, for it ends with its approval. */
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
