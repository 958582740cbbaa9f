import type { ProductCard as Product } from '#contract/catalogue.ts'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import '#storefront/parts/empty-list.css'

interface LateCardsProps {
  /** The products; null until they have loaded. */
  products: Product[] | null
  /** A key for each card whose space is reserved until then. */
  places: string[]
}

/** A row of products that load after the page, into reserved space. */
export function LateCards({ products, places }: LateCardsProps) {
  return (
    <ul className="product-row" aria-hidden={products === null || undefined}>
      {products?.map((product) => (
        <li key={product.id} className="late-card">
          <ProductCard product={product} />
        </li>
      )) ??
        places.map((place) => (
          <li key={place} className="late-card">
            <div className="product-card-picture" />
          </li>
        ))}
    </ul>
  )
}
