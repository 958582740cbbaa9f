import { useShop } from '#storefront/core/shop.ts'

/** Shown instead of the cart controls if the owner switched off the checkout. */
export function CheckoutOff() {
  const { t } = useShop()
  return <p className="alert alert-note">{t('shell.checkout_off')}</p>
}
