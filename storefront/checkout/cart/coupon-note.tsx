import { useShop } from '#storefront/core/shop.ts'

/** Says where the shopper uses coupons, and how many are claimed. Only the payment page has the coupons themselves. */
export function CouponNote({ claims }: { claims: number }) {
  const { t, count } = useShop()
  return <p className="field-hint">{claims > 0 ? count('cart.claims', claims) : t('cart.coupons_later')}</p>
}
