import { Link, useViewTransitionState } from 'react-router'
import type { Marks, ProductCard as Product } from '#contract/catalogue.ts'
import { keepNumbersWithUnits } from '#contract/format.ts'
import { displayLocale, otherLocaleOf, toLang } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { QuickAdd } from '#storefront/basket/quick-add.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { Highlight } from '#storefront/parts/search/highlight.tsx'
import { Picture } from '#ui/picture.tsx'
import { BadgeList } from './badges.tsx'
import { PriceTag } from './price-tag.tsx'
import { Windows } from './windows.tsx'
import './product-card.css'
import './product-row.css'

/** The product data that a card needs. Only menus show the summary. */
export type CardProduct = Omit<Product, 'summary' | 'brand' | 'bestBefore' | 'clearanceReason' | 'soldBy'> &
  Partial<Pick<Product, 'summary'>>

interface ProductCardProps {
  product: CardProduct
  /** Whether to load the picture eagerly, because it is among the first pictures of the page. */
  eager?: boolean
  /** The parts of the name that match a search. */
  marks?: Marks | undefined
  /**
   * Whether the picture takes part in a view transition to the product's page. On each page, set this only once per
   * product.
   */
  travels?: boolean
  /** The query string for the card's link, such as `?referId=…`. */
  search?: string
  /**
   * Where the card is shown: in a strip, in a list (where phones show each card as a row), or in a menu, which also
   * shows the product's summary.
   */
  place?: 'strip' | 'list' | 'menu'
}

const gridSizes = '(min-width: 80rem) 19rem, (min-width: 64rem) 23vw, (min-width: 44rem) 30vw'
/** The picture's `sizes` attribute for each place. */
const sizes = { strip: `${gridSizes}, 30vw`, list: `${gridSizes}, 7rem`, menu: '7rem' }

/** A product in a list: its picture, both names, price and a "+" to add one. The whole card is a link. */
export function ProductCard({
  product,
  eager = false,
  marks,
  travels = false,
  place = 'strip',
  search = '',
}: ProductCardProps) {
  const { say, langOf, locale } = useShop()
  const path = `/store/product/${product.id}`
  const isTransitioning = useViewTransitionState(path) && travels
  const isSoldOut = product.availability === 'out'
  return (
    <article className="product-card" data-out={isSoldOut || undefined}>
      <div className={`product-card-picture ${isTransitioning ? 'travels' : ''}`}>
        <Picture image={product.image} sizes={sizes[place]} eager={eager} decorative />
        <BadgeList product={product} />
      </div>
      <h3 className="product-card-name" lang={langOf(product.name)}>
        <Link to={path + search} viewTransition>
          <Highlight
            text={keepNumbersWithUnits(say(product.name))}
            marks={marks?.[displayLocale(product.name, locale)]}
          />
        </Link>
      </h3>
      <OtherName name={product.name} marks={marks} />
      {place === 'menu' && product.summary && say(product.summary) && (
        <p className="product-card-summary" lang={langOf(product.summary)}>
          {say(product.summary)}
        </p>
      )}
      <PriceTag
        price={product.price}
        was={product.compareAtPrice}
        from={product.priceTo !== null}
        unitPrice={product.unitPrice}
        member={product.memberPrice}
        sold={product.sold}
      />
      <Windows windows={product.windows} />
      {!isSoldOut && <CardAction product={product} />}
    </article>
  )
}

/** The name in the other language, in small print. */
export function OtherName({ name, marks }: { name: Text; marks?: Marks | undefined }) {
  const { locale } = useShop()
  const other = otherLocaleOf(locale)
  if (!name[other] || name[other] === name[locale] || !name[locale]) return null
  return (
    <p className="other-name" lang={toLang(other)}>
      <Highlight text={name[other]} marks={marks?.[other]} />
    </p>
  )
}

function CardAction({ product }: { product: CardProduct }) {
  const { t, say } = useShop()
  if (product.sku) return <QuickAdd product={product} sku={product.sku} />
  const label = t('store.choose_named', { name: say(product.name) })
  return (
    <Link className="quick-choose" to={`/store/product/${product.id}`} viewTransition aria-label={label}>
      {t('store.choose')}
    </Link>
  )
}
