import { useShop } from '#storefront/core/shop.ts'
import type { BlockProps } from '#storefront/pages/blocks/block-props.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'

/** A large picture with a short text, the current store and a link. */
export function Hero({ block, isFirst }: BlockProps<'hero'>) {
  const { app, t, say, langOf } = useShop()
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <section className="wrap">
      <div className="hero">
        <Picture
          image={block.image}
          sizes="(min-width: 48rem) 53rem, 110vw"
          eager={isFirst}
          className="hero-picture"
          decorative
        />
        <div className="hero-words">
          {app.appDetail.locname && (
            <p className="hero-store">
              <Icon name="pin" />
              {t('home.pickup_at', { store: app.appDetail.locname })}
            </p>
          )}
          <Heading lang={langOf(block.title)}>{say(block.title)}</Heading>
          <p lang={langOf(block.text)}>{say(block.text)}</p>
          <BlockLink block={block} className="button" fallback={t('home.browse')} />
        </div>
      </div>
    </section>
  )
}
