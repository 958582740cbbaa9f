import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { CampaignError } from '#storefront/campaigns/campaign-error.tsx'
import { campaignOf } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'

interface LoadFailureProps {
  error: unknown
  title: string
  text: string
}

/** The error page of the checkout, with a retry link. A missing group-buy has its own error page, without retry. */
export function LoadFailure({ error, title, text }: LoadFailureProps) {
  const { t } = useShop()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404 && campaignOf({ pathname, search })) return <CampaignError />
  const requestId = isRouteErrorResponse(error) ? error.data?.requestId : undefined
  return (
    <div className="wrap notice-page" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className="button" to={pathname + search}>
        {t('checkout.retry')}
      </Link>
      {requestId && <p className="field-hint">{t('error.request', { id: requestId })}</p>}
    </div>
  )
}
