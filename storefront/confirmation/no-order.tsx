import { Link, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/no-order'
import { FailedPanel } from './failed.tsx'
import { readSource } from './source.ts'
import '#storefront/checkout/checkout.css'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('confirmation.meta_title'), isPrivate: true }))

/**
 * Handles a shopper's return from a payment if the path names no order. If the query names the order, redirects to the
 * order's confirmation page. If the query is incomplete, returns the query's data, which says what is wrong. If the
 * visitor does not return from a payment, redirects to the home page.
 */
async function load(_: Client, { url }: Page) {
  const source = readSource(url.searchParams)
  const isReturn = url.searchParams.has('from_source') || source.miniProgram !== null
  if (!isReturn) throw redirect('/')
  const { orderID, error } = source
  if (orderID && !error) throw redirect(`/confirmation/${encodeURIComponent(orderID)}${url.search}`)
  return source
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** States that the payment failed, with the reason from the URL and a link to the cart. */
export default function NoOrderPage({ loaderData: source }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <div className="wrap confirmation">
      <FailedPanel isCancelled={source.isCancelled} source={source} text={t('confirmation.no_order_text')}>
        <div className="panel-actions">
          <Link to="/checkout" className="button">
            {t('confirmation.back_to_cart')}
          </Link>
          <Link to={checkoutPath('payment', '')} className="link">
            {t('confirmation.try_again')}
          </Link>
        </div>
      </FailedPanel>
    </div>
  )
}
