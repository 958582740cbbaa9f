import type { ReactNode } from 'react'
import { Fragment, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Line } from '#contract/cart.ts'
import type { CheckoutConfig, SlotDay } from '#contract/checkout.ts'
import { formatTime } from '#contract/format.ts'
import type { SlotMethod } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import { dayParts, formatDay } from '#storefront/core/time/when.ts'
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
   * A time such as `2026-11-20 17:40`, or `asap`. If empty, the form preselects `asap` where offered, otherwise the
   * earliest time.
   */
  chosen: string
  error: string | undefined
}
type Day = SlotDay
type Slot = Day['slots'][number]

/** A day can have about 100 slots, so only one part of the day is unfolded. */
const parts = [
  { name: 'checkout.morning', until: '12:00' },
  { name: 'checkout.afternoon', until: '17:00' },
  { name: 'checkout.evening', until: '24:00' },
] as const

/**
 * Shows the days as chips, and the times of the chosen day. Each day's times directly follow its chip in the page, so
 * that CSS alone can show and hide them.
 */
export function SlotChoice({ config, lines, method, when, chosen, error }: SlotChoiceProps) {
  const { t, locale } = useShop()
  const basket = useBasket()
  const offered = config.methods.find((offered) => offered.method === method)
  const { days = [], asap = null } = offered ?? {}
  const names = slotFields(method)
  const earliest = earliestOf(days)
  const isThere = (slot: string) => days.some(({ date, slots }) => slots.some(({ time }) => `${date} ${time}` === slot))
  const [picked, setSlot] = useState(chosen)
  // The store may no longer offer the picked time, for example because the time has passed. The form then selects its
  // default time.
  const slot = isThere(picked) ? picked : asap ? 'asap' : earliest
  const day = (slot === 'asap' ? earliest : slot).split(' ')[0]
  const open = (date: string) => {
    const free = days.find((other) => other.date === date)?.slots.find(isFree)
    setSlot(`${date} ${free?.time ?? days.find((other) => other.date === date)?.slots[0]?.time}`)
  }
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
          {offered.apart.length > 0 && (
            <Link to={basket.cart} className="link">
              {t('checkout.back_to_cart')}
            </Link>
          )}
        </>
      )}
      {asap?.time && (
        <label className="way asap">
          <input
            type="radio"
            name={names.slot}
            value="asap"
            checked={slot === 'asap'}
            onChange={() => setSlot('asap')}
          />
          <span className="way-body">
            <strong>{t('checkout.asap')}</strong>
            <span className="way-good">
              {t(`checkout.asap_${method}`, { span: formatTime(asap.time, locale, asap.until) })}
            </span>
          </span>
        </label>
      )}
      <OtherTimes isFolded={asap?.time != null} isOpen={slot !== 'asap'}>
        <div className="days">
          {days.map(({ date, slots }) => (
            <Fragment key={date}>
              <input
                type="radio"
                name={names.day}
                id={`${names.day}-${date}`}
                value={date}
                checked={date === day}
                onChange={() => open(date)}
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
                  chosen={slot}
                  earliest={earliest}
                  onChoose={setSlot}
                />
              </div>
            </Fragment>
          ))}
        </div>
      </OtherTimes>
      {error && (
        <p className="field-error" id={`checkout-${names.slot}-error`}>
          {error}
        </p>
      )}
      <StoreTimeNote timeZone={config.timeZone} />
    </fieldset>
  )
}

/** The days with their times, folded while the shopper wants the order as soon as possible. */
function OtherTimes({ isFolded, isOpen, children }: { isFolded: boolean; isOpen: boolean; children: ReactNode }) {
  const { t } = useShop()
  if (!isFolded) return children
  return (
    <details className="other-times" open={isOpen || undefined}>
      <summary className="link">{t('payment.choose_time')}</summary>
      {children}
    </details>
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
  return parts.map(({ name, until }, index) => {
    const from = parts[index - 1]?.until ?? '00:00'
    const own = slots.filter(({ time }) => time >= from && time < until)
    if (own.length === 0) return null
    return (
      <details key={name} className="day-part" open={(chosenOrFirst && own.includes(chosenOrFirst)) || undefined}>
        <summary>
          {t(name)} <span className="day-part-span">{spanOf(own, locale)}</span>
        </summary>
        <div className="times">
          {own.map((slot) => (
            <Time key={slot.time} slot={slot} value={`${date} ${slot.time}`} {...rest} />
          ))}
        </div>
      </details>
    )
  })
}

function spanOf(slots: Slot[], locale: Locale): string {
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
        name={name}
        value={value}
        disabled={isFull}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      <span className="time-from">{formatTime(slot.time, locale)}</span>
      {words && <span className="time-words">{words}</span>}
    </label>
  )
}

/** Names the store's time zone if the visitor's clock is in another time zone. */
function StoreTimeNote({ timeZone }: { timeZone: string }) {
  const { t } = useShop()
  const own = useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
  if (own === timeZone) return null
  return (
    <p className="field-hint store-time">
      {t('checkout.store_time', { zone: timeZone.split('/').at(-1)?.replace('_', ' ') ?? '' })}
    </p>
  )
}

function earliestOf(days: Day[]): string {
  for (const { date, slots } of days) {
    const free = slots.find(isFree)
    if (free) return `${date} ${free.time}`
  }
  return ''
}
