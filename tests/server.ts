import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serverCommand } from '#scripts/server-command.ts'
import { findHolder } from '#server/platform/database/postgres.ts'
import { freePort } from './postgres.ts'
import { recordServer, trafficFolder } from './traffic.ts'

/** The built server as a separate process. */
export interface RunningServer {
  url: string
  process: ChildProcess
  /** The server's output to standard error so far. */
  errors(): string
  /** Sends SIGTERM. Waits for the server and its embedded database to end. Returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL, like a crash. */
  kill(): Promise<void>
}

interface StartOptions {
  cwd?: string
  through?: string[]
}

/**
 * Starts `build/server/main.js` of this project, or of `cwd`. Uses `env.PORT` or a free port. `through` is the
 * beginning of a command that runs the server, such as `unshare`. Resolves when the server is ready. If the server ends
 * before that, rejects. The error's message is the server's output to standard error, and its cause is the exit code.
 */
export async function startServer(
  env: Record<string, string>,
  { cwd, through = [] }: StartOptions = {},
): Promise<RunningServer> {
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const [command = '', ...args] = [...through, process.execPath, ...serverCommand]
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG: trafficFolder() ? 'debug' : 'error',
      // The same settings as in `npm start`.
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      MALLOC_MMAP_THRESHOLD_: '131072',
      HOST: '127.0.0.1',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  if (child.stderr) recordServer(child.stderr)
  const ended = once(child, 'exit')
  const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!isReady) throw new Error(errors, { cause: child.exitCode })
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await waitForDatabaseEnd(env)
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Waits until the embedded database of a stopped shop has ended, so that its files can be copied or removed. A shop
 * waits only ten seconds for its database, but on a busy machine the database can take longer to end.
 */
async function waitForDatabaseEnd({ DATA_DIR }: Record<string, string>) {
  if (DATA_DIR) while (await findHolder(join(DATA_DIR, 'postgres'))) await setTimeout(50)
}

/**
 * Starts a server that should refuse to start, and returns its only error line. Throws an error if there are several
 * lines. Returns `it started` if the server starts.
 */
export async function readStartupError(env: Record<string, string>, options: StartOptions = {}): Promise<string> {
  const output = await startServer(env, options).then(
    async (server) => {
      await server.stop()
      return 'it started'
    },
    (error: Error) => error.message,
  )
  const line = output.trim()
  if (line.includes('\n')) throw new Error(`a start says more than one line: ${line}`)
  return line
}

/**
 * Starts a built shop as `npm start` does. Resolves when the shop is open or has ended. `said` is its output until
 * then.
 */
export async function npmStart(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ['build/start.js', ...args], { env: { PATH: process.env.PATH, ...env } })
  let output = ''
  const ended = once(child, 'exit')
  const opened = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        output += piece
        if (output.includes('Mail lands in')) resolve()
      })
  })
  await Promise.race([opened, ended])
  return {
    said: output,
    async stop() {
      child.kill('SIGTERM')
      const end = await ended
      await waitForDatabaseEnd(env)
      return end
    },
  }
}
