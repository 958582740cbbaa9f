import { useShop } from '#storefront/core/shop.ts'
import type { BlockProps } from '#storefront/pages/blocks/block-props.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import { Picture } from '#ui/picture.tsx'

/** A picture with text beside it. */
export function Banner({ block }: BlockProps<'banner'>) {
  const { t, say, langOf } = useShop()
  return (
    <section className="wrap home-section">
      <div className="banner" data-side={block.side}>
        <Picture image={block.image} sizes="(min-width: 60rem) 30rem, 92vw" decorative />
        <div className="banner-words">
          <h2 lang={langOf(block.title)}>{say(block.title)}</h2>
          <p lang={langOf(block.text)}>{say(block.text)}</p>
          <BlockLink block={block} className="button button-quiet" fallback={t('home.browse')} />
        </div>
      </div>
    </section>
  )
}
