import type { Method } from '#contract/checkout.ts'
import type { Interval } from '#contract/hours.ts'
import { addDays, clockOf, isOpen, openingsOf, toLocal, toTime } from '#contract/hours.ts'
import type { Location } from '#contract/locations.ts'
import { endOfPause } from './pauses.ts'
import type { locations, MethodRules } from './tables.ts'

type LocationRow = typeof locations.$inferSelect

const dayMinutes = 1440
const minuteMs = 60_000
/** A promise is told in steps of five minutes. */
const promiseStepMs = 5 * minuteMs
/** What begins later than so long after it could be ready is of another day. */
const soonMs = 60 * minuteMs
/** How long a promise lasts: who fetches is told ten minutes, who waits at home half an hour. */
const promiseMinutes: Record<Method, number> = { PICKUP: 10, DELIVERY: 30, EAT_IN: 10 }

/** By which rules a store has times for one method. */
export interface SlotRules extends Required<Omit<MethodRules, 'lastOrder'>> {
  method: Method
  timeZone: string
  lastOrder: MethodRules['lastOrder'] | undefined
  /** Narrower hours that a slot lies in as well, such as those of a delivery zone; empty: none. */
  within: Location['hours']
  /** The longest lead time of the goods, in minutes; 0: none has one. It is part of `leadMinutes`. */
  goodsMinutes: number
  /** The store takes no orders for before this time: it is having a rest. */
  pausedUntil?: Date | null
}

/** What a delivery zone adds to its store's rules. */
export interface Road {
  hours: Location['hours']
  extraMinutes: number
}

/** One slot of a store's grid; `day` is the date of the opening that it belongs to, which may be the day before. */
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
 * A store's rules for one method: the method's own, else the store's, with the time that the way there takes. Goods
 * with a longer lead time than the store's have theirs, and can be ordered so many days further ahead.
 */
export function rulesOf(
  location: LocationRow,
  method: Method,
  { road, goodsMinutes = 0 }: { road?: Road | undefined; goodsMinutes?: number } = {},
): SlotRules {
  const own = location.methodRules[method] ?? {}
  return {
    method,
    timeZone: location.timeZone,
    hours: own.hours ?? location.hours,
    exceptions: own.exceptions ?? location.exceptions,
    leadMinutes: Math.max(own.leadMinutes ?? location.leadMinutes, goodsMinutes) + (road?.extraMinutes ?? 0),
    goodsMinutes,
    slotMinutes: own.slotMinutes ?? location.slotMinutes,
    daysAhead: (own.daysAhead ?? location.daysAhead) + Math.ceil(goodsMinutes / dayMinutes),
    slotCapacity: own.slotCapacity ?? location.slotCapacity,
    lastOrder: own.lastOrder,
    within: road?.hours ?? anyHours,
    pausedUntil: endOfPause(location, method),
  }
}

/**
 * The slots of a local date that can still be reached from `now`, full ones included: within the opening hours to their
 * very end, after the lead time, before the last order, not further than the days ahead. `used` counts orders by the
 * slot's start.
 */
export function slotsOfDay(rules: SlotRules, date: string, now: Date, used: (startsAt: Date) => number): DaySlot[] {
  const today = toLocal(now, rules.timeZone).date
  if (date < today || date > addDays(today, rules.daysAhead)) return []
  const soonest = soonestOf(rules, now)
  const first = firstOrderable(rules, now)
  return gridOf(rules, date)
    .filter(({ startsAt, day }) => startsAt.getTime() >= soonest && day >= first)
    .map(({ time, until, startsAt }) => ({
      time,
      until,
      state: stateOf(used(startsAt), rules.slotCapacity),
      startsAt,
    }))
}

/** When an order of now is ready at the soonest, in milliseconds. */
export function soonestOf({ leadMinutes, pausedUntil }: SlotRules, now: Date): number {
  return Math.max(now.getTime() + leadMinutes * minuteMs, pausedUntil?.getTime() ?? 0)
}

/**
 * What can be promised as soon as possible, while the store is open or later today: the first moment after the lead
 * time that lies in a slot with a place, rounded up, and until when. It counts in that slot. Never after closing.
 */
