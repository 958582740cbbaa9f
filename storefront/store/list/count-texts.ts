import { useShop } from '#storefront/core/shop.ts'
import type { ProductListing } from './list-data.ts'

/**
 * Texts with the number of products in a list. If the API stopped counting at a limit, the number has a plus sign, such
 * as "1000+".
 */
export function useCountTexts({ count: number, isAtLeast }: Pick<ProductListing, 'count' | 'isAtLeast'>) {
  const { t, count } = useShop()
  const values = { count: number }
  if (!isAtLeast) return { number, all: count('store.count', number), show: count('store.show_count', number) }
  return { number: `${number}+`, all: t('store.count_at_least', values), show: t('store.show_at_least', values) }
}
