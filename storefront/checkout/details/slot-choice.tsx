import { Fragment, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Line } from '#contract/cart.ts'
import type { CheckoutConfig, SlotDay } from '#contract/checkout.ts'
import { formatTime } from '#contract/format.ts'
import type { SlotMethod } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { zoneName } from '#storefront/cards/times.ts'
import { useShop } from '#storefront/core/shop.ts'
import { dayParts, formatDay } from '#storefront/core/time/format.ts'
import { slotFields } from './details.ts'
import { hasNoTime, NoTime } from './no-time.tsx'
import '#storefront/checkout/checkout.css'
import './details.css'

interface SlotChoiceProps {
  config: CheckoutConfig
  lines: Line[]
  method: SlotMethod
  when: (date: string) => string
  /**
   * A time such as `2026-11-20 17:40`, or `asap`. If empty, the form preselects the first offered time: `asap` where
   * offered, otherwise the earliest time.
   */
  chosen: string
  /**
   * The chosen day. Empty if the shopper chose the first offered time. Without JavaScript, a shopper can choose a day
   * and leave `chosen` on another day. The form then selects the first free time of the chosen day.
   */
  chosenDay: string
  error: string | undefined
}
type Day = SlotDay
type Slot = Day['slots'][number]

/** The parts of a day. The form unfolds only one part, because a day can have about 100 slots. */
const partsOfDay = [
  { name: 'checkout.morning', until: '12:00' },
  { name: 'checkout.afternoon', until: '17:00' },
  { name: 'checkout.evening', until: '24:00' },
] as const

/**
 * Shows the first offered time and the choice of another one: the days as chips, and the times of the chosen day. Each
 * day's times directly follow its chip in the page, so that CSS alone can show and hide them.
 */
export function SlotChoice({ config, lines, method, when, chosen, chosenDay, error }: SlotChoiceProps) {
  const { t, locale } = useShop()
  const basket = useBasket()
  const offered = config.methods.find((offered) => offered.method === method)
  const { days = [], asap = null } = offered ?? {}
  const names = slotFields(method)
  const earliest = earliestOf(days)
  const isOffered = (slot: string) =>
    days.some(({ date, slots }) => slots.some(({ time }) => `${date} ${time}` === slot))
  const firstSlotOn = (date: string) => {
    const slots = days.find((day) => day.date === date)?.slots ?? []
    return `${date} ${(slots.find(isFree) ?? slots[0])?.time}`
  }
  const isOnChosenDay = chosen === 'asap' || chosen.startsWith(chosenDay)
  const [pickedSlot, setSlot] = useState(isOnChosenDay ? chosen : firstSlotOn(chosenDay))
  // The store may no longer offer the picked time, for example because the time has passed. The form then selects its
  // default time.
  const first = asap?.time ? 'asap' : earliest
  const slot = isOffered(pickedSlot) ? pickedSlot : asap ? 'asap' : earliest
  const [isOwnTime, setOwnTime] = useState(slot !== 'asap' && chosenDay !== '')
  const day = (slot === 'asap' ? earliest : slot).split(' ')[0]
  const hasOwnTimes = earliest !== ''
  return (
    <fieldset
      className="checkout-part"
      id={`checkout-${names.slot}`}
      data-part={names.slot}
      tabIndex={-1}
      aria-describedby={error ? `checkout-${names.slot}-error` : undefined}
    >
      <legend>{t(`checkout.when_${method}`)}</legend>
      {offered && hasNoTime(offered, config) && (
        <>
          <NoTime apart={offered.apart} lines={lines} />
          <Link to={basket.cart} className="link">
            {t('checkout.back_to_cart')}
          </Link>
        </>
      )}
      {(asap?.time || hasOwnTimes) && (
        <div className="when-ways">
          <label className="way first-time">
            <input
              type="radio"
              name={names.way}
              value={first}
              checked={!isOwnTime || !hasOwnTimes}
              onChange={() => {
                setOwnTime(false)
                setSlot(first)
              }}
            />
            {asap?.time ? (
              <span className="way-body">
                <strong>{t('checkout.asap')}</strong>
                <span className="way-good">
                  {t(`checkout.asap_${method}`, { span: formatTime(asap.time, locale, asap.until) })}
                </span>
              </span>
            ) : (
              <span className="way-body">
                <strong>{t('checkout.slot_earliest')}</strong>
                <span className="way-good">{slotText(earliest, { when, locale })}</span>
              </span>
            )}
          </label>
          {hasOwnTimes && (
            <label className="way own-time">
              <input
                type="radio"
                name={names.way}
                value="time"
                checked={isOwnTime}
                onChange={() => {
                  setOwnTime(true)
                  setSlot(earliest)
                }}
              />
              <span className="way-body">
                <strong>{t('checkout.choose_time')}</strong>
              </span>
            </label>
          )}
        </div>
      )}
      {(hasOwnTimes || !asap?.time) && (
        <div className="days">
          {days.map(({ date, slots }) => (
            <Fragment key={date}>
              <input
                type="radio"
                name={names.day}
                id={`${names.day}-${date}`}
                value={date}
                checked={date === day}
                onChange={() => setSlot(firstSlotOn(date))}
                className="visually-hidden"
              />
              <label htmlFor={`${names.day}-${date}`} className="day">
                <DayName date={date} when={when} />
              </label>
              <div className="slots" role="radiogroup" aria-label={t('checkout.time_on', { day: when(date) })}>
                <Times
                  date={date}
                  slots={slots}
                  name={names.slot}
                  chosen={slot === 'asap' ? earliest : slot}
                  earliest={earliest}
                  onChoose={setSlot}
                />
              </div>
            </Fragment>
          ))}
        </div>
      )}
      {error && (
        <p className="field-error" id={`checkout-${names.slot}-error`}>
          {error}
        </p>
      )}
      <StoreTimeNote timeZone={config.timeZone} />
    </fieldset>
  )
}

