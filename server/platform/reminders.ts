const dayMs = 86_400_000

/**
 * The time for a reminder, `days` before `end`. Null if this time is past or less than a day after `now`, because a
 * person who learns about `end` now needs no reminder so soon.
 */
export function remindAt(end: Date, now: Date, days: number): Date | null {
  const at = new Date(end.getTime() - days * dayMs)
  return at.getTime() - now.getTime() >= dayMs ? at : null
}
