import type { Method } from '#contract/checkout.ts'
import { minuteMs } from '#contract/durations.ts'
import { fulfilmentMethods } from '#contract/fulfilment-methods.ts'
import type { Hours, Interval } from '#contract/hours.ts'
import { addDays, clockOf, isOpen, openingAt, openingsOf, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import type { Location } from '#contract/locations.ts'
import { endOfPause } from './pauses.ts'
import type { locations, MethodRules } from './tables.ts'

type LocationRow = Pick<
  typeof locations.$inferSelect,
  | 'timeZone'
  | 'hours'
  | 'exceptions'
  | 'leadMinutes'
  | 'slotMinutes'
  | 'daysAhead'
  | 'slotCapacity'
  | 'methodRules'
  | 'pauses'
  | 'slower'
>

const dayMinutes = 1440
/** Promised times are rounded up to five minutes. */
const promiseStepMs = 5 * minuteMs
/**
 * An as-soon-as-possible order gets a slot of the next day only if the slot begins within this time after the order is
 * ready.
 */
const maxNextDayDelayMs = 60 * minuteMs

/** The rules for a store's slots of one method. */
export interface SlotRules extends Required<Omit<MethodRules, 'lastOrder'>> {
  method: Method
  timeZone: string
  lastOrder: MethodRules['lastOrder'] | undefined
  /**
   * Slots must lie within these hours too, such as the hours of a delivery zone. Empty if there is no such limit.
   */
  within: Location['hours']
  hoursLimitExceptions?: Hours['hoursLimitExceptions']
  /** The longest lead time of the goods, in minutes; 0 if the goods have none. `leadMinutes` includes this time. */
  goodsMinutes: number
  /** The end of the method's pause; null if there is none. The store takes no orders for earlier times. */
  pausedUntil?: Date | null
  /** During a rush, the minutes that every order takes longer, and the end of the rush. */
  slower?: { minutes: number; until: Date } | null
}

/** The rules that a delivery zone adds to the rules of its store. */
export interface ZoneRules {
  hours: Location['hours']
  extraMinutes: number
}

/**
 * A slot within the opening hours, whether or not shoppers can order it. `day` is the date on which the slot's opening
 * begins, which may be the day before the slot.
 */
interface GridSlot {
  day: string
  time: string
  until: string
  startsAt: Date
  endsAt: Date
  closesAt: Date
}

export interface DaySlot {
  time: string
  until: string
  state: 'free' | 'few' | 'full'
  startsAt: Date
}

const anyHours: Location['hours'] = []

/**
 * A store's rules for one method. For each rule, the method's own value applies, or the store's value if the method has
 * none. `leadMinutes` is this value or the lead time of the goods, whichever is longer, plus the extra minutes of
 * `road`, which is a delivery zone. A lead time of the goods also adds days for which shoppers can order.
 */
export function rulesOf(
  location: LocationRow,
  method: Method,
  { road, goodsMinutes = 0 }: { road?: ZoneRules | undefined; goodsMinutes?: number } = {},
): SlotRules {
  const methodRules = location.methodRules[method] ?? {}
  return {
    method,
    timeZone: location.timeZone,
    hours: methodRules.hours ?? location.hours,
    exceptions: methodRules.exceptions ?? location.exceptions,
    // If a method has its own hours but no exceptions of its own, the store's special openings only shorten the hours
    // of the method.
    ...(methodRules.hours && !methodRules.exceptions && { hoursLimitExceptions: true }),
    leadMinutes: Math.max(methodRules.leadMinutes ?? location.leadMinutes, goodsMinutes) + (road?.extraMinutes ?? 0),
    goodsMinutes,
    slotMinutes: methodRules.slotMinutes ?? location.slotMinutes,
    daysAhead: (methodRules.daysAhead ?? location.daysAhead) + Math.ceil(goodsMinutes / dayMinutes),
    slotCapacity: methodRules.slotCapacity ?? location.slotCapacity,
    lastOrder: methodRules.lastOrder,
    lastOrderMinutes: methodRules.lastOrderMinutes ?? 0,
    within: road?.hours ?? anyHours,
    pausedUntil: endOfPause(location, method),
    slower: location.slower && { minutes: location.slower.minutes, until: new Date(location.slower.until) },
  }
}

/**
 * The slots of a local date that shoppers can still order, including full ones. They lie within the opening hours and
 * begin after the lead time. The time for the last order has not passed, and the date is not too many days ahead.
 * `used` returns how many places are taken in the slot with this start.
 */
export function slotsOfDay(
  rules: SlotRules,
  date: string,
  { now, used }: { now: Date; used: (startsAt: Date) => number },
): DaySlot[] {
  const today = toLocal(now, rules.timeZone).date
  if (date < today || date > addDays(today, rules.daysAhead)) return []
  const readyAt = earliestReadyAt(rules, now)
  const isOrderable = orderableAt(rules, now)
  return gridOf(rules, date)
    .filter((slot) => slot.startsAt.getTime() >= readyAt && isOrderable(slot))
    .map(({ time, until, startsAt }) => ({
      time,
      until,
      state: stateOf(used(startsAt), rules.slotCapacity),
      startsAt,
    }))
}

/** The earliest time at which an order placed now is ready, in milliseconds. */
export function earliestReadyAt({ leadMinutes, pausedUntil, slower }: SlotRules, now: Date): number {
  const rushMinutes = slower && slower.until > now ? slower.minutes : 0
  return Math.max(now.getTime() + (leadMinutes + rushMinutes) * minuteMs, pausedUntil?.getTime() ?? 0)
}

/**
 * The earliest as-soon-as-possible promise. Null if the store stays closed for the rest of the day, or has no free
 * place. The promise begins when the lead time is over, rounded up, and lies in a slot with a free place. It ends at
 * closing time at the latest. An order with this promise takes a place in that slot.
 */
export function findPromise(rules: SlotRules, now: Date, used: (startsAt: Date) => number) {
  const today = toLocal(now, rules.timeZone).date
  const dates = isOpen(rules, now) ? [today, addDays(today, 1)] : [today]
  const readyAt = Math.ceil(earliestReadyAt(rules, now) / promiseStepMs) * promiseStepMs
  const isOrderable = orderableAt(rules, now)
  for (const slot of dates.flatMap((date) => gridOf(rules, date))) {
    const from = Math.max(readyAt, slot.startsAt.getTime())
    const isLate = from >= slot.endsAt.getTime() || !isOrderable(slot)
    // Skips a slot of tomorrow's openings if it begins more than `maxNextDayDelayMs` after the order is ready, or if
    // the goods have a lead time.
    const isTooFarAhead = slot.day > today && (rules.goodsMinutes > 0 || from - readyAt > maxNextDayDelayMs)
    if (isLate || isTooFarAhead || stateOf(used(slot.startsAt), rules.slotCapacity) === 'full') continue
    const until = Math.min(from + fulfilmentMethods[rules.method].promiseMinutes * minuteMs, slot.closesAt.getTime())
    const { date, time } = toLocal(new Date(from), rules.timeZone)
    return { date, time, until: toLocal(new Date(until), rules.timeZone).time, startsAt: slot.startsAt }
  }
  return null
}

/**
 * The first date for which shoppers can still order. Without a `lastOrder` deadline, an empty string, which sorts
 * before every date.
 */
export function firstOrderable({ lastOrder, timeZone }: SlotRules, now: Date): string {
  if (!lastOrder) return ''
  const { date, time } = toLocal(now, timeZone)
  return addDays(date, lastOrder.daysBefore + (time < lastOrder.time ? 0 : 1))
}

/**
 * Returns a function that tells whether shoppers can order for a slot at the time `now`. They can until the `lastOrder`
 * deadline of the slot's day, and until the last order before closing.
 */
export function orderableAt(rules: SlotRules, now: Date): (slot: GridSlot) => boolean {
  const first = firstOrderable(rules, now)
  return ({ day, closesAt }) => day >= first && now.getTime() < closesAt.getTime() - rules.lastOrderMinutes * minuteMs
}

/**
 * Whether a store takes orders for the current time: it is open, and the time of the last order before closing has not
 * passed.
 */
export function takesOrders(rules: SlotRules, now: Date): boolean {
  const { date, time } = toLocal(now, rules.timeZone)
  const minute = toMinutes(time)
  const opening = openingAt(rules, date, minute)
  if (!opening) return false
  // If the opening began yesterday, `opening.to` counts from yesterday's midnight, so a day is added to `minute`.
  const remainingMinutes = opening.to - (opening.from <= minute ? minute : minute + dayMinutes)
  return remainingMinutes > rules.lastOrderMinutes
}

/**
 * All slots that begin on a local date, including past slots, and slots after midnight that belong to the previous
 * day's opening.
 */
export function gridOf(rules: SlotRules, date: string): GridSlot[] {
  const { days } = gridsOf(rules)
  const slots = days.get(date) ?? makeGrid(rules, date)
  if (days.size > maxCachedDays) days.clear()
  days.set(date, slots)
  return slots
}

/** The cached slots by date, with the rules on which they depend. */
interface Grids extends Pick<SlotRules, 'exceptions' | 'within' | 'timeZone' | 'slotMinutes'> {
  days: Map<string, GridSlot[]>
}
/**
 * The key of this cache is the array `hours` itself, not its content. A store that changed has a new array, so it never
 * gets slots of its old hours.
 */
const gridCache = new WeakMap<SlotRules['hours'], Grids[]>()
const maxGridsPerHours = 12
const maxCachedDays = 400

function gridsOf({ hours, exceptions, within, timeZone, slotMinutes }: SlotRules): Grids {
  const cachedGrids = gridCache.get(hours) ?? []
  const found = cachedGrids.find(
    (grids) =>
      grids.exceptions === exceptions &&
      grids.within === within &&
      grids.timeZone === timeZone &&
      grids.slotMinutes === slotMinutes,
  )
  if (found) return found
  const grids = { exceptions, within, timeZone, slotMinutes, days: new Map() }
  gridCache.set(hours, [grids, ...cachedGrids.slice(0, maxGridsPerHours - 1)])
  return grids
}

function makeGrid(rules: SlotRules, date: string): GridSlot[] {
  if (rules.slotMinutes < 1) return []
  const yesterday = addDays(date, -1)
  return [
    ...openingsOf(rules, yesterday).flatMap((opening) => slotsOf(rules, yesterday, { interval: opening, later: 1 })),
    ...openingsOf(rules, date).flatMap((opening) => slotsOf(rules, date, { interval: opening, later: 0 })),
  ]
}

/** The slots of an opening that begin on the opening's own date (`later` is 0), or after midnight (`later` is 1). */
function slotsOf(
  rules: SlotRules,
  day: string,
  { interval: { from, to }, later }: { interval: Interval; later: 0 | 1 },
): GridSlot[] {
  const clock = clockFrom(day, rules.timeZone)
  const slotMs = rules.slotMinutes * minuteMs
  const within = rules.within.length > 0 ? openingsOf({ hours: rules.within, exceptions: [] }, day) : null
  const slots: GridSlot[] = []
  for (let minute = from; minute + rules.slotMinutes <= to; minute += rules.slotMinutes) {
    if (Math.floor(minute / dayMinutes) !== later) continue
    const end = minute + rules.slotMinutes
    if (within && !within.some((limit) => limit.from <= minute && end <= limit.to)) continue
    const startsAt = clock(minute)
    if (!startsAt) continue
    const endsAt = clock(end)
    const fallbackEnd = new Date(startsAt.getTime() + slotMs)
    slots.push({
      day,
      time: toTime(minute),
      // If the clock skips the local time of the slot's end, `until` is the local time after the skip.
      until: endsAt ? toTime(end) : toLocal(fallbackEnd, rules.timeZone).time,
      startsAt,
      endsAt: endsAt ?? fallbackEnd,
      closesAt: clock(to) ?? endsAt ?? fallbackEnd,
    })
  }
  return slots
}

/**
 * Returns a function that converts minutes since the day's midnight to instants. Minutes from 1440 on are on the next
 * day.
 */
function clockFrom(day: string, timeZone: string): (minute: number) => Date | null {
  const today = clockOf(day, timeZone)
  let tomorrow: typeof today | undefined
  return (minute) => {
    if (minute < dayMinutes) return today(minute)
    tomorrow ??= clockOf(addDays(day, 1), timeZone)
    return tomorrow(minute - dayMinutes)
  }
}

/** `few` means that at most a quarter of the places is free. */
export function stateOf(used: number, capacity: number): DaySlot['state'] {
  const freePlaces = capacity - used
  if (freePlaces <= 0) return 'full'
  return freePlaces * 4 <= capacity ? 'few' : 'free'
}
