import { isRouteErrorResponse, Link, useSearchParams } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { findCampaign } from '#storefront/campaigns/find.ts'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import type { Page, Refusal } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { useShop } from '#storefront/core/shop.ts'
import { withBalancePayment } from '#storefront/orders/balance.ts'
import { CancelForm } from '#storefront/orders/cancel-form.tsx'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import {
  firstErrorFor,
  handleLinkOrderForm,
  keptOutcome,
  revalidateAfterForms,
} from '#storefront/orders/order-actions.ts'
import { useOrderEvents } from '#storefront/orders/use-live.ts'
import { Notice } from '#storefront/parts/error-page.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/confirmation'
import { Cancelled } from './cancelled.tsx'
import { checkStatus } from './check.ts'
import { Failed } from './failed.tsx'
import type { OrderSnapshot } from './order-snapshot.ts'
import { Pending } from './pending-payment.tsx'
import { pollParameter, usePolledOrder } from './poll.ts'
import { readSource } from './source.ts'
import { Success } from './success.tsx'
import { OrderContent } from './transfer.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('confirmation.meta_title'), isPrivate: true }))

/**
 * Loads the order for this session, or for the emailed link. If the order is pending, also checks its payment, and
 * loads the order again if its status changed.
 */
async function load(api: Client, { params, url }: Page): Promise<OrderSnapshot> {
  const id = params.id ?? ''
  const token = url.searchParams.get('token') ?? undefined
  const loadOrder = (orderID = id) => api.orders.detail({ id: orderID, token })
  const order = await loadOrder()
  const snapshot = {
    order,
    isQrCodeScan: order.qrCodeScan,
    code: null,
    transfer: null,
    ended: undefined,
    isJustSettled: false,
    ways: null,
    rest: null,
    problem: null,
    refusal: null,
    now: Date.now(),
  }
  if (order.status === 'FAILED') {
    const check = await attemptAnyStatus(api.payments.check({ orderID: id, token }))
    return withCampaign(api, { ...snapshot, ended: isRefusal(check) ? undefined : check.ended })
  }
  if (order.status !== 'INTERIM') {
    return withCampaign(api, { ...snapshot, ...(await withBalancePayment(api, order, { token, loadOrder })) })
  }
  const isPoll = url.searchParams.has(pollParameter)
  const optionsRequest = isPoll || order.isInCart ? null : attempt(api.checkout.paymentConfig({ orderID: id, token }))
  const checkRequest = checkStatus(api, order, { source: readSource(url.searchParams), url, isPoll })
  // In a poll, `attempt` throws if the API responds with a status of 500 or above, so that the page does not change. In
  // any other request, `attemptAnyStatus` returns the errors, so that the page can show them.
  const check = await (isPoll ? attempt(checkRequest) : attemptAnyStatus(checkRequest))
  const optionsResult = await optionsRequest
  const paymentOptions = !optionsResult || isRefusal(optionsResult) ? null : optionsResult
  if (isRefusal(check))
    return withCampaign(api, { ...snapshot, ways: paymentOptions, refusal: check.errors[0] ?? null })
  const currentOrder = check.status === order.status ? order : await loadOrder(check.orderID)
  return withCampaign(api, {
    ...snapshot,
    ...(await withBalancePayment(api, currentOrder, { token, loadOrder })),
    isQrCodeScan: check.qrCodeScan,
    code: check.qrCode ?? null,
    transfer: check.transfer ?? null,
    ways: paymentOptions,
    ended: check.ended,
    isJustSettled: check.status !== order.status,
    problem: check.problem,
  })
}

/** The result of a payment call, or its errors, so that the page can show the order in both cases. */
async function attemptAnyStatus<Result>(call: Promise<Result>): Promise<Result | Refusal> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError) return { errors: error.errors }
    throw error
  }
}

/**
 * Adds the order's group-buy. Call this after the payment check, because a group-buy includes an order only once the
 * order is paid.
 */
async function withCampaign(api: Client, snapshot: Omit<OrderSnapshot, 'campaign'>): Promise<OrderSnapshot> {
  const id = snapshot.order.campaign?.fissionCampaignId
  return { ...snapshot, campaign: id ? await findCampaign(api, id) : null }
}
export const loader = onServer(load)
export const clientLoader = inBrowser((api: Client, page: Page): Promise<OrderSnapshot | null> => {
  const isPoll = page.url.searchParams.has(pollParameter)
  return isPoll ? load(api, page).catch(() => null) : load(api, page)
})

export const action = onServer(handleLinkOrderForm)
export const clientAction = inBrowser(orKeepForm(handleLinkOrderForm, keptOutcome))
export const shouldRevalidate = revalidateAfterForms

/**
 * The confirmation page of an order: placed, pending, failed or cancelled. The order's status comes only from the
 * server. For a pending order, the URL can say that the payment failed or was cancelled.
 */
export default function ConfirmationPage({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  if (!loaderData) throw new Error('only a failed poll returns null, and polls use a fetcher')
  const snapshot = usePolledOrder(loaderData)
  const [query] = useSearchParams()
  const source = readSource(query)
  // Focuses the heading when a poll has changed the order's status.
  const heading = useRefocus<HTMLHeadingElement>(snapshot.order.status !== loaderData.order.status && snapshot)
  const { order } = snapshot
  useOrderEvents(order, query.get('token'))
  const outcome: Outcome | undefined = actionData
  // PayPal adds its own `token` to the return URL. That token does not come from an emailed link.
  const isByLink = query.has('token') && source.provider !== 'paypal'
  const { ways } = loaderData
  const sharedProps = { source, outcome, heading, isByLink, ways, now: snapshot.now }
  const hasFailedInUrl = order.status === 'INTERIM' && (source.miniProgram === 'failed' || source.isCancelled)
  return (
    <div className="wrap confirmation">
      {hasFailedInUrl && <Failed order={order} ended={undefined} {...sharedProps} />}
      {order.status === 'INTERIM' &&
        !hasFailedInUrl &&
        (snapshot.transfer ? (
          <div className="transfer-columns">
            <Pending seen={snapshot} {...sharedProps} />
            <OrderContent order={order} now={snapshot.now} />
          </div>
        ) : (
          <Pending seen={snapshot} {...sharedProps} />
        ))}
      {order.status === 'INTERIM' && (
        <div className="order-deeds">
          <CancelForm order={order} error={firstErrorFor(outcome, 'cancel')} />
        </div>
      )}
      {order.status === 'NEW' && <Success {...snapshot} outcome={outcome} heading={heading} />}
      {order.status === 'FAILED' && <Failed order={order} ended={snapshot.ended} {...sharedProps} />}
      {order.status === 'CANCELLED' && <Cancelled {...snapshot} {...sharedProps} />}
    </div>
  )
}

/**
 * Shows the same page for a missing order and for another person's order, so that the page does not reveal which orders
 * exist.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useShop()
  if (!isRouteErrorResponse(error) || error.status >= 500 || error.status === 429)
    return <LoadFailure error={error} title={t('checkout.load_failed_title')} text={t('checkout.load_failed')} />
  return (
    <Notice title={t('confirmation.missing_title')} text={t('confirmation.missing_text')}>
      <Link to="/store" className="button">
        {t('confirmation.continue')}
      </Link>
    </Notice>
  )
}
