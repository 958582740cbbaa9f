import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { hourMs } from '#contract/durations.ts'
import type { App } from '#server/platform/context.ts'
import type { Payment } from '#simulators/frame/book.ts'
import type { Simulator } from '#simulators/snappay.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import { addTemplate } from '#tests/global-setup.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { ProcessServer } from './process-server.ts'
import { startProcessServer } from './process-server.ts'
import type { ShopServer } from './shop-server.ts'
import { openShopServer } from './shop-server.ts'
import type { Victim } from './victim.ts'
import { openVictim } from './victim.ts'

export const serverNames = ['A', 'B'] as const
export type ServerName = (typeof serverNames)[number]

const reconnectDelayMs = 200
/** The time at which the servers start: a Wednesday morning at the shop. Each history begins one hour later. */
const startTime = Date.UTC(2026, 11, 2, 15)

/** Two servers on one database, with a simulator of SnapPay. */
export interface World {
  servers: Record<ServerName, ShopServer>
  /** The application of server A, which always runs in this process. */
  app: App
  /** The proxy between server B and the database, which can cut their connections. */
  victim: Victim
  /** The origin to which the provider sends its notifications. */
  origin: string
  /** The folder with the emails. */
  folder: string
  /** The errors that the servers logged. `restoreSnapshot` and `checkInvariants` empty this list. */
  errors: string[]
  now(): Date
  advance(ms: number): Promise<void>
  /** Stores all rows for `restoreSnapshot`. */
  saveSnapshot(): Promise<void>
  /** Restores the rows that `saveSnapshot` stored, and sets the clock to the beginning of a history. */
  restoreSnapshot(): Promise<void>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  db: pg.Pool
  /** Ends all connections of both servers to the database. With `kills`, kills PostgreSQL and starts it again. */
  restartDatabase(): Promise<void>
  /** Reconnects server B after `victim.strike` has cut its connections. With `kills`, starts server B again. */
  revive(): Promise<void>
  /**
   * Forwards later notifications about this order to the servers. Notifications about other orders come from earlier
   * histories, so they are not forwarded.
   */
  follow(orderId: string): void
  control(reference: string, command: { action: string; method?: string; times?: number }): Promise<Payment | null>
  payment(reference: string): Promise<(Omit<Payment, 'refunds'> & { refunds: [string, number][] }) | null>
  close(): Promise<void>
}

interface WorldOptions {
  /**
   * Whether server B runs in a separate process, so that `victim.strike` can kill it with SIGKILL. If set,
   * `restartDatabase` also kills PostgreSQL. Each kill takes some seconds.
   */
  kills: boolean
}

