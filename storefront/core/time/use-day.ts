import { dateFormat } from '#contract/date-format.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'

/**
 * Returns a function that formats an instant as a day. The function uses the time zone of the first store, so that
 * server and browser render the same text. `withTime` adds the time of day.
 */
export function useDay({ withTime = false } = {}): (instant: string) => string {
  const { locale, stores } = useShop()
  const timeZone = stores[0]?.timeZone ?? 'UTC'
  const format = dateFormat(toLang(locale), {
    dateStyle: 'medium',
    ...(withTime && { timeStyle: 'short' }),
    timeZone,
  })
  return (instant) => format.format(new Date(instant))
}
