import { isRouteErrorResponse, Link, useParams, useRouteError } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyBowl } from '#storefront/parts/empty-list.tsx'
import { ErrorPage } from '#storefront/parts/error-page.tsx'
import { SearchForm } from '#storefront/parts/search-form.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'

/** What is not in the shop any more: kind words, and a search already filled with what it was called. */
export function StoreError() {
  const error = useRouteError()
  const { t } = useShop()
  const { id = '' } = useParams()
  if (!isRouteErrorResponse(error) || !isMissing(error.status)) return <ErrorPage error={error} />
  const isGone = error.status === 410
  return (
    <StorePage className="store-missing">
      <EmptyBowl />
      <h1>{t(isGone ? 'store.archived_title' : 'store.missing_title')}</h1>
      <p>{t(isGone ? 'store.archived_words' : 'store.missing_words')}</p>
      <SearchForm term={id.replace(/[-_.~]+/g, ' ').trim()} />
      <p className="store-missing-ways">
        <Link className="button button-quiet" to="/store">
          {t('store.menu')}
        </Link>
        <Link className="button button-quiet" to="/store/clearance">
          {t('store.clearance')}
        </Link>
      </p>
    </StorePage>
  )
}

/** An address that can't name anything is as good as one that names nothing; 410 is what was here once. */
const isMissing = (status: number) => [400, 404, 410].includes(status)
