import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { useCountWords } from './count-words.ts'
import { ChosenFilters, FilterButton, FilterPanel } from './filter-panel.tsx'
import { without } from './filters.ts'
import type { NarrowedListing, ProductListing } from './list-data.ts'
import { offeredSorts } from './list-data.ts'

interface ProductListProps {
  listing: ProductListing
  /** Whether shoppers can choose the sort order. False for a list that is sorted by relevance. */
  sortable?: boolean
  /** Rendered below a product's card. */
  note?: (product: ProductListing['products'][number]) => ReactNode
  /** The button for the filters, and the chosen filters. */
  narrow?: { button: ReactNode; chips: ReactNode }
  /** Replaces the grid of products. */
  children?: ReactNode
}

const eagerPictures = 4

/**
 * Products with their count, a choice of sort order, and a link that loads more. The URL always matches the shown list.
 */
export function ProductList({ listing, sortable = true, note, narrow, children }: ProductListProps) {
  const { t } = useShop()
  const words = useCountWords(listing)
  const list = useRef<HTMLUListElement>(null)
  const news = useMore(listing, list)
  const { products } = listing
  const isBusy = useIsChanging()
  const isNarrowed = useChanged(listing.count)
  return (
    <section className="product-list" aria-labelledby={headingId} aria-busy={isBusy || undefined}>
      <div className="list-bar">
        <h2 id={headingId} className="list-count" tabIndex={-1}>
          {words.all}
        </h2>
        {narrow?.button}
        {sortable && (products.length > 1 || narrow) && <SortForm />}
      </div>
      {narrow?.chips}
      {children ?? <Grid {...{ listing, list, note }} />}
      <p role="status" className="visually-hidden">
        {news > 0
          ? t('store.more_loaded', { more: news, shown: products.length, count: words.number })
          : isNarrowed && words.all}
      </p>
    </section>
  )
}

type GridProps = Pick<ProductListProps, 'listing' | 'note'> & {
  list: React.RefObject<HTMLUListElement | null>
}

function Grid({ listing, list, note }: GridProps) {
  return (
    <>
      <ul ref={list} className="product-grid">
        {listing.products.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              place="list"
              eager={index < eagerPictures}
              travels
              marks={listing.marks?.[product.id]}
            />
            {note?.(product)}
          </li>
        ))}
      </ul>
      {listing.hasMore && <LoadMore listing={listing} />}
    </>
  )
}

/** Whether a navigation within this list is loading, for example after a change of filters. */
function useIsChanging(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === pathname
}

/** Whether a number has differed from its initial value in any render so far. */
function useChanged(number: number): boolean {
  const [first] = useState(number)
  const [isChanged, setChanged] = useState(false)
  if (number !== first && !isChanged) setChanged(true)
  return isChanged
}

/** The number of products that the last "Load more" added. Moves the focus to the first of them. */
function useMore({ products, page }: ProductListing, list: React.RefObject<HTMLUListElement | null>): number {
  const before = useRef({ page, shown: products.length, first: products[0]?.id })
  const [news, setNews] = useState(0)
  useEffect(() => {
    const { page: pageBefore, shown, first } = before.current
    before.current = { page, shown: products.length, first: products[0]?.id }
    const isMore = page === pageBefore + 1 && products.length > shown && products[0]?.id === first
    setNews(isMore ? products.length - shown : 0)
    if (isMore) list.current?.children[shown]?.querySelector('a')?.focus({ preventScroll: true })
  }, [products, page, list])
  return news
}

interface NarrowableListProps {
  listing: NarrowedListing
  /** Shown if the list is empty although no filters are chosen. */
  empty: ReactNode
  hasBrands?: boolean
  sortable?: boolean
  note?: ProductListProps['note']
  /** Shown instead of the usual list of products, for example `MenuRows` on the page of a category. */
  children?: ReactNode
}

/** The minimum length of a list that offers filters. */
const worthNarrowing = 6

/** A product list with its filters beside it, or in a sheet. */
export function NarrowableList(props: NarrowableListProps) {
  const { listing, empty, hasBrands = true, sortable = true, note, children } = props
  const { t } = useShop()
  const [query] = useSearchParams()
  const { facets, chosen, count } = listing
  if (count === 0 && chosen === 0) return empty
  const canNarrow = facets !== null && (chosen > 0 || count >= worthNarrowing)
  if (!canNarrow) return children ?? <ProductList listing={listing} sortable={sortable} {...(note && { note })} />
  return (
    <div className="narrowable">
      <FilterPanel facets={facets} listing={listing} hasBrands={hasBrands} />
      <ProductList
        listing={listing}
        sortable={sortable}
        {...(note && { note })}
        narrow={{ button: <FilterButton />, chips: <ChosenFilters facets={facets} headingId={headingId} /> }}
      >
        {count === 0 ? (
          <EmptyList words={t('store.nothing_fits')}>
            <p>{t('store.nothing_fits_advice')}</p>
            <Link className="button button-quiet" to={without(query)} replace preventScrollReset>
              {t('store.filters_clear')}
            </Link>
          </EmptyList>
        ) : (
          children
        )}
      </ProductList>
    </div>
  )
}

const headingId = 'product-count'

/** A link to the URL of the next page. With JavaScript, the page's products are added in place. */
function LoadMore({ listing }: { listing: ProductListing }) {
  const { t } = useShop()
  const [query] = useSearchParams()
  const next = new URLSearchParams(query)
  next.set('page', String(listing.page + 1))
  const isBusy = useIsChanging()
  const shown = listing.products.length
  const words = t('store.shown', { shown, count: useCountWords(listing).number })
  return (
    <div className="load-more">
      <p>{words}</p>
      <progress value={shown} max={listing.count} aria-label={words} />
      <Link to={`?${next}`} replace preventScrollReset className="button button-quiet" aria-busy={isBusy || undefined}>
        {t(isBusy ? 'store.loading' : 'store.load_more')}
      </Link>
    </div>
  )
}

function SortForm() {
  const { t } = useShop()
  const submit = useSubmit()
  const [query] = useSearchParams()
  const sort = offeredSorts.find((offered) => offered === query.get('sort')) ?? 'default'
  const kept = [...query].filter(([name]) => name !== 'sort' && name !== 'page')
  return (
    <Form
      className="sort"
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      {kept.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name can repeat, and the fields have no state of their own.
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort">{t('store.sort')}</label>
      <select id="sort" name="sort" key={sort} defaultValue={sort}>
        {offeredSorts.map((offered) => (
          <option key={offered} value={offered}>
            {t(`store.sort_${offered}`)}
          </option>
        ))}
      </select>
      <button type="submit" className="button button-quiet without-script">
        {t('store.sort_apply')}
      </button>
    </Form>
  )
}
