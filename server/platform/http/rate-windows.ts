import type { App } from '#server/platform/context.ts'

/** The count in the current window. */
export interface WindowCount {
  count: number
  msLeft: number
}

/** The counts of a rate limit. Each `key` has a window of its own, which starts with the first count. */
export interface Windows {
  add(key: string): WindowCount
  get(key: string): WindowCount
  /** Subtracts one from the count. */
  subtract(key: string): void
  remove(key: string): void
}

/**
 * Maximum number of windows per limit. This many windows take about 1.5 MB. A further window replaces the oldest
 * window, because new keys must be counted too.
 */
const defaultMaxWindows = 5_000

/**
 * Creates the counting windows of a rate limit, each `seconds` long, in this process. Keeps at most `maxWindows` of
 * them.
 */
export function createWindows(seconds: number, maxWindows = defaultMaxWindows): Windows {
  const windowMs = seconds * 1000
  // Windows in the order in which they started. All have the same length, so expired windows come first.
  const windows = new Map<string, { count: number; endsAt: number }>()

  function evictExpired(now: number) {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size < maxWindows) return
      windows.delete(key)
    }
  }

  return {
    add(key) {
      const now = performance.now()
      const current = windows.get(key)
      if (current && current.endsAt > now) return { count: ++current.count, msLeft: current.endsAt - now }
      windows.delete(key)
      evictExpired(now)
      windows.set(key, { count: 1, endsAt: now + windowMs })
      return { count: 1, msLeft: windowMs }
    },
    get(key) {
      const now = performance.now()
      const current = windows.get(key)
      return current && current.endsAt > now
        ? { count: current.count, msLeft: current.endsAt - now }
        : { count: 0, msLeft: 0 }
    },
    subtract(key) {
      const current = windows.get(key)
      if (current && current.count > 0) current.count--
    },
    remove(key) {
      windows.delete(key)
    },
  }
}

/** Returns a function that finds the windows of one limit for an app. Each app of this process has its own windows. */
export function windowsPerApp(seconds: number): (app: App) => Windows {
  const windowsOf = new WeakMap<App, Windows>()
  return (app) => {
    const windows = windowsOf.get(app) ?? createWindows(seconds)
    windowsOf.set(app, windows)
    return windows
  }
}
