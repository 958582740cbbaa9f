import { Fragment, useState, useSyncExternalStore } from 'react'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { useShop } from '#storefront/shop.ts'
import { formatDay } from './when.ts'

interface SlotChoiceProps {
  config: CheckoutConfig
  when: (date: string) => string
  /** `2026-11-20 17:40`, or nothing: then the earliest. */
  chosen: string
  error: string | undefined
}
type Day = CheckoutConfig['days'][number]
type Slot = Day['slots'][number]

/** So many times are shown at once; the later ones are one tap away. */
const shownSlots = 12

/** Days as chips and times that one can tap. The times follow their day's chip, so that the right ones show without JavaScript. */
export function SlotChoice({ config, when, chosen, error }: SlotChoiceProps) {
  const { t, locale } = useShop()
  const { days } = config
  const earliest = earliestOf(days)
  const known = days.some(({ date, slots }) => slots.some(({ time }) => `${date} ${time}` === chosen))
  const [slot, setSlot] = useState(known ? chosen : earliest)
  const [day, setDay] = useState(slot.split(' ')[0] ?? '')
  const open = (date: string) => {
    const free = days.find((other) => other.date === date)?.slots.find(({ state }) => state !== 'full')
    setDay(date)
    if (free) setSlot(`${date} ${free.time}`)
  }
  return (
    <fieldset
      className="checkout-part"
      id="checkout-slot"
      tabIndex={-1}
      aria-describedby={error ? 'checkout-slot-error' : undefined}
    >
      <legend>{t('checkout.when')}</legend>
      {days.length === 0 && <p className="alert">{t('checkout.no_slots')}</p>}
      <div className="days">
        {days.map(({ date, slots }) => (
          <Fragment key={date}>
            <input
              type="radio"
              name="day"
              id={`day-${date}`}
              value={date}
              checked={date === day}
              onChange={() => open(date)}
              className="visually-hidden"
            />
            <label htmlFor={`day-${date}`} className="day">
              <DayName name={when(date)} date={formatDay(date, locale)} />
            </label>
            <div className="slots" role="radiogroup" aria-label={t('checkout.time_on', { day: when(date) })}>
              <Times date={date} slots={slots} chosen={slot} earliest={earliest} onChoose={setSlot} />
            </div>
          </Fragment>
        ))}
      </div>
      {error && (
        <p className="field-error" id="checkout-slot-error">
          {error}
        </p>
      )}
      <StoreTimeNote timeZone={config.timeZone} />
    </fieldset>
  )
}

function DayName({ name, date }: { name: string; date: string }) {
  return (
    <>
      <span className="day-name">{name}</span>
      {name !== date && <span className="day-date">{date}</span>}
    </>
  )
}

interface TimesProps {
  date: string
  slots: Slot[]
  chosen: string
  earliest: string
  onChoose: (slot: string) => void
}

function Times({ date, slots, ...rest }: TimesProps) {
  const { t } = useShop()
  const time = (slot: Slot) => <Time key={slot.time} slot={slot} value={`${date} ${slot.time}`} {...rest} />
  const later = slots.slice(shownSlots)
  const isLater = later.some((slot) => `${date} ${slot.time}` === rest.chosen)
  return (
    <>
      <div className="times">{slots.slice(0, shownSlots).map(time)}</div>
      {later.length > 0 && (
        <details className="times-later" open={isLater || undefined}>
          <summary>{t('checkout.more_times')}</summary>
          <div className="times">{later.map(time)}</div>
        </details>
      )}
    </>
  )
}

function Time({
  slot,
  value,
  chosen,
  earliest,
  onChoose,
}: Omit<TimesProps, 'date' | 'slots'> & { slot: Slot; value: string }) {
  const { t } = useShop()
  const isFull = slot.state === 'full' && value !== chosen
  const words = isFull
    ? t('checkout.slot_full')
    : value === earliest
      ? t('checkout.slot_earliest')
      : slot.state === 'few'
        ? t('checkout.slot_few')
        : ''
  return (
    <label className="time" data-state={isFull ? 'full' : slot.state}>
      <input
        type="radio"
        name="slot"
        value={value}
        disabled={isFull}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      <span className="time-from">{slot.time}</span>
      <span className="time-until">– {slot.until}</span>
      {words && <span className="time-words">{words}</span>}
    </label>
  )
}

/** Said only to those whose own clock shows another time. */
function StoreTimeNote({ timeZone }: { timeZone: string }) {
  const { t } = useShop()
  const own = useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
  if (own === timeZone) return null
  return (
    <p className="field-hint">
      {t('checkout.store_time', { zone: timeZone.split('/').at(-1)?.replace('_', ' ') ?? '' })}
    </p>
  )
}

function earliestOf(days: Day[]): string {
  for (const { date, slots } of days) {
    const free = slots.find(({ state }) => state !== 'full')
    if (free) return `${date} ${free.time}`
  }
  return ''
}
