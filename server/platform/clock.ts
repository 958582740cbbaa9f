import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/** An answer of the database older than this is renewed. */
const freshMs = 10_000
/** A slower answer is ignored: it does not tell when the clock was read. */
const longestAnswerMs = 1000

/** The time of the database. All processes share it, and a step of this machine's clock does not move it. */
export interface Clock {
  /** Never earlier than before, unless the database clock itself was set back by more than a second. */
  now(): Date
  /**
   * Asks the database unless its last answer is younger than `maxAgeMs`. Never throws: the last answer goes on
   * counting.
   */
  sync(maxAgeMs?: number): Promise<void>
  /** How far the process clock is ahead of the database clock, in ms. */
  skewMs(): number
}

/**
 * Reads the database clock once and counts on with the monotonic timer of this process. The answer is renewed now and
 * then, as timers drift and a machine may sleep.
 */
export async function openClock(db: Database, log: Log): Promise<Clock> {
  /** What is added to the monotonic timer to get the database's time. */
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
    // The clock was read at some moment between question and answer. An offset that agrees with that stays as it is: a
    // slow answer would otherwise move the time by half of its delay.
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
  const { rows } = (await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)) as unknown as {
    rows: { ms: string | number }[]
  }
  const ms = Number(rows[0]?.ms)
  if (!Number.isFinite(ms)) throw new Error('the database told no time')
  return ms
}
