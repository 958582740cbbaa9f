import { ProductCard } from '#storefront/cards/product-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** The memberships on sale. */
export default function Membership({ block, data }: BlockProps<'membership'>) {
  const { t } = useShop()
  return (
    <BlockFrame
      title={block.title}
      text={block.text}
      fallback={t('content.membership_more')}
      className="membership-band"
    >
      <ul className="membership-cards product-row">
        {data.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      <p>
        <BlockLink block={block} className="link" fallback={t('content.membership_more')} />
      </p>
    </BlockFrame>
  )
}
