import { setTimeout } from 'node:timers/promises'
import type { App } from './context.ts'
import type { Database } from './database/database.ts'
import { countDeadLetters } from './dead-letters.ts'
import type { Http } from './http/server.ts'
import type { LastAudit } from './last-audit.ts'
import { findLastAudit } from './last-audit.ts'

/** The probe is public and each check writes to the database, so requests within this time share one check. */
const checkTtlMs = 1000

const countTimeoutMs = 500

/** The result of a readiness check, with the details for `/readyz`. */
interface Readiness {
  isReady: boolean
  details: {
    isStopping: boolean
    database: { answers: boolean; writes: boolean }
    /** How far the process clock is ahead of the database clock, in ms. The shop uses the database clock. */
    clockAheadMs: number
    /**
     * The number of events that have failed too often and are set aside (`npm run shop -- stuck`). Null if the database
     * does not respond in time.
     */
    eventsSetAside: number | null
    /** Null before the first nightly audit, or if the database does not respond in time. */
    lastAudit: LastAudit | null
  }
}

/**
 * Binds the probes. `/livez` succeeds while the process responds. `/readyz` succeeds if the process can serve requests,
 * which needs a writable database. The response of `/readyz` has details as JSON.
 */
export function bindProbes(app: App, http: Http) {
  const headers = { 'Cache-Control': 'no-store' }
  http.hono.get('/livez', () => new Response('ok', { headers }))
  const check = createReadinessCheck(app)
  http.hono.get('/readyz', async () => {
    const { isReady, details } = await check()
    return Response.json({ status: isReady ? 'ready' : 'not ready', details }, { status: isReady ? 200 : 503, headers })
  })
}

type Counts = Pick<Readiness['details'], 'eventsSetAside' | 'lastAudit'>
const unknownCounts: Counts = { eventsSetAside: null, lastAudit: null }

const countAll = async (db: Database): Promise<Counts> => ({
  eventsSetAside: await countDeadLetters(db),
  lastAudit: await findLastAudit(db),
})

function createReadinessCheck(app: App): () => Promise<Readiness> {
  let lastCheck: { at: number; readiness: Promise<Readiness> } | undefined
  let wasReady = true
  let counting: Promise<Counts> | undefined
  /**
   * Counts the events that were set aside, and reads the result of the last audit. Returns `unknownCounts` if the
   * queries fail or take longer than `countTimeoutMs`, so that they do not delay the probe. Later probes share queries
   * that still run, so the probes never use more than one connection.
   */
  const countWithTimeout = () => {
    counting ??= countAll(app.database.pagesDb)
      .catch(() => unknownCounts)
      .finally(() => {
        counting = undefined
      })
    return Promise.race([counting, setTimeout(countTimeoutMs, unknownCounts, { ref: false })])
  }
  const checkNow = async (): Promise<Readiness> => {
    const { error, ...database } = await app.database.checkHealth()
    if (database.writes !== wasReady) {
      wasReady = database.writes
      if (wasReady) app.log.warn('the database takes writes again')
      else app.log.error('the database takes no writes: not ready', { error })
    }
    const counts = database.answers ? await countWithTimeout() : unknownCounts
    const details = { isStopping: false, database, clockAheadMs: app.clock.skewMs(), ...counts }
    return { isReady: database.writes, details }
  }
  return async () => {
    const now = performance.now()
    if (!lastCheck || now - lastCheck.at > checkTtlMs) lastCheck = { at: now, readiness: checkNow() }
    const { isReady, details } = await lastCheck.readiness
    const isStopping = app.stopping.aborted
    return { isReady: isReady && !isStopping, details: { ...details, isStopping } }
  }
}
