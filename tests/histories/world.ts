import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { eventHandlers } from '#jobs/events.ts'
import { createApi } from '#server/api.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import { readConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/context.ts'
import { clearMemos } from '#server/platform/memo.ts'
import type { Payment } from '#simulators/frame/book.ts'
import type { Simulator } from '#simulators/snappay.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import type { Victim } from './victim.ts'
import { openVictim } from './victim.ts'

export const serverNames = ['A', 'B'] as const
export type ServerName = (typeof serverNames)[number]

/** The time at which each history begins: a Wednesday morning at the shop. */
const begin = Date.UTC(2026, 11, 2, 15)

/** One of the two servers: an application with its own connections and caches. Both run in this process. */
export interface ShopServer {
  app: App
  fetch(request: Request): Promise<Response>
}

/** Two servers on one database, with a simulator of SnapPay. */
export interface World {
  servers: Record<ServerName, ShopServer>
  /** Cuts server B from the database. */
  victim: Victim
  /** The address at which the provider sends its notifications. */
  origin: string
  /** The folder with the emails. */
  folder: string
  /** What the servers logged as errors since the last `putBack`. */
  errors: string[]
  now(): Date
  advance(ms: number): void
  /** Stores all rows, so that `putBack` restores them. */
  keep(): Promise<void>
  /** Restores the rows of `keep`, and sets the clock to the beginning of a history. */
  putBack(): Promise<void>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  db: pg.Pool
  /** Ends all connections of both servers to the database, as a restart of PostgreSQL does. */
  endConnections(): Promise<void>
  /**
   * Forwards later notifications about this order to the servers. Notifications about other orders come from earlier
   * histories, so they are not forwarded.
   */
  follow(orderId: string): void
  control(reference: string, command: { action: string; method?: string; times?: number }): Promise<Payment | null>
  payment(reference: string): Promise<(Omit<Payment, 'refunds'> & { refunds: [string, number][] }) | null>
  close(): Promise<void>
}

/** Opens both servers on a new copy of the tests' database. */
export async function openWorld(postgresUrl: string): Promise<World> {
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  const name = `histories_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template_shop`)
  await admin.end()
  const url = postgresUrl.replace(/postgres$/, name)
  const folder = await mkdtemp(join(tmpdir(), 'shop-histories-'))
  const simulator = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
  const errors: string[] = []
  let offsetMs = 0
  let startedAt = performance.now()
  const now = () => new Date(begin + offsetMs + performance.now() - startedAt)
  const victim = await openVictim(url)
  const open = async (url: string): Promise<ShopServer> => {
    const config = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATABASE_POOL: '4',
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '100000',
      APP_SECRET: 'a secret of the tests that is long enough',
      SNAPPAY_URL: simulator.url,
      PROVIDER_TIMEOUT_MS: '1000',
      LOG: 'silent',
    })
    const app = await openApp(config, eventHandlers)
    app.log = { ...app.log, error: (message, fields) => errors.push(`${message} ${describe(fields)}`) }
    app.now = now
    const api = createApi(app)
    await followChanges(app, [api.http.answers])
    return { app, fetch: async (request) => api.fetch(request) }
  }
  const servers = { A: await open(url), B: await open(victim.url) }
  const followed = new Set<string>()
  const receiver = await receive(servers, followed)
  const db = new pg.Pool({ connectionString: url, max: 2, application_name: 'observer' })
  const clear = () => {
    for (const { app } of Object.values(servers)) {
      clearMemos(app)
      app.onCatalogueChange('content')
    }
    errors.length = 0
    followed.clear()
  }

  return {
    servers,
    victim,
    origin: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    folder,
    errors,
    now,
    advance: (ms) => {
      offsetMs += ms
    },
    keep: () => keepRows(db),
    async putBack() {
      victim.revive()
      await db.query('select put_back()')
      offsetMs = 3_600_000
      startedAt = performance.now()
      clear()
    },
    query: async (text, values) => (await db.query(text, values)).rows,
    db,
    async endConnections() {
      const { rows } = await db.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name <> 'observer'`,
      )
      const pids = rows.map(({ pid }) => pid)
      await db.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
      while ((await db.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount) await setImmediate()
      // Gives the pools time to notice that their idle connections have ended.
      for (let turn = 0; turn < 3; turn++) await setImmediate()
    },
    follow: (orderId) => followed.add(orderId),
    async control(reference, command) {
      const answer = await fetch(`${simulator.url}/control/${reference}`, {
        method: 'POST',
        body: JSON.stringify(command),
      })
      return answer.ok ? ((await answer.json()) as Payment) : null
    },
    payment: (reference) => readPayment(simulator, reference),
    async close() {
      receiver.closeAllConnections()
      receiver.close()
      await db.end()
      for (const { app } of Object.values(servers)) await app.database.close()
      await victim.close()
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readPayment(simulator: Simulator, reference: string) {
  const answer = await fetch(`${simulator.url}/control/${reference}`)
  return answer.ok ? ((await answer.json()) as Omit<Payment, 'refunds'> & { refunds: [string, number][] }) : null
}

function describe(fields: Record<string, unknown> = {}): string {
  const { error, ...others } = fields
  return `${JSON.stringify(others)} ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : ''}`
}

/** Passes notifications of the provider to both servers in turn. */
function receive(servers: World['servers'], followed: Set<string>): Promise<HttpServer> {
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming)
    const isOurs = [...followed].some((orderId) => body.includes(orderId))
    const name = serverNames[turn++ % serverNames.length] ?? 'A'
    const headers = { host: incoming.headers.host ?? '', 'content-type': incoming.headers['content-type'] ?? '' }
    const request = new Request(`http://localhost${incoming.url}`, { method: 'POST', body, headers })
    // Accepts notifications of earlier histories without forwarding them. Without this response, the simulator would
    // repeat them.
    const answer = isOurs ? await servers[name].fetch(request) : Response.json({ code: '0' })
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

/** Copies all rows into a second schema, and creates `put_back()`, which restores them. */
async function keepRows(db: pg.Pool): Promise<void> {
  const { rows: columns } = await db.query<{ name: string; columns: string }>(
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns join pg_tables on tablename = table_name and pg_tables.schemaname = table_schema
     where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  )
  await db.query('create schema kept')
  const filled: string[] = []
  for (const { name, columns: all } of columns) {
    const { rowCount } = await db.query(`select from ${name} limit 1`)
    if (!rowCount) continue
    await db.query(`create table kept.${name} as select ${all} from public.${name}`)
    filled.push(`insert into public.${name} (${all}) overriding system value select ${all} from kept.${name};`)
  }
  const { rows: sequences } = await db.query<{ set: string }>(
    `select format('perform setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
       coalesce(last_value, start_value), last_value is not null) as set
     from pg_sequences where schemaname = 'public'`,
  )
  await db.query(`create function put_back() returns void language plpgsql as $$
    begin
      perform empty_tables();
      set local session_replication_role = replica;
      ${filled.join('\n')}
      ${sequences.map(({ set }) => set).join('\n')}
    end $$`)
}
