import type { ShippingDays } from '#contract/shapes.ts'
import type { Shop } from '#storefront/core/shop.ts'

/** States when a parcel arrives: "Arrives 7–14 days after the order". */
export function arrivalText({ from, to }: ShippingDays, { t, count }: Pick<Shop, 't' | 'count'>): string {
  return from === to ? count('arrival.in', to) : t('arrival.within', { from, to })
}
