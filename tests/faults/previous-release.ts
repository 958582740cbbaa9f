import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Release } from '#scripts/migration-rules.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'

const run = promisify(execFile)

/** The previous release, in its own folder. */
export interface PreviousRelease {
  version: string
  folder: string
  /** The tag of the release's newest migration. */
  lastMigration: string
  start(env: Record<string, string>): Promise<RunningServer>
  /** Imports a product file with the import command of the previous release. */
  importProducts(file: string, env: Record<string, string>): Promise<void>
  remove(): Promise<void>
}

/** Unpacks and builds the newest release of `releases.json`, with the packages of this project. */
export async function openPreviousRelease(): Promise<PreviousRelease> {
  const releases: Release[] = JSON.parse(await readFile('releases.json', 'utf8'))
  const release = releases.at(-1)
  if (!release) throw new Error('releases.json names no release.')
  const folder = await mkdtemp(join(tmpdir(), 'shop-previous-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await unpack(release, folder)
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await run(process.execPath, ['scripts/build.ts'], { cwd: folder })
  } catch (error) {
    await remove()
    throw error
  }
  return {
    version: release.version,
    folder,
    lastMigration: release.lastMigration,
    start: (env) => startServer(env, { cwd: folder }),
    async importProducts(file, env) {
      await run(process.execPath, ['scripts/import.ts', file, '--track', '--pictures', 'skip'], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
      })
    },
    remove,
  }
}

/** Unpacks the commit of a release, and checks it against `releases.json`. */
async function unpack({ version, commit, lastMigration }: Release, folder: string): Promise<void> {
  const archive = join(folder, 'release.tar')
  const archiving = ['archive', '--output', archive, commit]
  const hasCommit = await run('git', ['cat-file', '-e', commit]).then(
    () => true,
    () => false,
  )
  // A shallow clone may lack the commit of the release, so the test then fetches this commit.
  if (!hasCommit) await run('git', ['fetch', '--quiet', '--depth=1', 'origin', commit]).catch(() => {})
  await run('git', archiving).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `Release ${version} cannot be unpacked: this clone lacks its commit ${commit}. Fetch the whole history with "git fetch --unshallow". (${error.stderr?.trim() ?? error.message})`,
    )
  })
  await run('tar', ['-xf', archive, '-C', folder])
  const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8'))
  const journal: { entries: { tag: string }[] } = await read('migrations/meta/_journal.json')
  const actual = { version: (await read('package.json')).version, lastMigration: journal.entries.at(-1)?.tag }
  if (actual.version !== version || actual.lastMigration !== lastMigration) {
    throw new Error(`releases.json is wrong: commit ${commit} is ${actual.version} with ${actual.lastMigration}.`)
  }
}
