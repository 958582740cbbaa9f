import { Picture } from '#ui/picture.tsx'
import type { BlockProps } from './block-props.ts'

/** A single picture. */
export default function ImageBlock({ block: { image } }: BlockProps<'image'>) {
  return (
    <div className="wrap">
      <Picture image={image} sizes="(min-width: 48rem) 44rem, 92vw" className="content-picture" />
    </div>
  )
}
