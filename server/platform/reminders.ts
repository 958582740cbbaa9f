const dayMs = 86_400_000

/**
 * The time for a reminder, `days` before `end`. Null if that is less than a day from `now`, because the recipient was
 * told the end just now.
 */
export function remindAt(end: Date, now: Date, days: number): Date | null {
  const at = new Date(end.getTime() - days * dayMs)
  return at.getTime() - now.getTime() >= dayMs ? at : null
}
