import type { Method } from '#contract/checkout.ts'
import type { ClientOf } from '#contract/client.ts'
import { toLocal } from '#contract/hours.ts'
import { toLang } from '#contract/languages.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { Icon } from '#ui/icon.tsx'
import { useTodayTexts } from './texts.ts'

type Store = Awaited<ReturnType<ClientOf<StaffCalls>['staff']['pauses']>>['stores'][number]
type TodayTexts = ReturnType<typeof useTodayTexts>

export const methodName = (t: TodayTexts['t'], method: Method) => t(`method.${method}`)

/**
 * Shows whether a store currently takes orders, when its pauses end, and the extra waiting time during a rush. Times
 * are in the store's time zone.
 */
export function StoreState({ store }: { store: Store }) {
  const { pauses, isAllPaused, slower, timeZone } = store
  const { t, locale } = useTodayTexts()
  const pauseTexts = pauses.map(({ method, until }) => {
    const what = isAllPaused ? '' : `${methodName(t, method)}: `
    if (!until) return what + t('today.paused')
    const { date, time } = toLocal(new Date(until), timeZone)
    return what + t('today.paused_until', { time: dayTime({ date, time }, { timeZone, locale }) })
  })
  return (
    <>
      {pauses.length === 0 && <Hours store={store} />}
      {[...new Set(pauseTexts)].map((text) => (
        <p key={text} className="state state-late">
          <Icon name="alert" />
          {text}
        </p>
      ))}
      {slower && (
        <p className="state state-late">
          <Icon name="clock" />
          {t('today.is_slower', { minutes: slower.minutes })}
        </p>
      )}
    </>
  )
}

function Hours({ store: { isHidden, openUntil, opensNext, timeZone } }: { store: Store }) {
  const { t, locale } = useTodayTexts()
  if (!isHidden && openUntil)
    return (
      <p className="state state-good">
        <Icon name="check" />
        {t('today.open_until', { time: openUntil })}
      </p>
    )
  const next = opensNext && dayTime(opensNext, { timeZone, locale })
  const closedText = next ? t('today.closed_until', { time: next }) : t('today.closed')
  return (
    <p className="state state-late">
      <Icon name={isHidden ? 'eye' : 'clock'} />
      {isHidden ? t('today.hidden') : closedText}
    </p>
  )
}

/**
 * A local time: "14:05". If the day is not today in the store's time zone, the text also has the day: "Fri, Nov 27
 * 08:00".
 */
function dayTime(
  { date, time }: { date: string; time: string },
  { timeZone, locale }: { timeZone: string; locale: TodayTexts['locale'] },
): string {
  if (date === toLocal(new Date(), timeZone).date) return time
  const day = new Intl.DateTimeFormat(toLang(locale), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return `${day.format(new Date(`${date}T12:00:00Z`))} ${time}`
}
