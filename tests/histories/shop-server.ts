import { eventHandlers } from '#jobs/events.ts'
import { schedule } from '#jobs/schedule.ts'
import { createApi } from '#server/api.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import { readConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { clearMemos } from '#server/platform/memo.ts'
import { handleDueEvents } from '#server/platform/queue.ts'

/** One of the two servers of a history: an application with its own connections and caches. */
export interface ShopServer {
  fetch(request: Request): Promise<Response>
  /** Handles the due events and runs each of `jobs` once, as a server's worker does. */
  work(): Promise<void>
  /** Forgets all cached data. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** The services and the folder that a server uses. */
export interface Place {
  /** The URL of the database. */
  url: string
  /** The folder with the emails. */
  folder: string
  /** The URL of the simulator of SnapPay. */
  provider: string
}

/**
 * The scheduled jobs that a server of a history runs: all jobs that change money, stock, credit or coupons, and some
 * related jobs. No server of a history runs other jobs, such as `forget old carts`.
 */
const jobs = [
  'check pending payments',
  'send refunds',
  'release expired holds',
  'settle group-buys that are over',
  'tell where group-buys stand',
  'sell again what was sold out for a while',
  'expire store credit',
  'reward referrals',
  'give coupons of memberships',
  'compare payments with their providers',
  'email stores about payments that need a decision',
  'count what was sold',
].map((name) => {
  const job = schedule.find((job) => job.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  return job
})

/** Starts a server whose clock is `now`. Calls `report` with each error that it logs. */
export async function openShopServer(
  { url, folder, provider }: Place,
  { now, report }: { now(): Date; report(error: string): unknown },
): Promise<ShopServer & { app: App }> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATABASE_POOL: '4',
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '100000',
    APP_SECRET: 'a secret of the tests that is long enough',
    SNAPPAY_URL: provider,
    PROVIDER_TIMEOUT_MS: '1000',
    LOG: 'silent',
  })
  const app = await openApp(config, eventHandlers)
  app.log = { ...app.log, error: (message, fields) => void report(`${message} ${describe(fields)}`) }
  app.now = now
  const api = createApi(app)
  await followChanges(app, [api.http.responseCache])
  return {
    app,
    fetch: async (request) => api.fetch(request),
    async work() {
      await handleDueEvents(app)
      for (const job of jobs) await job.run(systemContext(app))
      await handleDueEvents(app)
    },
    async clear() {
      clearMemos(app)
      app.onCatalogueChange('content')
    },
    close: () => app.database.close(),
  }
}

function describe(fields: Record<string, unknown> = {}): string {
  const { error, ...others } = fields
  return `${JSON.stringify(others)} ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : ''}`
}
