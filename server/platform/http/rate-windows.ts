/** What was counted for somebody in their present window of time. */
export interface Counted {
  count: number
  msLeft: number
}

/** Counts for whoever comes, each in windows of their own that begin with the first count. */
export interface Windows {
  add(who: string): Counted
  get(who: string): Counted
  /** Subtracts one from what was counted. */
  takeBack(who: string): void
  forget(who: string): void
}

/**
 * So many are counted for at a time, in some 1.5 MB of each limit. Beyond it who began first is forgotten, for others
 * must be counted too.
 */
const mostCounted = 5_000

/** Counts within windows of this length, in this process, for at most so many at a time. */
export function createWindows(seconds: number, most = mostCounted): Windows {
  const length = seconds * 1000
  // In the order in which windows began, for all are as long: what is over stands at the front.
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