/** Starts both servers on a new copy of the tests' database. With `kills`, starts a separate PostgreSQL. */
export async function openWorld(postgresUrl: string, { kills }: WorldOptions): Promise<World> {
  const postgres = kills ? await startPostgres({ durable: true }) : null
  if (postgres) await addTemplate(postgres)
  const admin = new pg.Client({ connectionString: postgres?.url('postgres') ?? postgresUrl })
  await admin.connect()
  const name = `histories_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template_shop`)
  await admin.end()
  const url = postgres?.url(name) ?? postgresUrl.replace(/postgres$/, name)
  const folder = await mkdtemp(join(tmpdir(), 'shop-histories-'))
  const simulator = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
  const errors: string[] = []
  let shiftMs = startTime - Date.now()
  const clock = { now: () => new Date(Date.now() + shiftMs), report: (error: string) => errors.push(error) }
  let child: ProcessServer | undefined
  const victim = await openVictim(url, () => child?.kill())
  const place = { folder, provider: simulator.url }
  const { app, ...a } = await openShopServer({ ...place, url }, clock)
  if (kills)
    child = await startProcessServer({ ...place, url: victim.url }, { shiftMs: () => shiftMs, report: clock.report })
  const servers = { A: a, B: child ?? (await openShopServer({ ...place, url: victim.url }, clock)) }
  const followed = new Set<string>()
  const receiver = await startReceiver(servers, followed)
  const db = new pg.Pool({ connectionString: url, max: 2, application_name: 'observer' })
  // Ignores errors of idle connections, because killing PostgreSQL ends them.
  db.on('error', () => {})
  const revive = async () => {
    victim.revive()
    await child?.revive()
  }

  return {
    servers,
    app,
    victim,
    origin: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    folder,
    errors,
    now: clock.now,
    async advance(ms) {
      shiftMs += ms
      await child?.setClock()
    },
    saveSnapshot: () => createSnapshot(db),
    async restoreSnapshot() {
      await revive()
      await db.query('select put_back()')
      shiftMs = startTime + hourMs - Date.now()
      await child?.setClock()
      for (const server of Object.values(servers)) await server.clear()
      errors.length = 0
      followed.clear()
    },
    query: async (text, values) => (await db.query(text, values)).rows,
    db,
    async restartDatabase() {
      if (!postgres) return endConnections(db)
      await postgres.crash()
      // Gives the pools time to notice that their connections have ended.
      await setTimeout(reconnectDelayMs)
    },
    revive,
    follow: (orderId) => followed.add(orderId),
    async control(reference, command) {
      const response = await fetch(`${simulator.url}/control/${reference}`, {
        method: 'POST',
        body: JSON.stringify(command),
      })
      return response.ok ? ((await response.json()) as Payment) : null
    },
    payment: (reference) => readPayment(simulator, reference),
    async close() {
      receiver.closeAllConnections()
      receiver.close()
      await db.end()
      for (const server of Object.values(servers)) await server.close()
      await victim.close()
      await simulator.close()
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends all connections of the servers to the database. */
async function endConnections(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name <> 'observer'`,
  )
  const pids = rows.map(({ pid }) => pid)
  await db.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
  while ((await db.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount) await setImmediate()
  // Gives the pools time to notice that their idle connections have ended.
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

async function readPayment(simulator: Simulator, reference: string) {
  const response = await fetch(`${simulator.url}/control/${reference}`)
  return response.ok ? ((await response.json()) as Omit<Payment, 'refunds'> & { refunds: [string, number][] }) : null
}

/**
 * Starts the HTTP server that receives the provider's notifications. It forwards each notification about an order in
 * `followed` to one server. The servers alternate.
 */
function startReceiver(servers: World['servers'], followed: Set<string>): Promise<HttpServer> {
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming)
    const isOurs = [...followed].some((orderId) => body.includes(orderId))
    const name = serverNames[turn++ % serverNames.length] ?? 'A'
    const headers = { host: incoming.headers.host ?? '', 'content-type': incoming.headers['content-type'] ?? '' }
    const request = new Request(`http://localhost${incoming.url}`, { method: 'POST', body, headers })
    // Responds to notifications of earlier histories without forwarding them, because the simulator repeats a
    // notification that gets no such response.
    const response = isOurs ? await servers[name].fetch(request) : Response.json({ code: '0' })
    outgoing.writeHead(response.status, { 'Content-Type': 'application/json' }).end(await response.text())
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

/** Copies all rows into a second schema, and creates `put_back()`, which restores them. */
async function createSnapshot(db: pg.Pool): Promise<void> {
  const { rows: columns } = await db.query<{ name: string; columns: string }>(
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns join pg_tables on tablename = table_name and pg_tables.schemaname = table_schema
     where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  )
  await db.query('create schema kept')
  const insertStatements: string[] = []
  for (const { name, columns: columnList } of columns) {
    const { rowCount } = await db.query(`select from ${name} limit 1`)
    if (!rowCount) continue
    await db.query(`create table kept.${name} as select ${columnList} from public.${name}`)
    insertStatements.push(
      `insert into public.${name} (${columnList}) overriding system value select ${columnList} from kept.${name};`,
    )
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
      ${insertStatements.join('\n')}
      ${sequences.map(({ set }) => set).join('\n')}
    end $$`)
}
