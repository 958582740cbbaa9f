import type { App } from '#server/platform/context.ts'

/** What pages show about the member of a session. */
export interface MemberSummary<T> {
  memberId: string
  /** Time at which the summary expires. */
  until: Date
  value: T
}

/**
 * Caches what every page shows about a member, by session. An entry is removed when the member's data changes or one of
 * the member's sessions ends.
 */
export interface MemberSummaryCache<T> {
  /**
   * Returns the cached summary, or else the result of `load`. Returns null and caches nothing if there is no member.
   */
  getOrLoad(key: string, load: () => Promise<MemberSummary<T> | null>): Promise<T | null>
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
  { maxEntries, maxAgeMs }: { maxEntries: number; maxAgeMs: number },
): MemberSummaryCache<T> {
  const entries = new Map<string, MemberSummary<T> & { from: Date }>()
  /** Incremented by each change. A summary that was read before a change may be stale and is not cached. */
  let changeCount = 0
  let isOn = true

  const clear = () => {
    changeCount++
    entries.clear()
  }
  return {
    async getOrLoad(key, load) {
      const now = app.now()
      const entry = entries.get(key)
      if (entry && now >= entry.from && now < entry.until) return entry.value
      entries.delete(key)
      const changeCountBefore = changeCount
      const found = await load()
      if (!found) return null
      if (isOn && changeCount === changeCountBefore) {
        const [oldest] = entries.keys()
        if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest)
        const latest = new Date(now.getTime() + maxAgeMs)
        entries.set(key, { ...found, from: now, until: found.until < latest ? found.until : latest })
      }
      return found.value
    },
    forget(memberId) {
      changeCount++
      for (const [key, entry] of entries) if (entry.memberId === memberId) entries.delete(key)
    },
    clear,
    switch(on) {
      isOn = on
      clear()
    },
  }
}
