import { minuteMs } from '#contract/durations.ts'
import { useShop } from '#storefront/core/shop.ts'

/**
 * Returns a function that formats the time left until an instant: "23 h left", "12 min left". Shows any time below two
 * minutes as one minute.
 */
export function useTimeLeft(now: number) {
  const { t } = useShop()
  return (until: string) => {
    const minutes = Math.max(1, Math.floor((Date.parse(until) - now) / minuteMs))
    return minutes < 60
      ? t('confirmation.minutes_left', { minutes })
      : t('confirmation.hours_left', { hours: Math.floor(minutes / 60) })
  }
}
