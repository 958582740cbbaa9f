import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { SearchResultPage } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { allCategories, searchCountLimit } from '#contract/constants.ts'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { forgetSearches, recentSearches, rememberSearch } from '#storefront/parts/search/recent-searches.ts'
import { SearchForm } from '#storefront/parts/search/search-form.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import type { Route } from './+types/search'
import { countFilters, readFilters, toFilterInput } from './filters.ts'
import type { FilteredListing } from './list-data.ts'
import { loadListing, revalidateUnlessSamePage } from './list-data.ts'
import { FilterableList } from './product-list.tsx'
import '#storefront/parts/chips.css'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'
import './list.css'
import './list-page.css'
import './product-lines.css'
import './filters.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => {
    const term = args.loaderData?.term
    return { title: term ? t('store.results_for', { term }) : t('store.search'), isPrivate: true }
  })

const maxTermLength = 200

/** Loads the results of a search. The term is in `?q=…`, or in the last part of the path. */
async function load(api: Client, { url, params }: Page) {
  const rawTerm = url.searchParams.get('q') ?? params.term ?? ''
  const term = rawTerm
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxTermLength)
    .toWellFormed()
  const results = term ? await searchProducts(api, url, term) : null
  const popular = results?.hasFound ? null : await loadPopular(api)
  return { term, ...results, popular }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

async function searchProducts(api: Client, url: URL, term: string) {
  let correction: Pick<SearchResultPage, 'corrected' | 'isPartial' | 'didYouMean'> = {
    corrected: null,
    isPartial: false,
    didYouMean: [],
  }
  const filters = readFilters(url.searchParams)
  const input = { term, ...toFilterInput(filters) }
  const countRequest = api.catalogue.searchCount({ ...input, facets: true, upTo: searchCountLimit })
  const [results, { facets = null }] = await Promise.all([
    loadListing(
      url,
      async (paging) => {
        const page = await api.catalogue.search({ ...input, ...paging })
        correction = { corrected: page.corrected, isPartial: page.isPartial, didYouMean: page.didYouMean }
        return page
      },
      () => countRequest,
    ),
    countRequest,
  ])
  const listing: FilteredListing = { ...results, facets, chosen: countFilters(filters) }
  return { listing, hasFound: facets !== null, ...correction }
}

async function loadPopular(api: Client) {
  const [{ categories }, popular] = await Promise.all([
    api.catalogue.categories({ id: allCategories }),
    api.search.popular(),
  ])
  return { ...popular, categories: categories.map(({ id, name }) => ({ id, name })) }
}

/**
 * The search page. Lists the products that match all typed words, in English, Chinese or pinyin. If no product matches,
 * lists the products that match the corrected words, or whose names sound like them. If there are none either, lists
 * products that lack some of the words. Without a search term or results, shows suggestions.
 */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useShop()
  useEffect(() => {
    if (loaderData.term) trackEvent({ name: 'searched', term: loaderData.term })
  }, [loaderData.term])
  const { term, listing, hasFound = false, corrected, isPartial, didYouMean = [], popular } = loaderData
  useEffect(() => {
    if (term && hasFound) rememberSearch(term)
  }, [term, hasFound])
  return (
    <StorePage className="list-page">
      <header className="page-head">
        <h1>{term ? t('store.results_for', { term }) : t('store.search')}</h1>
        <SearchForm term={term} />
      </header>
      {hasFound && corrected && <p className="search-note">{t('store.corrected', { term, corrected })}</p>}
      {hasFound && isPartial && !corrected && <p className="search-note">{t('store.partial', { term })}</p>}
      {listing && hasFound && <FilterableList key={term} listing={listing} empty={null} sortable={false} />}
      {listing && !hasFound && (
        <EmptyList text={t('store.nothing_found', { term })} to={categoryPath(allCategories)}>
          {didYouMean.length > 0 ? (
            <Terms title={t('store.did_you_mean')} terms={didYouMean} />
          ) : (
            <p>{t('store.search_advice')}</p>
          )}
        </EmptyList>
      )}
      {popular && <Popular {...popular} isRecent={!term} />}
    </StorePage>
  )
}

type PopularProps = Awaited<ReturnType<typeof loadPopular>> & {
  /** Whether to show this browser's recent searches. */
  isRecent: boolean
}

/** Suggestions: this browser's recent searches, suggested searches, categories and bestsellers. */
function Popular({ terms, categories, products, isRecent }: PopularProps) {
  const { t, say, langOf, locale } = useShop()
  return (
    <>
      {isRecent && <Recent />}
      {terms[locale].length > 0 && (
        <section className="popular">
          <h2>{t('store.popular_searches')}</h2>
          <Terms terms={terms[locale]} />
        </section>
      )}
      <section className="popular">
        <h2>{t('store.popular')}</h2>
        <ul className="term-list">
          {categories.map(({ id, name }) => (
            <li key={id} lang={langOf(name)}>
              <Link className="chip" to={categoryPath(id)}>
                {say(name)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {products.length > 0 && (
        <section className="popular">
          <h2>{t('store.popular_products')}</h2>
          <ul className="product-grid">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} place="list" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The recent searches, which only this browser knows. They therefore render after hydration. */
function Recent() {
  const { t } = useShop()
  const [terms, setTerms] = useState<string[]>([])
  useEffect(() => setTerms(recentSearches()), [])
  if (terms.length === 0) return null
  const clearRecent = () => {
    forgetSearches()
    setTerms([])
  }
  return (
    <section className="popular">
      <div className="popular-head">
        <h2>{t('store.recent_searches')}</h2>
        <button type="button" className="button button-quiet" onClick={clearRecent}>
          {t('store.forget_searches')}
        </button>
      </div>
      <Terms terms={terms} />
    </section>
  )
}

function Terms({ title, terms }: { title?: string; terms: string[] }) {
  return (
    <>
      {title && <p>{title}</p>}
      <ul className="term-list">
        {terms.map((term) => (
          <li key={term}>
            <Link className="chip" to={`/store/search?q=${encodeURIComponent(term)}`}>
              {term}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
