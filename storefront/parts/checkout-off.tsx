import { useShop } from '#storefront/core/shop.ts'

/** Replaces the cart controls while the owner has the checkout switched off. */
export function CheckoutOff() {
  const { t } = useShop()
  return <p className="alert alert-note">{t('shell.checkout_off')}</p>
}