export function promiseOf(rules: SlotRules, now: Date, used: (startsAt: Date) => number) {
  const today = toLocal(now, rules.timeZone).date
  const dates = isOpen(rules, now) ? [today, addDays(today, 1)] : [today]
  const soonest = Math.ceil(soonestOf(rules, now) / promiseStepMs) * promiseStepMs
  const first = firstOrderable(rules, now)
  for (const slot of dates.flatMap((date) => gridOf(rules, date))) {
    const from = Math.max(soonest, slot.startsAt.getTime())
    const isLate = from >= slot.endsAt.getTime() || slot.day < first
    // "Soon" may cross midnight if the next opening follows at once. It never means a later opening, nor goods with a
    // lead time.
    const isOther = slot.day > today && (rules.goodsMinutes > 0 || from - soonest > soonMs)
    if (isLate || isOther || stateOf(used(slot.startsAt), rules.slotCapacity) === 'full') continue
    const until = Math.min(from + promiseMinutes[rules.method] * minuteMs, slot.closesAt.getTime())
    const { date, time } = toLocal(new Date(from), rules.timeZone)
    return { date, time, until: toLocal(new Date(until), rules.timeZone).time, startsAt: slot.startsAt }
  }
  return null
}

/** The first day for whose openings one may still order; '' where there is no last order. */
export function firstOrderable({ lastOrder, timeZone }: SlotRules, now: Date): string {
  if (!lastOrder) return ''
  const { date, time } = toLocal(now, timeZone)
  return addDays(date, lastOrder.daysBefore + (time < lastOrder.time ? 0 : 1))
}

/**
 * Every slot that begins on a local date, past ones included: of that day's openings, and of the night that began the
 * day before.
 */
export function gridOf(rules: SlotRules, date: string): GridSlot[] {
  const { days } = gridsOf(rules)
  const slots = days.get(date) ?? makeGrid(rules, date)
  if (days.size > mostDays) days.clear()
  days.set(date, slots)
  return slots
}

/** What grids hang on, and those that were made. */
interface Grids extends Pick<SlotRules, 'exceptions' | 'within' | 'timeZone' | 'slotMinutes'> {
  days: Map<string, GridSlot[]>
}
/** By the hours as they lie in memory: these change with the store. */
const made = new WeakMap<SlotRules['hours'], Grids[]>()
const mostGrids = 12
const mostDays = 400

function gridsOf({ hours, exceptions, within, timeZone, slotMinutes }: SlotRules): Grids {
  const known = made.get(hours) ?? []
  const found = known.find(
    (grids) =>
      grids.exceptions === exceptions &&
      grids.within === within &&
      grids.timeZone === timeZone &&
      grids.slotMinutes === slotMinutes,
  )
  if (found) return found
  const grids = { exceptions, within, timeZone, slotMinutes, days: new Map() }
  made.set(hours, [grids, ...known.slice(0, mostGrids - 1)])
  return grids
}

function makeGrid(rules: SlotRules, date: string): GridSlot[] {
  if (rules.slotMinutes < 1) return []
  const yesterday = addDays(date, -1)
  return [
    ...openingsOf(rules, yesterday).flatMap((opening) => slotsOf(rules, yesterday, opening, 1)),
    ...openingsOf(rules, date).flatMap((opening) => slotsOf(rules, date, opening, 0)),
  ]
}

/** The slots of an opening that begin so many dates after its day. */
function slotsOf(rules: SlotRules, day: string, { from, to }: Interval, later: 0 | 1): GridSlot[] {
  const clock = clockFrom(day, rules.timeZone)
  const slotMs = rules.slotMinutes * minuteMs
  const within = rules.within.length > 0 ? openingsOf({ hours: rules.within, exceptions: [] }, day) : null
  const slots: GridSlot[] = []
  for (let minute = from; minute + rules.slotMinutes <= to; minute += rules.slotMinutes) {
    if (Math.floor(minute / dayMinutes) !== later) continue
    const end = minute + rules.slotMinutes
    if (within && !within.some((narrow) => narrow.from <= minute && end <= narrow.to)) continue
    const startsAt = clock(minute)
    if (!startsAt) continue
    const endsAt = clock(end)
    const past = new Date(startsAt.getTime() + slotMs)
    slots.push({
      day,
      time: toTime(minute),
      // Where clocks leap over its end, the end has another name.
      until: endsAt ? toTime(end) : toLocal(past, rules.timeZone).time,
      startsAt,
      endsAt: endsAt ?? past,
      closesAt: clock(to) ?? endsAt ?? past,
    })
  }
  return slots
}

/** The instants of a day and the night after it, by minute since its midnight. */
function clockFrom(day: string, timeZone: string): (minute: number) => Date | null {
  const today = clockOf(day, timeZone)
  let tomorrow: typeof today | undefined
  return (minute) => {
    if (minute < dayMinutes) return today(minute)
    tomorrow ??= clockOf(addDays(day, 1), timeZone)
    return tomorrow(minute - dayMinutes)
  }
}

/** `few` from a quarter of the places on. */
export function stateOf(used: number, capacity: number): DaySlot['state'] {
  const left = capacity - used
  if (left <= 0) return 'full'
  return left * 4 <= capacity ? 'few' : 'free'
}
