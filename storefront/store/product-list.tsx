import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { useShop } from '#storefront/shop.ts'
import type { ProductListing } from './list-data.ts'
import { offeredSorts } from './list-data.ts'
import { ProductCard } from './product-card.tsx'

interface ProductListProps {
  listing: ProductListing
  /** Lists by relevance can't be sorted otherwise. */
  sortable?: boolean
  /** Under a product's card. */
  note?: (product: ProductListing['products'][number]) => ReactNode
}

const eagerPictures = 4

/** Products with their number, a choice of order, and more on demand; the address always says what is shown. */
export function ProductList({ listing, sortable = true, note }: ProductListProps) {
  const { t, count } = useShop()
  const list = useRef<HTMLUListElement>(null)
  const news = useMore(listing, list)
  const { products } = listing
  return (
    <section className="product-list" aria-labelledby="product-count">
      <div className="list-bar">
        <h2 id="product-count" className="list-count">
          {count('store.count', listing.count)}
        </h2>
        {sortable && products.length > 1 && <SortForm />}
      </div>
      <ul ref={list} className="product-grid">
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} eager={index < eagerPictures} travels marks={listing.marks?.[product.id]} />
            {note?.(product)}
          </li>
        ))}
      </ul>
      {listing.hasMore && <LoadMore listing={listing} />}
      <p role="status" className="visually-hidden">
        {news > 0 && t('store.more_loaded', { more: news, shown: products.length, count: listing.count })}
      </p>
    </section>
  )
}

/** How many products came by the last "Load more"; the first of them takes the focus. */
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

/** A real link to the address with the next page; followed in place where there is JavaScript. */
function LoadMore({ listing }: { listing: ProductListing }) {
  const { t } = useShop()
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const [query] = useSearchParams()
  const next = new URLSearchParams(query)
  next.set('page', String(listing.page + 1))
  const isBusy = state === 'loading' && location.pathname === pathname
  const shown = listing.products.length
  return (
    <div className="load-more">
      <p>{t('store.shown', { shown, count: listing.count })}</p>
      <progress value={shown} max={listing.count} aria-label={t('store.shown', { shown, count: listing.count })} />
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
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
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
