import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { data, Link, redirect, useFetchers } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import {
  changeCart,
  isUnsent,
  piecesOf,
  queueChange,
  readQuantity,
  useBasket,
  withBasket,
} from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { campaignPath } from '#storefront/cards/facts.ts'
import { useRevalidateWhenStale } from '#storefront/checkout/details/use-revalidation.ts'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { Steps } from '#storefront/checkout/steps.tsx'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import { recordAddition } from '#storefront/core/cart-additions.ts'
import { inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { localPath } from '#storefront/core/own-path.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/cart'
import { loadCart } from './cart-data.ts'
import { CartLine, RemovalRefusal, refusalText } from './cart-line.tsx'
import { CartSummary, GoToCheckout, isBlocked } from './cart-summary.tsx'
import { CouponNote } from './coupon-note.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { expectedLines, sumOf } from './optimistic.ts'
import type { RemovedLine } from './undo.tsx'
import { Undo } from './undo.tsx'
import '#storefront/cards/grids.css'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('cart.title'), isPrivate: true }))

/**
 * If the cart fails to load, the page shows an error. If only the bill or the earliest times fail to load, the page
 * works without them.
 */
export const loader = onServer(loadCart)
export const clientLoader = inBrowser(loadCart)
/** A change that did not reach the server had no effect, so the page need not reload its data. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && !isUnsent(actionResult)
}

/**
 * Changes the cart. Without JavaScript, a successful change redirects to the form's `redirectTo`, or to the cart page.
 * In the browser, the action returns the result as data.
 */
export const action = onServer(
  withBasket(async (api, { request }, basket) => {
    const form = await request.formData()
    const result = await changeCart(api, form)
    if (isRefusal(result)) return data(result, { status: 409 })
    throw redirect(localPath(form.get('redirectTo'), basket.cart), 303)
  }),
)
export const clientAction = inBrowser(
  withBasket(async (api, { request }, { campaignId }) => {
    const form = await request.formData()
    const result = await queueChange(() => changeCart(api, form))
    if (!isRefusal(result)) {
      trackChange(form)
      if (form.get('intent') === 'add' && !campaignId) recordAddition()
    }
    return result
  }),
)

function trackChange(form: FormData) {
  const intent = form.get('intent')
  if (intent === 'add')
    trackEvent({ name: 'cart_added', sku: String(form.get('sku')), quantity: readQuantity(form) ?? 1 })
  if (intent === 'remove') trackEvent({ name: 'cart_removed' })
}

/** The cart page. Its action makes all changes to a cart in the storefront. */
export default function CartPage({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t, count, moneyText } = useShop()
  const { cart, bill, campaign, config } = loaderData
  const basket = useBasket()
  const pendingForms = usePendingForms(basket.cart)
  useRevalidateWhenStale(loaderData.now)
  const { lines, removed, removals, remove, dropRemoval } = useLines(cart, pendingForms)
  const hasLines = lines.length > 0
  const changes = usePriceChanges(cart)
  const refusals = useRefusals(actionData, pendingForms).map((error) => ({ ...error, message: refusalText(error, t) }))
  const subtotal = { amount: sumOf(lines), currency: cart.subtotal.currency }
  // While the server has not responded to a change, the page does not use the bill, because the bill lacks this change.
  const currentBill = pendingForms.length > 0 ? null : bill
  const canCheckOut = hasLines && !isBlocked(lines, config) && !bill?.asksSignIn

  const rows = lines.map((line) => (
    <CartLine
      key={line.key}
      line={line}
      change={changes.find(({ key }) => key === line.key)}
      refusal={refusals.find(({ details }) => details?.key === line.key)?.message}
      isRefusalAbove={removed.some((one) => one.line.key === line.key)}
      onRemove={() => remove(line)}
    />
  ))
  for (const removal of removals) {
    const { key } = removal.line
    rows.splice(removal.index, 0, <Undo key={`undo ${key}`} removed={removal} onExpire={() => dropRemoval(key)} />)
  }

  return (
    <div className="wrap checkout-page">
      {hasLines && <Steps at="cart" />}
      <header className="checkout-head">
        <h1>{t(campaign ? 'campaign.cart_title' : 'cart.title')}</h1>
        {hasLines && <span className="checkout-count">{count('orders.pieces', piecesOf(lines))}</span>}
      </header>
      {campaign && hasLines && <p className="field-hint">{t('campaign.cart_words')}</p>}
      <MergedNote />
      <BasketNote campaign={campaign} />
      <p className="visually-hidden" role="status">
        {count('cart.now', cart.pieces, { subtotal: moneyText(cart.subtotal) })}
      </p>
      {refusals[0] && (
        <p className="alert" role="alert">
          {refusals[0].message}
        </p>
      )}
      {removed.map(({ line: { key } }) => (
        <RemovalRefusal key={key} lineKey={key} />
      ))}
      {changes.length > 0 && <p className="alert alert-note">{count('cart.changes', changes.length)}</p>}
      <div className={hasLines ? 'checkout-columns' : undefined}>
        {rows.length > 0 && <ul className="cart-lines">{rows}</ul>}
        {hasLines ? (
          <CartSummary {...loaderData} lines={lines} subtotal={subtotal} bill={currentBill} />
        ) : (
          <>
            <EmptyCart campaign={campaign} bestSellers={loaderData.bestSellers} />
            {cart.claims.length > 0 && <CouponNote claims={cart.claims.length} />}
          </>
        )}
        {hasLines && (
          <Link to={campaign ? campaignPath(campaign.id) : '/store'} className="link cart-more">
            {t(campaign ? 'campaign.back' : 'cart.continue')}
          </Link>
        )}
      </div>
      {canCheckOut && (
        <div className="cart-bar">
          <GoToCheckout total={currentBill?.amountDue ?? subtotal} />
        </div>
      )}
    </div>
  )
}

