import { Link } from 'react-router'
import type { Marks } from '#contract/catalogue.ts'
import { displayLocale, otherLocaleOf, toLang } from '#contract/languages.ts'
import type { Suggestions } from '#contract/search.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { Picture } from '#ui/picture.tsx'
import { Highlight } from './highlight.tsx'

/** A suggestion, with the path that it opens. */
export interface Suggestion {
  kind: 'products' | 'categories' | 'pages'
  to: string
  name: Text
  marks: Marks
  product?: Suggestions['products'][number]
}

/** All suggestions in display order. */
export function listSuggestions({ products, categories, pages }: Suggestions): Suggestion[] {
  return [
    ...categories.map(({ id, ...category }): Suggestion => ({ kind: 'categories', to: categoryPath(id), ...category })),
    ...products.map((product): Suggestion => {
      const { id, name, marks } = product
      return { kind: 'products', to: `/store/product/${id}`, name, marks, product }
    }),
    ...pages.map(({ id, ...page }): Suggestion => ({ kind: 'pages', to: `/${id}`, ...page })),
  ]
}

interface SuggestionListProps {
  /** The prefix of the options' ids. */
  id: string
  offers: Suggestion[]
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
      {offers.map((offer, index) =>
        offer.kind === kind ? (
          <Link
            key={offer.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            to={offer.to}
            className="suggestion"
            onClick={onFollow}
          >
            <SuggestionLabel offer={offer} />
          </Link>
        ) : null,
      )}
    </div>
  ))
}

function SuggestionLabel({ offer: { name, marks, product } }: { offer: Suggestion }) {
  const { locale } = useShop()
  const shownLocale = displayLocale(name, locale)
  const otherLocale = otherLocaleOf(shownLocale)
  return (
    <>
      {product && <Picture image={product.image} sizes="3rem" decorative />}
      <span className="suggestion-names">
        <span lang={shownLocale === locale ? undefined : toLang(shownLocale)}>
          <Highlight text={name[shownLocale]} marks={marks[shownLocale]} />
        </span>
        {name[otherLocale] && name[otherLocale] !== name[shownLocale] && (
          <span className="other-name" lang={toLang(otherLocale)}>
            <Highlight text={name[otherLocale]} marks={marks[otherLocale]} />
          </span>
        )}
      </span>
      {product && <SuggestionPrice product={product} />}
    </>
  )
}

function SuggestionPrice({ product: { price, priceTo, isOut } }: { product: NonNullable<Suggestion['product']> }) {
  const { t, moneyText } = useShop()
  if (isOut) return <span className="other-name">{t('store.badge_out')}</span>
  if (priceTo) return <span className="money">{t('store.from', { price: moneyText(price) })}</span>
  return <Price money={price} />
}
