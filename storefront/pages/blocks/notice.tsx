import { useShop } from '#storefront/core/shop.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import type { BlockProps } from './block-props.ts'

/** A short highlighted text. */
export function Notice({ block }: BlockProps<'notice'>) {
  const { t, say, langOf } = useShop()
  return (
    <section className="wrap notice-line" aria-label={say(block.title) || say(block.text)}>
      <p lang={langOf(block.text)}>
        {say(block.title) && <strong>{say(block.title)} </strong>}
        {say(block.text)} <BlockLink block={block} className="link" fallback={t('home.browse')} />
      </p>
    </section>
  )
}
