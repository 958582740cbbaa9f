import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { xsrfCookie } from '#contract/constants.ts'
import { logMessages } from '#contract/messages/office-log.ts'
import { logFieldMessages } from '#contract/messages/office-log-fields.ts'
import { eventHandlers } from '#jobs/events.ts'
import { createApi } from '#server/api.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import { readConfig } from '#server/platform/config.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { openContext, readVisit } from '#server/platform/http/visits.ts'
import { clearMemos } from '#server/platform/memo.ts'
import { handleDueEvents } from '#server/platform/queue.ts'

/** The shop of one test file: the real application on a real, empty database. */
export interface TestShop {
  app: App
  api: ReturnType<typeof createApi>
  /** A context without a visitor. */
  ctx(): Context
  visitor(headers?: Record<string, string>): Visitor
  clock: { set(date: Date | string): void; advance(ms: number): void }
  /** Errors logged since `errors` was last emptied. */
  errors: string[]
  /** Handles all events that are due, as the worker would. */
  workOff(): Promise<void>
  /** Empties every table. */
  reset(): Promise<void>
  /** Runs a query on the shop's database, over a connection that the shop does not use. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  url: string
  close(): Promise<void>
}

/** A browser that keeps cookies and sends the XSRF header. */
export interface Visitor {
  api: Client
  /** A raw request with this visitor's cookies. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  cookies: Map<string, string>
  /** The context that the shop opens for this visitor. */
  ctx(): Promise<Context>
}

const origin = 'http://localhost'

/**
 * The shop of a test file, which opens before its tests and closes after them. `env` overrides settings, as in
 * `openTestShop`. If `env` is a function, it runs when the shop opens, after the file's earlier hooks.
 */
export function setUpShop(env: Record<string, string> | (() => Record<string, string>) = {}): TestShop {
  const shop = {} as TestShop
  beforeAll(async () => {
    Object.assign(shop, await openTestShop(typeof env === 'function' ? env() : env))
  })
  afterAll(() => shop.close())
  return shop
}

/** Checks that there is a text for each field that the tests wrote to the activity log. */
async function requireFieldTexts(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ call: string; field: string }>(
    `select distinct call, regexp_replace(field, '^[A-Z_]+ ', '') as field
     from staff_log, jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as field
     where call = any($1)`,
    [Object.keys(logMessages)],
  )
  const unnamed = rows.filter(({ field }) => !(field in logFieldMessages))
  if (unnamed.length > 0) throw new Error(`office-log-fields.ts lacks words for ${JSON.stringify(unnamed)}`)
}

/** Sets up a test shop; `env` overrides settings, such as the size of the pool. */
export async function openTestShop(env: Record<string, string> = {}): Promise<TestShop> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `shop_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template_shop`)
  await admin.end()
  const url = inject('postgresUrl').replace(/postgres$/, name)
  const folder = await mkdtemp(join(tmpdir(), 'shop-data-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATABASE_POOL: '25',
    // On a busy machine, transactions that need the same row can wait long for its lock. The longer limit keeps them
    // from failing.
    DATABASE_LOCK_WAIT_MS: '10000',
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '10000',
    APP_SECRET: 'a secret of the tests that is long enough',
    LOG: 'silent',
    ...env,
  })
  const app = await openApp(config, eventHandlers)
  const errors: string[] = []
  app.log = { ...app.log, error: (message) => errors.push(message) }
  const api = createApi(app)
  await followChanges(app, [api.http.responseCache])
  let offsetMs = 0
  app.now = () => new Date(app.clock.now().getTime() + offsetMs)
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  return {
    app,
    api,
    url,
    errors,
    ctx: () => systemContext(app),
    visitor: (headers) => createVisitor(app, api, headers),
    clock: {
      set: (date) => {
        offsetMs = new Date(date).getTime() - app.clock.now().getTime()
      },
      advance: (ms) => {
        offsetMs += ms
      },
    },
    async workOff() {
      while ((await handleDueEvents(app)) > 0) {}
    },
    async reset() {
      await requireFieldTexts(pool)
      await pool.query('select empty_tables()')
      clearMemos(app)
      app.onCatalogueChange('content')
      offsetMs = 0
      errors.length = 0
    },
    query: async (text, values) => (await pool.query(text, values)).rows,
    async close() {
      await requireFieldTexts(pool).finally(() => pool.end())
      await app.database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createVisitor(app: App, api: TestShop['api'], headers: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>()
  const withCookies = (init: RequestInit = {}) => {
    const all = new Headers({ host: 'localhost', ...headers })
    new Headers(init.headers).forEach((value, key) => {
      all.set(key, value)
    })
    if (cookies.size > 0) all.set('cookie', [...cookies].map(([key, value]) => `${key}=${value}`).join('; '))
    return { ...init, headers: all }
  }
  const send = async (path: string, init?: RequestInit) => {
    const response = await api.fetch(new Request(origin + path, withCookies(init)))
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      const value = pair.slice(equals + 1)
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(pair.slice(0, equals))
      else cookies.set(pair.slice(0, equals), value)
    }
    return response
  }
  const client = createClient(
    async (path, init) => {
      // Makes a first call to get the cookies, which a browser gets with its first page.
      if (!cookies.has(xsrfCookie)) await send('/api/istore/client/common3/appInfoInit')
      const requestHeaders = new Headers(init.headers)
      const token = cookies.get(xsrfCookie)
      if (token) requestHeaders.set('x-xsrf-token', token)
      return send(path, { ...init, headers: requestHeaders })
    },
    () => undefined,
  )
  return {
    api: client,
    cookies,
    fetch: send,
    ctx: async () => {
      const request = new Request(`${origin}/`, withCookies())
      return openContext(app, readVisit(app, request, { url: new URL(request.url), ip: '127.0.0.1' }))
    },
  }
}
