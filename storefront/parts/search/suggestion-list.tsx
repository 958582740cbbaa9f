import { Link } from 'react-router'
import type { Marks } from '#contract/catalogue.ts'
import { beside, shownIn, toLang } from '#contract/languages.ts'
import type { Suggestions } from '#contract/search.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { Picture } from '#ui/picture.tsx'
import { Highlight } from './highlight.tsx'

/** A suggestion, with the path that it opens. */
export interface Offer {
  kind: 'products' | 'categories' | 'pages'
  to: string
  name: Text
  marks: Marks
  product?: Suggestions['products'][number]
}

/** All suggestions in display order. */
export function listSuggestions({ products, categories, pages }: Suggestions): Offer[] {
  return [
    ...categories.map(({ id, ...place }): Offer => ({ kind: 'categories', to: categoryPath(id), ...place })),
    ...products.map((product): Offer => {
      const { id, name, marks } = product
      return { kind: 'products', to: `/store/product/${id}`, name, marks, product }
    }),
    ...pages.map(({ id, ...place }): Offer => ({ kind: 'pages', to: `/${id}`, ...place })),
  ]
}

interface SuggestionListProps {
  /** The prefix of the options' ids. */
  id: string
  offers: Offer[]
  chosen: number
  onFollow: () => void
}

/** The suggestions, grouped by kind. The search field handles the keys that choose a suggestion. */
export function SuggestionList({ id, offers, chosen, onFollow }: SuggestionListProps) {
  const { t } = useShop()
  const kinds = [...new Set(offers.map(({ kind }) => kind))]
  return kinds.map((kind) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div key={kind} role="group" aria-label={t(`store.suggested_${kind}`)}>
      <p className="suggestions-kind" aria-hidden="true">
        {t(`store.suggested_${kind}`)}
      </p>
      {offers.map((offer, at) =>
        offer.kind === kind ? (
          <Link
            key={offer.to}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            tabIndex={-1}
            to={offer.to}
            className="suggestion"
            onClick={onFollow}
          >
            <OfferFace offer={offer} />
          </Link>
        ) : null,
      )}
    </div>
  ))
}

function OfferFace({ offer: { name, marks, product } }: { offer: Offer }) {
  const { locale } = useShop()
  const shown = shownIn(name, locale)
  const other = beside(shown)
  return (
    <>
      {product && <Picture image={product.image} sizes="3rem" decorative />}
      <span className="suggestion-names">
        <span lang={shown === locale ? undefined : toLang(shown)}>
          <Highlight text={name[shown]} marks={marks[shown]} />
        </span>
        {name[other] && name[other] !== name[shown] && (
          <span className="other-name" lang={toLang(other)}>
            <Highlight text={name[other]} marks={marks[other]} />
          </span>
        )}
      </span>
      {product && <OfferPrice product={product} />}
    </>
  )
}

function OfferPrice({ product: { price, priceTo, isOut } }: { product: NonNullable<Offer['product']> }) {
  const { t, moneyText } = useShop()
  if (isOut) return <span className="other-name">{t('store.badge_out')}</span>
  if (priceTo) return <span className="money">{t('store.from', { price: moneyText(price) })}</span>
  return <Price money={price} />
}
