import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/** Age of a reading after which the process reads the database clock again. */
const freshMs = 10_000
/**
 * A reading of the database clock that takes longer than this is ignored, because the moment of the reading is too
 * uncertain. The first reading is never ignored.
 */
const longestAnswerMs = 1000

/** The database's time, shared by all processes. Changes to this machine's clock do not affect it. */
export interface Clock {
  /** The current time. It never goes back, unless the database clock was set back by more than a second. */
  now(): Date
  /**
   * Reads the database clock if the last reading is older than `maxAgeMs`. Never throws: on failure the last reading
   * stays in use.
   */
  sync(maxAgeMs?: number): Promise<void>
  /** How far the process clock is ahead of the database clock, in ms. */
  skewMs(): number
}

/**
 * Reads the database clock and continues with the monotonic timer of this process. Renews the reading from time to
 * time, because timers drift and machines sleep.
 */
export async function openClock(db: Database, log: Log): Promise<Clock> {
  /** Database time minus the monotonic timer. */
  let offsetMs = Date.now() - performance.now()
  let skewMs = 0
  let latest = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let isTold = false

  async function ask() {
    const from = performance.now()
    const wallBefore = Date.now()
    const read = await readClock(db)
    const took = performance.now() - from
    if (took > longestAnswerMs && askedAt > 0) return
    // The database read its clock between request and response. These two times give a lower and an upper bound of the
    // offset. An offset within these bounds stays unchanged. A new estimate would move the time by up to half the delay
    // of a slow response.
    const [least, most] = [read - (from + took), read - from]
    if (askedAt < 0) offsetMs = read - (from + took / 2)
    else offsetMs = Math.min(Math.max(offsetMs, least), most)
    askedAt = performance.now()
    skewMs = Math.round(wallBefore + took / 2 - read)
    tell()
  }

  function tell() {
    const isOff = Math.abs(skewMs) > limits.clockDifferenceMs
    if (isOff && !isTold) log.warn('the clocks of this process and of the database differ', { aheadMs: skewMs })
    isTold = isOff
  }

  async function sync(maxAgeMs = 0) {
    if (performance.now() - askedAt < maxAgeMs) return
    asking ??= ask()
      .catch(() => {})
      .finally(() => {
        asking = null
      })
    await asking
  }

  await sync()
  return {
    now() {
      if (performance.now() - askedAt > freshMs) void sync(freshMs)
      const ms = performance.now() + offsetMs
      if (ms > latest || latest - ms > longestAnswerMs) latest = ms
      return new Date(latest)
    },
    sync,
    skewMs: () => skewMs,
  }
}

async function readClock(db: Database): Promise<number> {
  // The cast is safe: this driver returns an object with `rows`. Drizzle's type also covers drivers with other results.
  const { rows } = (await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)) as {
    rows: { ms: string | number }[]
  }
  const ms = Number(rows[0]?.ms)
  if (!Number.isFinite(ms)) throw new Error('the database returned no valid time')
  return ms
}
