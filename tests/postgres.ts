import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initialise, startPostgres as start } from '#server/platform/database/postgres.ts'

/** A real PostgreSQL of its own, started from an npm package, as root or not; gone with `stop`. */
export interface TestPostgres {
  /** Address of a database in it, over TCP. */
  url(database: string): string
  /** The same over the Unix socket, as a server beside its database uses it. */
  socketUrl(database: string): string
  /** The process that began all the others. */
  pid(): number | undefined
  stop(): Promise<void>
  /** Kills it as if the power went, and starts it again on what it had. */
  crash(): Promise<void>
  /** Stops it in order, and starts it again as a standby that is only read from; `select pg_promote()` ends that. */
  restartAsStandby(): Promise<void>
}

/** How long connections may take to close. */
const closingMs = 2000

/** `durable` keeps fsync on, for crash tests and benchmarks. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-postgres-'))
  // Started by root, it runs as another user.
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
  return {
    socketUrl: (database) =>
      `postgres://shop:${password}@localhost:${port}/${database}?host=${encodeURIComponent(data)}`,
    url: (database) => `postgres://shop:${password}@127.0.0.1:${port}/${database}`,
    pid: () => server.process.pid,
    async crash() {
      server.process.kill('SIGKILL')
      await server.ended
      // Until the processes that it left behind have noticed, it refuses to start.
      for (let tries = 0; ; tries++) {
        const started = await start(data, settings).catch((error: Error) => error)
        if (!(started instanceof Error)) {
          server = started
          return
        }
        if (tries === 100) throw started
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async restartAsStandby() {
      await server.stop()
      await writeFile(join(data, 'standby.signal'), '')
      server = await start(data, settings)
    },
    async stop() {
      // Connections that are being closed are waited for: they would be told that the server ends, which nobody listens to.
      server.process.kill('SIGTERM')
      const late = setTimeout(() => server.process.kill('SIGINT'), closingMs)
      await server.ended
      clearTimeout(late)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
