import { dayMs } from '#contract/durations.ts'

/**
 * The time for a reminder, `days` before `end`. Null if this time is past or less than a day after `now`. A person who
 * has just learnt about `end` needs no reminder so soon.
 */
export function remindAt(end: Date, now: Date, days: number): Date | null {
  const at = new Date(end.getTime() - days * dayMs)
  return at.getTime() - now.getTime() >= dayMs ? at : null
}
