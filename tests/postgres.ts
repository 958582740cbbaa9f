import { randomBytes, randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initialise, startPostgres as start } from '#server/platform/database/postgres.ts'

/** A separate real PostgreSQL from an npm package. It also runs for root. `stop` deletes its data. */
export interface TestPostgres {
  /** The TCP URL of a database. */
  url(database: string): string
  /** The URL of a database over a Unix socket, as a server on the same machine uses it. */
  socketUrl(database: string): string
  /** The id of PostgreSQL's first process. */
  pid(): number | undefined
  stop(): Promise<void>
  /** Sends SIGKILL to PostgreSQL's first process. Returns a function that starts PostgreSQL again on the same data. */
  kill(): Promise<() => Promise<void>>
  /** Kills PostgreSQL, and starts it again at once. */
  crash(): Promise<void>
  /** Stops PostgreSQL cleanly, and starts it again as a read-only standby. `select pg_promote()` makes it writable. */
  restartAsStandby(): Promise<void>
}

/** Milliseconds that `stop` gives connections to close. */
const shutdownTimeoutMs = 2000

/** Starts PostgreSQL. `durable` keeps fsync on, for crash tests and benchmarks. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-postgres-'))
  // Lets other users enter the folder, because root must run PostgreSQL as another user.
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await initialise(data, ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])])
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: data,
    max_connections: 200,
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  let server = await start(data, settings)
  const kill = async () => {
    server.process.kill('SIGKILL')
    await server.ended
    return restart
  }
  const restart = async () => {
    // Tries repeatedly, because PostgreSQL refuses to start until its old processes have ended.
    for (let attempts = 0; ; attempts++) {
      const started = await start(data, settings).catch((error: Error) => error)
      if (!(started instanceof Error)) {
        server = started
        return
      }
      if (attempts === 100) throw started
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return {
    socketUrl: (database) =>
      `postgres://shop:${password}@localhost:${port}/${database}?host=${encodeURIComponent(data)}`,
    url: (database) => `postgres://shop:${password}@127.0.0.1:${port}/${database}`,
    pid: () => server.process.pid,
    kill,
    crash: async () => (await kill())(),
    async restartAsStandby() {
      await server.stop()
      await writeFile(join(data, 'standby.signal'), '')
      server = await start(data, settings)
    },
    async stop() {
      // On SIGTERM, PostgreSQL waits until its clients have closed their connections. On SIGINT, it ends the open
      // connections with an error, so `stop` sends SIGINT only after `shutdownTimeoutMs`.
      server.process.kill('SIGTERM')
      const timer = setTimeout(() => server.process.kill('SIGINT'), shutdownTimeoutMs)
      await server.ended
      clearTimeout(timer)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A free port that no other program gets by chance. It is below 32768, because systems assign higher ports to outgoing
 * connections and to servers that listen on port 0. It is above 10080, the highest port that `fetch` refuses.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_081, 32_768)
  return (await checkFree(port)) ? port : freePort()
}

function checkFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
