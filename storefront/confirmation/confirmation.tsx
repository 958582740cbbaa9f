import { isRouteErrorResponse, Link, useSearchParams } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { findCampaign } from '#storefront/campaigns/find.ts'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import type { Page, Refusal } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { withRest } from '#storefront/orders/balance.ts'
import { CancelForm } from '#storefront/orders/cancel-form.tsx'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { errorOf, looksAgain, workByLink } from '#storefront/orders/order-actions.ts'
import { useLive } from '#storefront/orders/use-live.ts'
import { Notice } from '#storefront/parts/error-page.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import type { Route } from './+types/confirmation'
import { Cancelled } from './cancelled.tsx'
import { checkStatus } from './check.ts'
import { Failed } from './failed.tsx'
import { Pending } from './pending-payment.tsx'
import { pollMark, usePolled } from './poll.ts'
import type { Seen } from './seen.ts'
import { readSource } from './source.ts'
import { Success } from './success.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('confirmation.meta_title'), isPrivate: true }))

/** Loads the order for this session, or for the emailed link. If the order is pending, checks its payment first. */
async function load(api: Client, { params, url }: Page): Promise<Seen> {
  const id = params.id ?? ''
  const token = url.searchParams.get('token') ?? undefined
  const see = (orderID = id) => api.orders.detail({ id: orderID, token })
  const order = await see()
  const seen = {
    order,
    isQrCodeScan: order.qrCodeScan,
    code: null,
    transfer: null,
    ended: undefined,
    isJustSettled: false,
    rest: null,
    problem: null,
    refusal: null,
    now: Date.now(),
  }
  if (order.status === 'FAILED') {
    const check = await answerOf(api.payments.check({ orderID: id, token }))
    return withCampaign(api, { ...seen, ended: isRefusal(check) ? undefined : check.ended })
  }
  if (order.status !== 'INTERIM') {
    return withCampaign(api, { ...seen, ...(await withRest(api, order, { token, see })) })
  }
  const isPoll = url.searchParams.has(pollMark)
  const asked = checkStatus(api, order, { source: readSource(url.searchParams), url, isPoll })
  // A poll must not change the page if it fails with a status of 500 or above.
  const check = await (isPoll ? attempt(asked) : answerOf(asked))
  if (isRefusal(check)) return withCampaign(api, { ...seen, refusal: check.errors[0] ?? null })
  const settled = check.status === order.status ? order : await see(check.orderID)
  return withCampaign(api, {
    ...seen,
    ...(await withRest(api, settled, { token, see })),
    isQrCodeScan: check.qrCodeScan,
    code: check.qrCode ?? null,
    transfer: check.transfer ?? null,
    ended: check.ended,
    isJustSettled: check.status !== order.status,
    problem: check.problem,
  })
}

/** The result of a payment call, or its errors, so that the page can show the order in both cases. */
async function answerOf<Result>(call: Promise<Result>): Promise<Result | Refusal> {
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
async function withCampaign(api: Client, seen: Omit<Seen, 'campaign'>): Promise<Seen> {
  const id = seen.order.campaign?.fissionCampaignId
  return { ...seen, campaign: id ? await findCampaign(api, id) : null }
}
export const loader = onServer(load)
export const clientLoader = inBrowser((api: Client, page: Page): Promise<Seen | null> => {
  const isPoll = page.url.searchParams.has(pollMark)
  return isPoll ? load(api, page).catch(() => null) : load(api, page)
})

export const action = onServer(workByLink)
export const clientAction = inBrowser(workByLink)
export const shouldRevalidate = looksAgain

/**
 * The confirmation page of an order: placed, pending, failed or cancelled. Relies only on the server's state of the
 * order, never on the URL.
 */
export default function ConfirmationPage({ loaderData, actionData: answered }: Route.ComponentProps) {
  const actionData = useAnswer(answered)
  // Only a failed poll returns null, and polls use a fetcher, so this page always has data.
  const seen = usePolled(loaderData as Seen)
  const [query] = useSearchParams()
  const source = readSource(query)
  // This component renders only if the order was loaded.
  const heading = useRefocus<HTMLHeadingElement>(seen.order.status !== (loaderData as Seen).order.status && seen)
  const { order } = seen
  useLive(order, query.get('token'))
  // This page's action always returns an `Outcome`.
  const outcome = actionData as Outcome | undefined
  // PayPal adds a `token` of its own to the return URL.
  const isByLink = query.has('token') && source.provider !== 'paypal'
  const view = { source, outcome, heading, isByLink }
  const isFailedHere = order.status === 'INTERIM' && (source.miniProgram === 'failed' || source.isCancelled)
  return (
    <div className="wrap confirmation">
      {isFailedHere && <Failed order={order} ended={undefined} {...view} />}
      {order.status === 'INTERIM' && !isFailedHere && <Pending seen={seen} source={source} heading={heading} />}
      {order.status === 'INTERIM' && (
        <div className="order-deeds">
          <CancelForm order={order} error={errorOf(outcome, 'cancel')} />
        </div>
      )}
      {order.status === 'NEW' && <Success {...seen} outcome={outcome} heading={heading} />}
      {order.status === 'FAILED' && <Failed order={order} ended={seen.ended} {...view} />}
      {order.status === 'CANCELLED' && <Cancelled {...seen} {...view} />}
    </div>
  )
}

/** A missing order and another person's order show the same page. */
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
