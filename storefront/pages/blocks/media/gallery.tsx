import { useShop } from '#storefront/core/shop.ts'
import { BlockFrame } from '#storefront/pages/blocks/block-frame.tsx'
import type { BlockProps } from '#storefront/pages/blocks/block-props.ts'
import { Picture } from '#ui/picture.tsx'

/** Pictures side by side in a strip that scrolls horizontally. */
export default function Gallery({ block: { title, images } }: BlockProps<'gallery'>) {
  const { t } = useShop()
  return (
    <BlockFrame title={title} fallback={t('content.gallery')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable region */}
      <ul className="block-gallery" tabIndex={0} aria-label={t('content.gallery')}>
        {images.map((image) => (
          <li key={image.src}>
            <Picture image={image} sizes="(min-width: 64rem) 24rem, 70vw" />
          </li>
        ))}
      </ul>
    </BlockFrame>
  )
}
