import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Another process has this folder open: one line that names it. */
export class FolderInUse extends Error {}

export interface FolderLock {
  /** Tells other programs, such as the import, how to reach this process. Readable by the owner only. */
  announce(details: Record<string, unknown>): Promise<void>
  release(): Promise<void>
}

const fileName = 'lock'

/**
 * Takes the folder for this process (an exclusively created file with the process id); a lock whose process is gone is
 * taken over. Throws `FolderInUse`.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, fileName)
  const mine = { pid: process.pid, started: startedAt(process.pid) }
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      // A link appears at once and with its content, or not at all.
      if (await succeeds(link(draft, file))) return heldLock(file, mine)
      const found = await readFile(file, 'utf8').catch(() => null)
      const holder = parseHolder(found)
      if (holder && isAlive(holder)) {
        throw new FolderInUse(
          `The folder ${folder} is in use by process ${holder.pid}. Stop it first, or set DATA_DIR to another folder.`,
        )
      }
      await removeStale(file, found)
    }
    throw new FolderInUse(`The folder ${folder} could not be locked.`)
  } finally {
    await rm(draft, { force: true })
  }
}

function heldLock(file: string, mine: LockHolder): FolderLock {
  return {
    announce: async (details) => {
      const next = `${file}.next`
      await writeFile(next, JSON.stringify({ ...mine, ...details }), { mode: 0o600 })
      await rename(next, file)
    },
    release: () => rm(file, { force: true }),
  }
}

/** Moves a dead process's lock aside; if another process took the folder meanwhile, its lock is put back. */
async function removeStale(file: string, found: string | null) {
  const aside = `${file}.stale-${process.pid}`
  if (!(await succeeds(rename(file, aside)))) return
  const moved = await readFile(aside, 'utf8').catch(() => null)
  if (moved !== found) await succeeds(link(aside, file))
  await rm(aside, { force: true })
}

const succeeds = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

export interface LockHolder extends Record<string, unknown> {
  pid: number
  started: string | null
}

/** Who holds the folder, with what it announced; null where nobody living does. */
export async function readLock(folder: string): Promise<LockHolder | null> {
  const holder = parseHolder(await readFile(join(folder, fileName), 'utf8').catch(() => null))
  return holder && isAlive(holder) ? holder : null
}

function parseHolder(content: string | null): LockHolder | null {
  try {
    return content ? (JSON.parse(content) as LockHolder) : null
  } catch {
    return null
  }
}

function isAlive({ pid, started }: LockHolder) {
  if (pid === process.pid) return started === startedAt(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  // A process id that was given out again is another process: its start time differs.
  const now = startedAt(pid)
  return started === null || now === null || started === now
}

function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
