import { useEffect, useState } from 'react'
import type { Interval } from '#contract/hours.ts'
import { addDays, openingAt, openingsOf, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import type { Location } from '#contract/locations.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'

/**
 * Whether a store is open at an instant: until when, from when on later that day or on which next date, or not soon.
 */
export type OpenState =
  | { kind: 'open'; until: string }
  | { kind: 'opens'; at: string }
  | { kind: 'opens_on'; date: string; at: string; isTomorrow: boolean }
  | { kind: 'closed' }

/** No store is looked up further ahead. */
const daysLooked = 14

/** Reads a store's hours and exceptions on its own clock. */
export function openState(location: Location, instant: Date): OpenState {
  const { date, time } = toLocal(instant, location.timeZone)
  const minute = toMinutes(time)
  const open = openingAt(location, date, minute)
  if (open) return { kind: 'open', until: endTime(open) }
  const later = openingsOf(location, date).find(({ from }) => from > minute)
  if (later) return { kind: 'opens', at: toTime(later.from) }
  for (let days = 1; days <= daysLooked; days++) {
    const next = addDays(date, days)
    const [first] = openingsOf(location, next)
    if (first) return { kind: 'opens_on', date: next, at: toTime(first.from), isTomorrow: days === 1 }
  }
  return { kind: 'closed' }
}

/**
 * One day of a store: its openings as `['11:00–14:00', …]`, none where it is closed, and why it is unlike other weeks.
 */
export interface DayHours {
  date: string
  openings: string[]
  reason: Text | null
}

/** The seven days from the store's own today on, each with what is exceptional about it. */
export function weekOf(location: Location, instant: Date): DayHours[] {
  const { date: today } = toLocal(instant, location.timeZone)
  return Array.from({ length: 7 }, (_, days) => {
    const date = addDays(today, days)
    const openings = openingsOf(location, date).map((opening) => `${toTime(opening.from)}–${endTime(opening)}`)
    const exception = location.exceptions.find((exception) => exception.date === date && exception.reason)
    return { date, openings, reason: exception?.reason ?? null }
  })
}

/** A day ends at 24:00. */
const endTime = ({ to }: Interval) => (to === 1440 ? '24:00' : toTime(to))

const minuteMs = 60_000

/** The server's clock, which goes on: what it said when the page was made, then counted on by the minute. */
export function useServerTime(): Date {
  const { serverTime } = useShop().app.appDetail
  const [passedMs, setPassed] = useState(0)
  useEffect(() => {
    const loadedAt = performance.now()
    setPassed(0)
    const timer = setInterval(() => setPassed(performance.now() - loadedAt), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return new Date(Date.parse(serverTime) + passedMs)
}

/** Whether the visitor's clock shows another time than a store's; false while the visitor's is not known. */
export function isElsewhere(timeZone: string, instant: Date, utcOffset: number | null): boolean {
  if (utcOffset === null) return false
  const visitors = new Date(instant.getTime() + utcOffset * minuteMs).toISOString()
  return toLocal(instant, timeZone).time !== visitors.slice(11, 16)
}
