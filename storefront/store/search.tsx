import type { Client } from '#contract/client.ts'
import { allCategories } from '#contract/constants.ts'
import type { Page } from '#storefront/data.ts'
import { inBrowser, onServer } from '#storefront/data.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/search'
import { categoryPath } from './breadcrumb.tsx'
import { CategoryChips } from './category-chips.tsx'
import { EmptyList } from './empty-list.tsx'
import { keepUnlessMoved, loadListing } from './list-data.ts'

import { ProductList } from './product-list.tsx'
import { SearchForm } from './search-form.tsx'
import { StorePage } from './store-page.tsx'

export { StoreError as ErrorBoundary } from './store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => {
    const term = args.loaderData?.term
    return { title: term ? t('store.results_for', { term }) : t('store.search'), isPrivate: true }
  })

const longestTerm = 200

/** What is searched for: `?q=…`, or the last part of the path. */
async function load(api: Client, { url, params }: Page) {
  const asked = url.searchParams.get('q') ?? params.term ?? ''
  const term = asked
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestTerm)
    .toWellFormed()
  const [{ categories }, listing] = await Promise.all([
    api.catalogue.categories({ id: allCategories }),
    term
      ? loadListing(
          url,
          (paging) => api.catalogue.search({ term, ...paging }),
          () => api.catalogue.searchCount({ term }),
        )
      : null,
  ])
  return { term, categories: categories.map(({ id, name }) => ({ id, name })), listing }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = keepUnlessMoved

/** Products that have every word of what was typed, English or Chinese. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useShop()
  const { term, categories, listing } = loaderData
  return (
    <StorePage>
      <header className="page-head">
        <h1>{term ? t('store.results_for', { term }) : t('store.search')}</h1>
        <SearchForm term={term} />
      </header>
      {listing && listing.count > 0 && <ProductList key={term} listing={listing} term={term} sortable={false} />}
      {listing?.count === 0 && (
        <EmptyList words={t('store.nothing_found', { term })} to={categoryPath(allCategories)}>
          <p>{t('store.search_advice')}</p>
        </EmptyList>
      )}
      {listing?.count !== undefined && listing.count > 0 ? null : (
        <section className="popular">
          <h2>{t('store.popular')}</h2>
          <CategoryChips categories={categories} />
        </section>
      )}
    </StorePage>
  )
}
