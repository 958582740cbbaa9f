import { setTimeout } from 'node:timers/promises'
import type { App } from './context.ts'
import { countDeadLetters } from './dead-letters.ts'
import type { Http } from './http/server.ts'

/** The probe is public and each try writes, so requests within this time share one try. */
const sharedMs = 1000

const countMs = 500

/** What `/readyz` says beside yes or no. */
interface Readiness {
  isReady: boolean
  details: {
    /** The process was asked to end. */
    isStopping: boolean
    database: { answers: boolean; writes: boolean }
    /** By how many ms the process clock is ahead of the database clock, which decides. */
    clockAheadMs: number
    /** Events that failed too often: see `npm run shop -- stuck`. Null where the database does not say it in time. */
    eventsSetAside: number | null
  }
}

/**
 * `/livez`: the process answers. `/readyz`: it can serve, which needs a database that takes writes; with details as
 * JSON.
 */
export function bindProbes(app: App, http: Http) {
  const headers = { 'Cache-Control': 'no-store' }
  http.hono.get('/livez', () => new Response('ok', { headers }))
  const check = readinessOf(app)
  http.hono.get('/readyz', async () => {
    const { isReady, details } = await check()
    return Response.json({ status: isReady ? 'ready' : 'not ready', details }, { status: isReady ? 200 : 503, headers })
  })
}

function readinessOf(app: App): () => Promise<Readiness> {
  let tried: { at: number; readiness: Promise<Readiness> } | undefined
  let wasReady = true
  let counting: Promise<number | null> | undefined
  /** One count at a time: one that hangs must neither hold up the probe nor take a second connection. */
  const countInTime = () => {
    counting ??= countDeadLetters(app.database.pagesDb)
      .catch(() => null)
      .finally(() => {
        counting = undefined
      })
    return Promise.race([counting, setTimeout(countMs, null, { ref: false })])
  }
  const tryNow = async (): Promise<Readiness> => {
    const { error, ...database } = await app.database.checkHealth()
    if (database.writes !== wasReady) {
      wasReady = database.writes
      if (wasReady) app.log.warn('the database takes writes again')
      else app.log.error('the database takes no writes: not ready', { error })
    }
    const eventsSetAside = database.answers ? await countInTime() : null
    const details = { isStopping: false, database, clockAheadMs: app.clock.skewMs(), eventsSetAside }
    return { isReady: database.writes, details }
  }
  return async () => {
    const now = performance.now()
    if (!tried || now - tried.at > sharedMs) tried = { at: now, readiness: tryNow() }
    const { isReady, details } = await tried.readiness
    const isStopping = app.stopping.aborted
    return { isReady: isReady && !isStopping, details: { ...details, isStopping } }
  }
}
