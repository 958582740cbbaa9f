import { toMinutes } from '#contract/hours.ts'

interface Opening {
  from: string
  to: string
}

/** The openings of a day that ends at this time; the last minute of a day is 23:59. */
export function closeAt(openings: Opening[], time: string): Opening[] {
  return openings
    .filter(({ from }) => toMinutes(from) < toMinutes(time))
    .map(({ from, to }) => ({ from, to: isAfter(to, from, time) ? time : to }))
}

/** Whether an opening ends after this time. An end before its start is on the next day. */
const isAfter = (to: string, from: string, time: string) =>
  toMinutes(to) < toMinutes(from) || toMinutes(to) > toMinutes(time)
