import { useShop } from '#storefront/core/shop.ts'

/** Stands where something would go into the cart, while the owner has the checkout switched off. */
export function CheckoutOff() {
  const { t } = useShop()
  return <p className="alert alert-note">{t('shell.checkout_off')}</p>
}
