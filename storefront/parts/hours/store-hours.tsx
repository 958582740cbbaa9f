import { dateFormat } from '#contract/date-format.ts'
import { formatTime } from '#contract/format.ts'
import { toLocal } from '#contract/hours.ts'
import type { Locale } from '#contract/languages.ts'
import { languages, toLang } from '#contract/languages.ts'
import type { Location } from '#contract/locations.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { DayHours } from './hours.ts'
import { differsFromVisitorClock, openState, useServerTime, weekOf } from './hours.ts'
import './store-hours.css'

/**
 * States whether the store is open, and when it next closes or opens. Uses the server's clock and the store's time
 * zone.
 */
export function OpenLine({ store }: { store: Location }) {
  const { t, locale } = useShop()
  const state = openState(store, useServerTime())
  switch (state.kind) {
    case 'open':
      return <span className="store-open">{t('shell.open_until', { time: formatTime(state.until, locale) })}</span>
    case 'opens':
      return <span>{t('shell.opens_at', { time: formatTime(state.at, locale) })}</span>
    case 'opens_on':
      return (
        <span>
          {state.isTomorrow
            ? t('shell.opens_tomorrow', { time: formatTime(state.at, locale) })
            : t('shell.opens_on', { day: formatDate(state.date, locale), time: formatTime(state.at, locale) })}
        </span>
      )
    default:
      return <span>{t('shell.closed_for_now')}</span>
  }
}

/** The store's opening hours of today, in the store's time zone. Renders nothing if the store does not open today. */
export function TodayHours({ store }: { store: Location }) {
  const { t, locale } = useShop()
  const [today] = weekOf(store, useServerTime())
  if (!today?.openings.length) return null
  return <span>{t('shell.today_hours', { hours: hoursText(today, locale) })}</span>
}

/** The store's opening hours for the coming week, with reasons for exceptional days. */
export function WeekHours({ store }: { store: Location }) {
  const { t, locale, say, langOf } = useShop()
  const now = useServerTime()
  const { date: today } = toLocal(now, store.timeZone)
  return (
    <table className="week-hours">
      <caption>{t('shell.hours')}</caption>
      <tbody>
        {weekOf(store, now).map((day) => (
          <tr key={day.date} aria-current={day.date === today ? 'date' : undefined}>
            <th scope="row">{formatDate(day.date, locale)}</th>
            <td>
              {day.openings.length > 0 ? hoursText(day, locale) : t('shell.closed')}
              {day.reason && <small lang={langOf(day.reason)}>{say(day.reason)}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * If the visitor's clock and the store's clock differ, states the store's current time, and that all times are in the
 * store's time zone.
 */
export function StoreTimeNote({ store }: { store: Location | undefined }) {
  const { app, t, say, locale } = useShop()
  const now = useServerTime()
  if (!store || !differsFromVisitorClock(store.timeZone, now, app.appDetail.utcOffset)) return null
  const { time } = toLocal(now, store.timeZone)
  return (
    <p className="field-hint">
      {t('shell.store_time', { store: say(store.localStoreName), time: formatTime(time, locale) })}
    </p>
  )
}

/** Formats the openings of a day, such as "11 a.m.–2 p.m., 5–9 p.m." in English. */
function hoursText({ openings }: DayHours, locale: Locale): string {
  return openings.map(({ from, until }) => formatTime(from, locale, until)).join(languages[locale].between)
}

/** A calendar date with its weekday: "Fri, Nov 20". */
function formatDate(date: string, locale: Locale): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return dateFormat(toLang(locale), options).format(new Date(`${date}T12:00:00Z`))
}
