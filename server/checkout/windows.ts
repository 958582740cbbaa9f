import type { Line } from '#contract/cart.ts'
import type { SellingWindow } from '#contract/catalogue.ts'
import type { SlotDay } from '#contract/checkout.ts'
import type { Text } from '#contract/shapes.ts'
import { slots } from '#server/locations/locations.ts'

type Day = SlotDay
type Windowed = Pick<Line, 'name' | 'windows'>

/** The days and slots at which every line can be had: "lunch only" leaves lunch. */
export function withinWindows(days: Day[], lines: Windowed[]): Day[] {
  if (lines.every(({ windows }) => windows.length === 0)) return days
  return days
    .map(({ date, slots }) => ({
      date,
      slots: slots.filter(({ time, until }) => !missing(lines, { date, time, until })),
    }))
    .filter(({ slots }) => slots.length > 0)
}

/**
 * The lines for which these days have no free time together: without any of their windows there would be one. Empty
 * where there is a time for all, or none for anything.
 */
export function apart<Sold extends Windowed>(days: Day[], lines: Sold[]): Sold[] {
  const isFree = (lines: Sold[]) => slots.firstFree(withinWindows(days, lines)) !== null
  if (!isFree([]) || isFree(lines)) return []
  // Lines of the same windows stand or fall together.
  let groups = [...Map.groupBy(lines, ({ windows }) => JSON.stringify(windows)).values()]
  for (const group of groups) {
    const others = groups.filter((other) => other !== group)
    if (!isFree(others.flat())) groups = others
  }
  return groups.flat()
}

/** The name of the first line that cannot be had then, or null. Without an `until` the beginning alone counts. */
export function missing(lines: Windowed[], slot: { date: string; time: string; until?: string }): Text | null {
  const line = lines.find(({ windows }) => windows.length > 0 && !windows.some((window) => isWithin(window, slot)))
  return line?.name ?? null
}

/** Guests at a table wait this long at most for what has a lead time, in minutes. */
const tableWaitMinutes = 60

/** The lines that cannot be ready while guests sit at a table. */
export function tooLateForTable<Sold extends Pick<Line, 'leadMinutes'>>(lines: Sold[]): Sold[] {
  return lines.filter(({ leadMinutes = 0 }) => leadMinutes > tableWaitMinutes)
}

/** A slot that ends at midnight or after it is over before any window is. */
function isWithin({ from, to, weekdays }: SellingWindow, { date, time, until = time }: Parameters<typeof missing>[1]) {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isDay = weekdays.length === 0 || weekdays.includes(weekday)
  return isDay && from <= time && time < to && until <= to && until >= time
}
