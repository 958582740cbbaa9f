import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { campaignPath } from '#storefront/cards/facts.ts'
import type { CardProduct } from '#storefront/cards/product-card.tsx'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import './cart.css'

interface EmptyCartProps {
  campaign: Pick<CampaignDetail, 'id'> | null
  bestSellers: CardProduct[]
}

/** Shown for an empty cart: a drawing of a basket, a friendly message, a link to continue shopping and bestsellers. */
export function EmptyCart({ campaign, bestSellers }: EmptyCartProps) {
  return (
    <>
      <Message campaign={campaign} />
      {bestSellers.length > 0 && <BestSellers products={bestSellers} />}
    </>
  )
}

function BestSellers({ products }: { products: CardProduct[] }) {
  const { t } = useShop()
  return (
    <section aria-labelledby="best-sellers">
      <h2 id="best-sellers">{t('cart.best_sellers')}</h2>
      <ul className="product-row">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Message({ campaign }: Pick<EmptyCartProps, 'campaign'>) {
  const { t } = useShop()
  return (
    <section className="cart-empty">
      <svg viewBox="0 0 240 180" className="cart-empty-drawing" aria-hidden="true">
        <ellipse className="drawing-ground" cx="120" cy="160" rx="92" ry="10" />
        <path className="drawing-steam" d="M96 44c-8-10 8-16 0-28M122 40c-8-10 8-16 0-28M148 44c-8-10 8-16 0-28" />
        <path className="drawing-lid" d="M70 78c4-22 26-30 50-30s46 8 50 30z" />
        <circle className="drawing-knob" cx="120" cy="44" r="6" />
        <path className="drawing-basket" d="M56 80h128l-10 62a12 12 0 0 1-12 10H78a12 12 0 0 1-12-10z" />
        <path className="drawing-weave" d="M60 102h120M64 124h112M92 80l6 72M120 80v72M148 80l-6 72" />
        <path className="drawing-rim" d="M50 80h140" />
      </svg>
      <h2>{t(campaign ? 'campaign.cart_empty' : 'cart.empty_title')}</h2>
      <p>{t(campaign ? 'campaign.cart_empty_text' : 'cart.empty_text')}</p>
      <Link to={campaign ? campaignPath(campaign.id) : '/store'} className="button">
        {t(campaign ? 'campaign.back' : 'cart.empty_action')}
      </Link>
    </section>
  )
}
