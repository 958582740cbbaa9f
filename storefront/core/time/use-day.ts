import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'

/** Days as the shop's own clock has them, so that server and browser write the same; with the time of day if wanted. */
export function useDay({ withTime = false } = {}): (instant: string) => string {
  const { locale, stores } = useShop()
  const timeZone = stores[0]?.timeZone ?? 'UTC'
  const format = new Intl.DateTimeFormat(toLang(locale), {
    dateStyle: 'medium',
    ...(withTime && { timeStyle: 'short' }),
    timeZone,
  })
  return (instant) => format.format(new Date(instant))
}
