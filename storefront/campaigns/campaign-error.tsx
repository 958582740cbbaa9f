import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyBowl } from '#storefront/parts/empty-list.tsx'
import { ErrorPage } from '#storefront/parts/error-page.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import '#storefront/parts/empty-list.css'
import '#storefront/parts/store-page.css'

/** The error page for a missing group-buy or item, with a link to the list of group-buys. */
export function CampaignError() {
  const error = useRouteError()
  const { t } = useShop()
  if (!isRouteErrorResponse(error) || ![400, 404].includes(error.status)) return <ErrorPage error={error} />
  return (
    <StorePage className="store-missing">
      <EmptyBowl />
      <h1>{t('campaign.gone_title')}</h1>
      <p>{t('campaign.gone_words')}</p>
      <Link className="button" to="/store/groupCampaigns">
        {t('campaign.all')}
      </Link>
    </StorePage>
  )
}
