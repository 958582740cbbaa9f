import type { ProductCard } from '#contract/catalogue.ts'
import { formatReduction } from '#contract/format.ts'
import { useShop } from '#storefront/core/shop.ts'

type Product = Pick<ProductCard, 'badges' | 'availability' | 'left' | 'price' | 'compareAtPrice'>

/** The badges on a product's picture, at most two: sold out, discount, few left, signature, clearance, new, spicy. */
export function BadgeList({ product }: { product: Product }) {
  const { t, locale } = useShop()
  if (product.availability === 'out') return <BadgeItems badges={[['out', t('store.badge_out')]]} />
  const has = (badge: ProductCard['badges'][number]) => product.badges.includes(badge)
  const badges: [string, string][] = []
  const percent = percentOff(product)
  if (percent > 0) badges.push(['sale', t('store.badge_sale', { reduction: formatReduction(percent, locale) })])
  if (product.availability === 'low' && product.left !== null) {
    badges.push(['low', t('store.left', { count: product.left })])
  }
  if (has('signature')) badges.push(['signature', t('store.badge_signature')])
  if (has('clearance')) badges.push(['clearance', t('store.badge_clearance')])
  if (has('new')) badges.push(['new', t('store.badge_new')])
  if (has('spicy')) badges.push(['spicy', t('store.badge_spicy')])
  return <BadgeItems badges={badges.slice(0, 2)} />
}

function BadgeItems({ badges }: { badges: [kind: string, word: string][] }) {
  if (badges.length === 0) return null
  return (
    <ul className="product-badges">
      {badges.map(([kind, word]) => (
        <li key={kind} className="product-badge" data-kind={kind}>
          {word}
        </li>
      ))}
    </ul>
  )
}

/** The discount in percent. Rounded down, so that the shop never promises a larger discount than it gives. */
export function percentOff({ price, compareAtPrice }: Pick<ProductCard, 'price' | 'compareAtPrice'>): number {
  if (!compareAtPrice || compareAtPrice.amount <= price.amount) return 0
  return Math.floor(((compareAtPrice.amount - price.amount) * 100) / compareAtPrice.amount)
}
