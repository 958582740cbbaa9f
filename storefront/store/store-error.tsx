import { useEffect, useState } from 'react'
import { isRouteErrorResponse, Link, useParams, useRouteError } from 'react-router'
import type { ProductCard } from '#contract/catalogue.ts'
import { browserApi } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyBowl } from '#storefront/parts/empty-list.tsx'
import { ErrorPage } from '#storefront/parts/error-page.tsx'
import { SearchForm } from '#storefront/parts/search/search-form.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { LateCards } from './late-cards.tsx'

/** The error page for a missing product. Its search field contains the words of the product's id. */
export function StoreError() {
  const error = useRouteError()
  const { t } = useShop()
  const { id = '' } = useParams()
  if (!isRouteErrorResponse(error) || !isMissing(error.status)) return <ErrorPage error={error} />
  const isArchived = error.status === 410
  return (
    <StorePage className="store-missing">
      <EmptyBowl />
      <h1>{t(isArchived ? 'store.archived_title' : 'store.missing_title')}</h1>
      <p>{t(isArchived ? 'store.archived_words' : 'store.missing_words')}</p>
      <SearchForm term={id.replace(/[-_.~]+/g, ' ').trim()} />
      <p className="store-missing-ways">
        <Link className="button button-quiet" to="/store">
          {t('store.menu')}
        </Link>
        <Link className="button button-quiet" to="/store/clearance">
          {t('store.clearance')}
        </Link>
      </p>
      <BestSellers />
    </StorePage>
  )
}

const bestSellerPlaces = ['1', '2', '3', '4']

/** The best sellers of the shop. They load in the browser, because an error page has no loader. */
function BestSellers() {
  const { t } = useShop()
  const [products, setProducts] = useState<ProductCard[] | null>(null)
  useEffect(() => {
    let isUnmounted = false
    browserApi()
      .then((api) => api.search.popular())
      .then(
        ({ products }) => products,
        () => [],
      )
      .then((found) => isUnmounted || setProducts(found))
    return () => {
      isUnmounted = true
    }
  }, [])
  if (products?.length === 0) return null
  return (
    <section
      className="store-missing-products"
      aria-labelledby="best-sellers"
      aria-busy={products === null || undefined}
    >
      <h2 id="best-sellers">{t('store.popular_products')}</h2>
      <LateCards products={products} places={bestSellerPlaces} />
    </section>
  )
}

/** Whether the status means a missing product: 400 for an invalid id, 404 for an unknown id, 410 for an old product. */
const isMissing = (status: number) => [400, 404, 410].includes(status)
