/** The count in the current window. */
export interface Counted {
  count: number
  msLeft: number
}

/** The counts of a rate limit. Each `who` has a window of its own, which starts with the first count. */
export interface Windows {
  add(who: string): Counted
  get(who: string): Counted
  /** Subtracts one from the count. */
  takeBack(who: string): void
  forget(who: string): void
}

/**
 * Maximum number of windows per limit. This many windows take about 1.5 MB. A further window replaces the oldest
 * window, because new keys must be counted too.
 */
const mostCounted = 5_000

/** Creates the counting windows of a rate limit, each `seconds` long, in this process. Keeps at most `most` of them. */
export function createWindows(seconds: number, most = mostCounted): Windows {
  const length = seconds * 1000
  // Windows in the order in which they started. All have the same length, so expired windows come first.
  const windows = new Map<string, { count: number; endsAt: number }>()

  function makeRoom(now: number) {
    for (const [who, { endsAt }] of windows) {
      if (endsAt > now && windows.size < most) return
      windows.delete(who)
    }
  }

  return {
    add(who) {
      const now = performance.now()
      const open = windows.get(who)
      if (open && open.endsAt > now) return { count: ++open.count, msLeft: open.endsAt - now }
      windows.delete(who)
      makeRoom(now)
      windows.set(who, { count: 1, endsAt: now + length })
      return { count: 1, msLeft: length }
    },
    get(who) {
      const now = performance.now()
      const open = windows.get(who)
      return open && open.endsAt > now ? { count: open.count, msLeft: open.endsAt - now } : { count: 0, msLeft: 0 }
    },
    takeBack(who) {
      const open = windows.get(who)
      if (open && open.count > 0) open.count--
    },
    forget(who) {
      windows.delete(who)
    },
  }
}