/** Shows an error if the cart failed to load, because the cart must not look empty. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useShop()
  return <LoadFailure error={error} title={t('cart.load_failed_title')} text={t('cart.load_failed')} />
}

/** The cart changes to which the server has not responded yet. */
function usePendingForms(cart: string): FormData[] {
  return useFetchers().flatMap(({ formAction, formData }) => (formData && formAction === cart ? [formData] : []))
}

/** The lines that the cart will have after the pending changes, and the removed lines that the shopper can restore. */
function useLines(cart: Cart, pendingForms: FormData[]) {
  const [removed, setRemoved] = useState<RemovedLine[]>([])
  const lines = expectedLines(
    cart,
    pendingForms,
    removed.map(({ line }) => line),
  )
  const isInCart = (key: string) => lines.some((line) => line.key === key)
  const isBeingRestored = (key: string) =>
    pendingForms.some((form) => form.get('intent') === 'undo' && form.get('key') === key)
  return {
    lines,
    removed,
    removals: removed.filter(({ line: { key } }) => isBeingRestored(key) || !isInCart(key)),
    remove(line: Line) {
      const index = lines.findIndex(({ key }) => key === line.key)
      const others = removed.filter((other) => other.line.key !== line.key)
      setRemoved([...others, { line, index, undoKey: `${line.key}-${Date.now()}` }])
    },
    dropRemoval: (key: string) => setRemoved((entries) => entries.filter(({ line }) => line.key !== key)),
  }
}

/**
 * The errors of a change that was sent without JavaScript. The page hides them when the shopper sends the next change.
 */
function useRefusals(actionResult: Route.ComponentProps['actionData'], pending: FormData[]) {
  const [isDismissed, setIsDismissed] = useState(false)
  if (pending.length > 0 && !isDismissed) setIsDismissed(true)
  return !isDismissed && actionResult && 'errors' in actionResult ? actionResult.errors : []
}

/**
 * The price changes to show. The API reports a change only until the shopper edits the line. The page shows it until
 * the shopper leaves, or until the price changes again.
 */
function usePriceChanges(cart: Cart) {
  const [shown, setShown] = useState(cart.changes)
  const newChanges = cart.changes.filter(
    ({ key, after }) => !shown.some((old) => old.key === key && old.after.amount === after.amount),
  )
  if (newChanges.length > 0)
    setShown([...shown.filter(({ key }) => !newChanges.some((other) => other.key === key)), ...newChanges])
  return shown.filter(({ key, after }) => cart.lineItems[key]?.unitPrice.amount === after.amount)
}
