import { dateFormat } from '#contract/date-format.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'

/** A best-before date. `date` is a calendar date such as `2026-11-20`. `isShort` omits the year. */
export function BestBefore({ date, isShort = false }: { date: string; isShort?: boolean }) {
  const { t, locale } = useShop()
  const day = dateFormat(toLang(locale), {
    day: 'numeric',
    month: 'short',
    ...(!isShort && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return <time dateTime={date}>{t('store.best_before', { date: day.format(new Date(`${date}T00:00:00Z`)) })}</time>
}
