import type { App } from '#server/platform/context.ts'

/** What pages show about the member of a session. */
export interface MemberSummary<T> {
  memberId: string
  /** Time at which the summary expires. */
  until: Date
  value: T
}

/**
 * Caches what every page shows about a member, by session. An entry ends when the session ends or the member changes.
 */
export interface MemberSummaryCache<T> {
  /** Returns the cached summary, or else the result of `ask`. Returns null and caches nothing if there is no member. */
  take(key: string, ask: () => Promise<MemberSummary<T> | null>): Promise<T | null>
  forget(memberId: string): void
  clear(): void
  /**
   * Clears the cache, and turns caching on or off. Caching must be off while this process may miss changes by other
   * processes.
   */
  switch(on: boolean): void
}

/**
 * Creates the cache. Entries expire by the database clock, as sessions do. If that clock is set back, entries stored
 * after its new time count as expired.
 */
export function createMemberSummaryCache<T>(
  app: App,
  { most, maxAgeMs }: { most: number; maxAgeMs: number },
): MemberSummaryCache<T> {
  const kept = new Map<string, MemberSummary<T> & { from: Date }>()
  /** Incremented by each change. A summary that was read before a change may be stale and is not cached. */
  let told = 0
  let isOn = true

  const clear = () => {
    told++
    kept.clear()
  }
  return {
    async take(key, ask) {
      const now = app.now()
      const known = kept.get(key)
      if (known && now >= known.from && now < known.until) return known.value
      kept.delete(key)
      const toldBefore = told
      const found = await ask()
      if (!found) return null
      if (isOn && told === toldBefore) {
        const [oldest] = kept.keys()
        if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
        const latest = new Date(now.getTime() + maxAgeMs)
        kept.set(key, { ...found, from: now, until: found.until < latest ? found.until : latest })
      }
      return found.value
    },
    forget(memberId) {
      told++
      for (const [key, known] of kept) if (known.memberId === memberId) kept.delete(key)
    },
    clear,
    switch(on) {
      isOn = on
      clear()
    },
  }
}
