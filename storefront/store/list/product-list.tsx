import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { useCountTexts } from './count-texts.ts'
import { FilterButton, FilterPanel } from './filter-panel.tsx'
import { withoutFilters } from './filters.ts'
import type { FilteredListing, ProductListing } from './list-data.ts'
import { offeredSorts } from './list-data.ts'

interface ProductListProps {
  listing: ProductListing
  /** Whether shoppers can choose the sort order. False for a list that is sorted by relevance. */
  sortable?: boolean
  /** Rendered below a product's card. */
  note?: (product: ProductListing['products'][number]) => ReactNode
  /** The button for the filters, and the chosen filters. */
  filterControls?: { button: ReactNode; chips: ReactNode }
  /** Replaces the grid of products. */
  children?: ReactNode
}

const eagerPictures = 4

/**
 * Products with their count, a choice of sort order, and a link that loads more. The URL always matches the shown list.
 */
export function ProductList({ listing, sortable = true, note, filterControls, children }: ProductListProps) {
  const { t } = useShop()
  const countTexts = useCountTexts(listing)
  const list = useRef<HTMLUListElement>(null)
  const addedCount = useAddedCount(listing, list)
  const { products } = listing
  const isBusy = useIsChanging()
  const hasCountChanged = useHasChanged(listing.count)
  return (
    <section className="product-list" aria-labelledby={headingId} aria-busy={isBusy || undefined}>
      <div className="list-bar">
        <h2 id={headingId} className="list-count" tabIndex={-1}>
          {countTexts.all}
        </h2>
        {filterControls?.button}
        {sortable && (products.length > 1 || filterControls) && <SortForm />}
      </div>
      {filterControls?.chips}
      {children ?? <Grid listing={listing} list={list} note={note} />}
      <p role="status" className="visually-hidden">
        {addedCount > 0
          ? t('store.more_loaded', { more: addedCount, shown: products.length, count: countTexts.number })
          : hasCountChanged && countTexts.all}
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

/** Whether `number` has ever differed from its value in the first render. */
function useHasChanged(number: number): boolean {
  const [initial] = useState(number)
  const [isChanged, setChanged] = useState(false)
  if (number !== initial && !isChanged) setChanged(true)
  return isChanged
}

/** The number of products that the last "Load more" added. Moves the focus to the first of them. */
function useAddedCount({ products, page }: ProductListing, list: React.RefObject<HTMLUListElement | null>): number {
  const previous = useRef({ page, shown: products.length, first: products[0]?.id })
  const [addedCount, setAddedCount] = useState(0)
  useEffect(() => {
    const { page: pageBefore, shown, first } = previous.current
    previous.current = { page, shown: products.length, first: products[0]?.id }
    const isMore = page === pageBefore + 1 && products.length > shown && products[0]?.id === first
    setAddedCount(isMore ? products.length - shown : 0)
    if (isMore) list.current?.children[shown]?.querySelector('a')?.focus({ preventScroll: true })
  }, [products, page, list])
  return addedCount
}

interface FilterableListProps {
  listing: FilteredListing
  /** Shown if the list is empty although no filters are chosen. */
  empty: ReactNode
  hasBrands?: boolean
  sortable?: boolean
  note?: ProductListProps['note']
  /** Shown instead of the usual list of products, for example `MenuRows` on the page of a category. */
  children?: ReactNode
}

/** The minimum length of a list that offers filters. */
const minFilterableCount = 6

/** A product list with its filters beside it, or in a sheet. */
export function FilterableList(props: FilterableListProps) {
  const { listing, empty, hasBrands = true, sortable = true, note, children } = props
  const { t } = useShop()
  const [query] = useSearchParams()
  const { facets, chosen, count } = listing
  if (count === 0 && chosen === 0) return empty
  const canFilter = facets !== null && (chosen > 0 || count >= minFilterableCount)
  if (!canFilter) return children ?? <ProductList listing={listing} sortable={sortable} {...(note && { note })} />
  return (
    <div className="narrowable">
      <FilterPanel facets={facets} listing={listing} hasBrands={hasBrands} />
      <ProductList
        listing={listing}
        sortable={sortable}
        {...(note && { note })}
        filterControls={{ button: <FilterButton />, chips: <ChosenFilters facets={facets} headingId={headingId} /> }}
      >
        {count === 0 ? (
          <EmptyList text={t('store.nothing_fits')}>
            <p>{t('store.nothing_fits_advice')}</p>
            <Link className="button button-quiet" to={withoutFilters(query)} replace preventScrollReset>
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

/** A link to the URL of the next page. With JavaScript, the browser adds the new products below the shown products. */
function LoadMore({ listing }: { listing: ProductListing }) {
  const { t } = useShop()
  const [query] = useSearchParams()
  const next = new URLSearchParams(query)
  next.set('page', String(listing.page + 1))
  const isBusy = useIsChanging()
  const shownCount = listing.products.length
  const progressText = t('store.shown', { shown: shownCount, count: useCountTexts(listing).number })
  return (
    <div className="load-more">
      <p>{progressText}</p>
      <progress value={shownCount} max={listing.count} aria-label={progressText} />
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
  const otherFields = [...query].filter(([name]) => name !== 'sort' && name !== 'page')
  return (
    <Form
      className="sort"
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      {otherFields.map(([name, value], index) => (
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
