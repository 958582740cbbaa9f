import { useShop } from '#storefront/core/shop.ts'
import { daysBetween, formatDay, localDate } from '#storefront/core/time/format.ts'

/** Returns a function that names a day relative to `now` in a store's time zone: "Today", "Tomorrow", or its date. */
export function useDayName(timeZone: string, now: number) {
  const { t, locale } = useShop()
  const today = localDate(now, timeZone)
  return (date: string) => {
    const daysAhead = daysBetween(today, date)
    if (daysAhead === 0) return t('checkout.today')
    return daysAhead === 1 ? t('checkout.tomorrow') : formatDay(date, locale)
  }
}

/** Like `useDayName`, but always with the date, for texts that may be read on another day: "Tomorrow · Sat, Nov 21". */
export function useDayNameWithDate(timeZone: string, now: number) {
  const { locale } = useShop()
  const when = useDayName(timeZone, now)
  return (date: string) => {
    const day = formatDay(date, locale)
    return when(date) === day ? day : `${when(date)} · ${day}`
  }
}
