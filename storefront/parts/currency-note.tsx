import { dateFormat } from '#contract/date-format.ts'
import { toLang } from '#contract/languages.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'

/** Explains that prices are converted: the rate, its time, and the currency in which shoppers pay. */
export function CurrencyNote() {
  const { app, stores, t, currency, locale } = useShop()
  const { chosenCurrency } = useShellData()
  if (!chosenCurrency) return null
  const { code, rate, at } = chosenCurrency
  const store = stores.find(({ id }) => id === app.appDetail.locid)
  const date = dateFormat(toLang(locale), { dateStyle: 'long', timeZone: store?.timeZone ?? 'UTC' })
  return (
    <p className="currency-note">
      {t('shell.currency_rate', { base: currency, rate: String(rate), currency: code })}{' '}
      <time dateTime={at}>{t('shell.currency_rate_of', { date: date.format(new Date(at)) })}</time>{' '}
      {t('shell.currency_note', { currency })}
    </p>
  )
}
