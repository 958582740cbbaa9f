import { Form, useLocation } from 'react-router'
import { requestFailedKey } from '#storefront/core/client-state/reachability.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useCartFetcher } from './use-cart.tsx'

/**
 * A button that claims a coupon for the visitor's cart. The cart automatically applies the best of its claimed coupons.
 * Without JavaScript the form leads to the cart page, because the current page is cached for all visitors and cannot
 * show the claim.
 */
export function ClaimButton({ code, name }: { code: string; name: string }) {
  const { app, t } = useShop()
  const { pathname, search } = useLocation()
  const { cart } = useShellData()
  const fetcher = useCartFetcher('')
  if (!app.system.appConfig.enableCheckout) return null
  const isBusy = fetcher.state !== 'idle'
  const result = fetcher.data
  const problem = !isBusy && result && 'errors' in result && (result.errors[0]?.message || t(requestFailedKey()))
  const claims = (result && 'cart' in result ? result.cart : cart)?.claims ?? []
  const isClaimed = claims.includes(code)
  return (
    <Form
      method="post"
      action={checkoutPath('cart', '')}
      className="coupon-claim"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isClaimed && !isBusy) fetcher.submit(new FormData(event.currentTarget))
      }}
    >
      {cart && <input type="hidden" name="redirectTo" value={pathname + search} />}
      <input type="hidden" name="intent" value="claim" />
      <input type="hidden" name="code" value={code} />
      <p role="status" className={problem ? 'coupon-problem' : 'visually-hidden'}>
        {problem || (result && isClaimed && t('coupon.claimed'))}
      </p>
      <button
        type="submit"
        className="button"
        aria-label={t(isClaimed ? 'coupon.claimed_named' : 'coupon.claim_named', { name })}
        aria-disabled={isClaimed || isBusy || undefined}
      >
        {t(isClaimed ? 'coupon.claimed' : 'coupon.claim')}
      </button>
    </Form>
  )
}
