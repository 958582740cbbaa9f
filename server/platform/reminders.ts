const dayMs = 86_400_000

/**
 * When to remind of an end, so many days before it; null where that is not at least a day away: whoever got it knows.
 */
export function remindAt(end: Date, now: Date, days: number): Date | null {
  const at = new Date(end.getTime() - days * dayMs)
  return at.getTime() - now.getTime() >= dayMs ? at : null
}
