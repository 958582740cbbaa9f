import type { BlockProps } from '#storefront/pages/blocks/block-props.ts'
import { Picture } from '#ui/picture.tsx'

/** A single picture. */
export default function ImageBlock({ block: { image } }: BlockProps<'image'>) {
  return (
    <div className="wrap">
      <Picture image={image} sizes="(min-width: 48rem) 44rem, 92vw" className="content-picture" />
    </div>
  )
}
