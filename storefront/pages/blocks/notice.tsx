import { useShop } from '#storefront/core/shop.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import type { BlockProps } from './block-props.ts'

/** A short highlighted text. */
export function Notice({ block }: BlockProps<'notice'>) {
  const { t, say, langOf } = useShop()
  const title = say(block.title)
  const text = say(block.text)
  return (
    <section className="wrap notice-line" aria-label={title || text}>
      <p lang={langOf(block.text)}>
        {title && <strong>{title}</strong>}
        {title && text && ' · '}
        {text}
        {isFullWidth(text) ? '' : ' '}
        <BlockLink block={block} className="link" fallback={t('home.browse')} />
      </p>
    </section>
  )
}

/** Whether a text ends with a full-width mark, such as "。". The mark includes white space, so no space must follow. */
const isFullWidth = (text: string) => /[。！？]$/u.test(text)
