import type { App } from '#server/platform/context.ts'

/** What is known of whom a session belongs to. */
export interface MemberSummary<T> {
  memberId: string
  /** When it has to be asked again, whatever is told until then. */
  until: Date
  value: T
}

/** What every page tells of a member, kept for their session until it is told that it ended, or that they changed. */
export interface MemberSummaryCache<T> {
  /** The cached summary of the key, else the result of `ask`. Without a member: null, and nothing is cached. */
  take(key: string, ask: () => Promise<MemberSummary<T> | null>): Promise<T | null>
  forget(memberId: string): void
  clear(): void
  /** While off, nothing is kept: changes made elsewhere could not be heard of. */
  switch(on: boolean): void
}

/** By the clock that sessions end by, so that one that is put forward or back ends all of it too. */
export function createMemberSummaryCache<T>(
  app: App,
  { most, maxAgeMs }: { most: number; maxAgeMs: number },
): MemberSummaryCache<T> {
  const kept = new Map<string, MemberSummary<T> & { from: Date }>()
  /** Goes up with all that is told: what was being asked meanwhile may be out of date, and is not kept. */
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
