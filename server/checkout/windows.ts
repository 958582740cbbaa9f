import type { Line } from '#contract/cart.ts'
import type { SellingWindow } from '#contract/catalogue.ts'
import type { SlotDay } from '#contract/checkout.ts'
import type { Text } from '#contract/shapes.ts'
import { slots } from '#server/locations/locations.ts'

type Day = SlotDay
type Windowed = Pick<Line, 'name' | 'windows'>
/** A slot, or the moment of its start. */
interface Moment {
  date: string
  time: string
  until?: string
}

/**
 * The days and slots at which every line is available. With a line sold only at lunch, only the slots at lunch remain.
 */
export function withinWindows(days: Day[], lines: Windowed[]): Day[] {
  if (lines.every(({ windows }) => windows.length === 0)) return days
  return days
    .map(({ date, slots }) => ({
      date,
      slots: slots.filter(({ time, until }) => !findUnavailable(lines, { date, time, until })),
    }))
    .filter(({ slots }) => slots.length > 0)
}

/**
 * Lines that have no free time in common on these days. Leaves out lines that do not cause the conflict. Empty if all
 * lines have a common free time, or if no slot is free.
 */
export function conflictingLines<Sold extends Windowed>(days: Day[], lines: Sold[]): Sold[] {
  const isFree = (lines: Sold[]) => slots.firstFree(withinWindows(days, lines)) !== null
  if (!isFree([]) || isFree(lines)) return []
  // Lines with the same windows are kept or removed together.
  let groups = [...Map.groupBy(lines, ({ windows }) => JSON.stringify(windows)).values()]
  for (const group of groups) {
    const others = groups.filter((other) => other !== group)
    if (!isFree(others.flat())) groups = others
  }
  return groups.flat()
}

/**
 * The name of the first line that is not available in the slot; null if all lines are available. Without `until`, only
 * checks the slot's start.
 */
export function findUnavailable(lines: Windowed[], slot: Moment): Text | null {
  return unavailableLines(lines, slot)[0]?.name ?? null
}

/** The lines that are not available in the slot. */
export function unavailableLines<Sold extends Windowed>(lines: Sold[], slot: Moment): Sold[] {
  return lines.filter(({ windows }) => windows.length > 0 && !windows.some((window) => isWithin(window, slot)))
}

/** The longest lead time, in minutes, of products that guests can order at a table. */
const tableWaitMinutes = 60

/** The lines whose lead time is too long for guests at a table. */
export function tooLateForTable<Sold extends Pick<Line, 'leadMinutes'>>(lines: Sold[]): Sold[] {
  return lines.filter(({ leadMinutes = 0 }) => leadMinutes > tableWaitMinutes)
}

/**
 * Whether a selling window contains a slot. Always false for a slot that ends at midnight or later, because its `until`
 * is before its `time`.
 */
function isWithin({ from, to, weekdays }: SellingWindow, { date, time, until = time }: Moment) {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isDay = weekdays.length === 0 || weekdays.includes(weekday)
  return isDay && from <= time && time < to && until <= to && until >= time
}
