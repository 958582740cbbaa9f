import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { data, Link, redirect, useFetchers } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import { changeCart, inBasket, inTurn, isUnsent, readQuantity, useBasket } from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { campaignPath } from '#storefront/cards/facts.ts'
import { useFresh } from '#storefront/checkout/details/use-fresh.ts'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { Steps } from '#storefront/checkout/steps.tsx'
import { tell } from '#storefront/core/analytics/tell.ts'
import { inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { ownPath } from '#storefront/core/own-path.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CouponCard } from '#storefront/pages/coupon-card.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import type { Route } from './+types/cart'
import { loadCart } from './cart-data.ts'
import { CartLine, refusalText } from './cart-line.tsx'
import { CartSummary, GoToCheckout, isBlocked } from './cart-summary.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { expectedLines, sumOf } from './optimistic.ts'
import type { Removed } from './undo.tsx'
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
  inBasket(async (api, { request }, basket) => {
    const form = await request.formData()
    const answer = await changeCart(api, form)
    if (isRefusal(answer)) return data(answer, { status: 409 })
    throw redirect(ownPath(form.get('redirectTo'), basket.cart), 303)
  }),
)
export const clientAction = inBrowser(
  inBasket(async (api, { request }) => {
    const form = await request.formData()
    const answer = await inTurn(() => changeCart(api, form))
    if (!isRefusal(answer)) tellChange(form)
    return answer
  }),
)

function tellChange(form: FormData) {
  const intent = form.get('intent')
  if (intent === 'add') tell({ name: 'cart_added', sku: String(form.get('sku')), quantity: readQuantity(form) ?? 1 })
  if (intent === 'remove') tell({ name: 'cart_removed' })
}

/** The cart page. Its action makes all changes to a cart in the storefront. */
export default function CartPage({ loaderData, actionData: answered }: Route.ComponentProps) {
  const actionData = useAnswer(answered)
  const { t, count, moneyText } = useShop()
  const { cart, bill, campaign } = loaderData
  const basket = useBasket()
  const pending = usePending(basket.cart)
  useFresh(loaderData.now)
  const [removed, setRemoved] = useState<Removed[]>([])
  const lines = expectedLines(
    cart,
    pending,
    removed.map(({ line }) => line),
  )
  const changes = usePriceChanges(cart)
  const refusals = useRefusals(actionData, pending).map((error) => ({ ...error, message: refusalText(error, t) }))
  const subtotal = { amount: sumOf(lines), currency: cart.subtotal.currency }
  const isReturning = (key: string) => pending.some((form) => form.get('intent') === 'undo' && form.get('key') === key)
  const gone = removed.filter(({ line: { key } }) => isReturning(key) || !lines.some((line) => line.key === key))

  const canGo = lines.length > 0 && !isBlocked(lines, loaderData.config) && !bill?.asksSignIn

  const remove = (line: Line) => {
    const index = lines.findIndex(({ key }) => key === line.key)
    const others = removed.filter((other) => other.line.key !== line.key)
    setRemoved([...others, { line, index, undoKey: `${line.key}-${Date.now()}` }])
  }
  const forget = (key: string) => setRemoved((entries) => entries.filter(({ line }) => line.key !== key))
  const rows = lines.map((line) => (
    <CartLine
      key={line.key}
      line={line}
      change={changes.find(({ key }) => key === line.key)}
      refusal={refusals.find(({ details }) => details?.key === line.key)?.message}
      onRemove={() => remove(line)}
    />
  ))
  for (const entry of gone) {
    const { key } = entry.line
    rows.splice(entry.index, 0, <Undo key={`undo ${key}`} removed={entry} onExpire={() => forget(key)} />)
  }

  return (
    <div className="wrap checkout-page">
      {lines.length > 0 && <Steps at="cart" />}
      <header className="checkout-head">
        <h1>{t(campaign ? 'campaign.cart_title' : 'cart.title')}</h1>
        {lines.length > 0 && <span className="checkout-count">{count('cart.products', lines.length)}</span>}
      </header>
      {campaign && lines.length > 0 && <p className="field-hint">{t('campaign.cart_words')}</p>}
      <MergedNote />
      <BasketNote campaign={campaign} />
      <p className="visually-hidden" role="status">
        {count('cart.now', cart.itemCount, { subtotal: moneyText(cart.subtotal) })}
      </p>
      {refusals[0] && (
        <p className="alert" role="alert">
          {refusals[0].message}
        </p>
      )}
      {changes.length > 0 && <p className="alert alert-note">{count('cart.changes', changes.length)}</p>}
      <div className={lines.length > 0 ? 'checkout-columns' : undefined}>
        {rows.length > 0 && <ul className="cart-lines">{rows}</ul>}
        {lines.length > 0 ? (
          <CartSummary {...loaderData} lines={lines} subtotal={subtotal} bill={pending.length > 0 ? null : bill} />
        ) : (
          <EmptyCart campaign={campaign} bestSellers={loaderData.bestSellers} />
        )}
      </div>
      {loaderData.coupons.length > 0 && (lines.length > 0 || cart.claims.length > 0) && (
        <section className="cart-coupons" aria-labelledby="cart-coupons">
          <h2 id="cart-coupons">{t('coupon.on_offer')}</h2>
          <p className="field-hint">{t('coupon.best_hint')}</p>
          <ul className="coupon-cards">
            {loaderData.coupons.map((coupon) => (
              <CouponCard key={coupon.code} coupon={coupon} />
            ))}
          </ul>
        </section>
      )}
      {lines.length > 0 && (
        <Link to={campaign ? campaignPath(campaign.id) : '/store'} className="link cart-more">
          {t(campaign ? 'campaign.back' : 'cart.continue')}
        </Link>
      )}
      {canGo && (
        <div className="cart-bar">
          <GoToCheckout total={bill && pending.length === 0 ? bill.amountDue : subtotal} />
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
function usePending(cart: string): FormData[] {
  return useFetchers().flatMap(({ formAction, formData }) => (formData && formAction === cart ? [formData] : []))
}

/**
 * The errors of a change that was sent without JavaScript. The page hides them when the shopper sends the next change.
 */
function useRefusals(answer: Route.ComponentProps['actionData'], pending: FormData[]) {
  const [isOver, setIsOver] = useState(false)
  if (pending.length > 0 && !isOver) setIsOver(true)
  return !isOver && answer && 'errors' in answer ? answer.errors : []
}

/**
 * Price changes that the page shows. The API reports a price change only until the shopper edits the line. The page
 * shows the price change until the shopper leaves the page.
 */
function usePriceChanges(cart: Cart) {
  const [kept, setKept] = useState(cart.changes)
  const fresh = cart.changes.filter(
    ({ key, after }) => !kept.some((old) => old.key === key && old.after.amount === after.amount),
  )
  if (fresh.length > 0) setKept([...kept.filter(({ key }) => !fresh.some((other) => other.key === key)), ...fresh])
  return kept.filter(({ key, after }) => cart.lineItems[key]?.unitPrice.amount === after.amount)
}