function DayName({ date, when }: { date: string; when: (date: string) => string }) {
  const { locale } = useShop()
  const { weekday, day } = dayParts(date, locale)
  const name = when(date)
  return (
    <>
      <span className="day-name">{name === formatDay(date, locale) ? weekday : name}</span>
      <span className="day-date">{day}</span>
    </>
  )
}

interface TimesProps {
  name: string
  date: string
  slots: Slot[]
  chosen: string
  earliest: string
  onChoose: (slot: string) => void
}

function Times({ date, slots, ...rest }: TimesProps) {
  const { t, locale } = useShop()
  const chosenOrFirst = slots.find(({ time }) => `${date} ${time}` === rest.chosen) ?? slots.find(isFree)
  return partsOfDay.map(({ name, until }, index) => {
    const from = partsOfDay[index - 1]?.until ?? '00:00'
    const partSlots = slots.filter(({ time }) => time >= from && time < until)
    if (partSlots.length === 0) return null
    return (
      <details key={name} className="day-part" open={(chosenOrFirst && partSlots.includes(chosenOrFirst)) || undefined}>
        <summary>
          {t(name)} <span className="day-part-span">{spanText(partSlots, locale)}</span>
        </summary>
        <div className="times">
          {partSlots.map((slot) => (
            <Time key={slot.time} slot={slot} value={`${date} ${slot.time}`} {...rest} />
          ))}
        </div>
      </details>
    )
  })
}

function spanText(slots: Slot[], locale: Locale): string {
  return formatTime(slots[0]?.time ?? '', locale, slots.at(-1)?.until)
}

function isFree({ state }: Slot): boolean {
  return state !== 'full'
}

function Time({
  slot,
  name,
  value,
  chosen,
  earliest,
  onChoose,
}: Omit<TimesProps, 'date' | 'slots'> & { slot: Slot; value: string }) {
  const { t, locale } = useShop()
  const isFull = slot.state === 'full' && value !== chosen
  const stateText = isFull
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
        name={name}
        value={value}
        disabled={isFull}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      <span className="time-from">{formatTime(slot.time, locale)}</span>
      {stateText && <span className="time-words">{stateText}</span>}
    </label>
  )
}

/** Names the store's time zone if the visitor's clock is in another time zone. */
function StoreTimeNote({ timeZone }: { timeZone: string }) {
  const { t, locale } = useShop()
  const visitorTimeZone = useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
  if (visitorTimeZone === timeZone) return null
  return <p className="field-hint store-time">{t('checkout.store_time', { zone: zoneName(timeZone, locale) })}</p>
}

/** A time such as `2026-11-20 17:40` as people write it. */
function slotText(slot: string, { when, locale }: { when: (date: string) => string; locale: Locale }): string {
  const [date = '', time = ''] = slot.split(' ')
  return `${when(date)} ${formatTime(time, locale)}`
}

function earliestOf(days: Day[]): string {
  for (const { date, slots } of days) {
    const freeSlot = slots.find(isFree)
    if (freeSlot) return `${date} ${freeSlot.time}`
  }
  return ''
}
