import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/** Age of a reading after which the process reads the database clock again. */
const syncIntervalMs = 10_000
/**
 * A reading of the database clock that takes longer than this is ignored, because the moment of the reading is too
 * uncertain. The first reading is never ignored.
 */
const maxResponseMs = 1000

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
 * Reads the database clock and continues with the monotonic timer of this process. `now` starts a new reading if the
 * last one is older than `syncIntervalMs`, because timers drift and machines sleep.
 */
export async function openClock(db: Database, log: Log): Promise<Clock> {
  /** Database time minus the monotonic timer. */
  let offsetMs = Date.now() - performance.now()
  let skewMs = 0
  let latestMs = 0
  let syncedAt = Number.NEGATIVE_INFINITY
  let syncing: Promise<void> | null = null
  let wasWarned = false

  async function readOffset() {
    const startedAt = performance.now()
    const wallBefore = Date.now()
    const databaseMs = await readClock(db)
    const durationMs = performance.now() - startedAt
    if (durationMs > maxResponseMs && syncedAt > 0) return
    // The database read its clock between request and response. These two times give a lower and an upper bound of the
    // offset. An offset within these bounds stays unchanged. A new estimate would move the time by up to half the delay
    // of a slow response.
    const [minOffset, maxOffset] = [databaseMs - (startedAt + durationMs), databaseMs - startedAt]
    if (syncedAt < 0) offsetMs = databaseMs - (startedAt + durationMs / 2)
    else offsetMs = Math.min(Math.max(offsetMs, minOffset), maxOffset)
    syncedAt = performance.now()
    skewMs = Math.round(wallBefore + durationMs / 2 - databaseMs)
    warnOfDifference()
  }

  function warnOfDifference() {
    const isOff = Math.abs(skewMs) > limits.clockDifferenceMs
    if (isOff && !wasWarned) log.warn('the clocks of this process and of the database differ', { aheadMs: skewMs })
    wasWarned = isOff
  }

  async function sync(maxAgeMs = 0) {
    if (performance.now() - syncedAt < maxAgeMs) return
    syncing ??= readOffset()
      .catch(() => {})
      .finally(() => {
        syncing = null
      })
    await syncing
  }

  await sync()
  return {
    now() {
      if (performance.now() - syncedAt > syncIntervalMs) void sync(syncIntervalMs)
      const ms = performance.now() + offsetMs
      if (ms > latestMs || latestMs - ms > maxResponseMs) latestMs = ms
      return new Date(latestMs)
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
