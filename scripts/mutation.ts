import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { LogLevel } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { mutatedFiles } from '#tests/mutation/files.ts'

/**
 * `npm run test:mutation`: changes one expression of a file at a time, and checks that the tests of the file fail.
 * Without file names as arguments, tests the files of `tests/mutation/files.ts` that differ from `main`, or whose tests
 * differ from `main`. On `main`, compares with the previous commit. With `--all`, tests all files. Skips files whose
 * code and tests have not changed since their last run. With `--survivors`, runs only the mutants that no test noticed
 * in the last run.
 */

/** The share of mutants that the tests of a file must notice. */
const requiredPercent = 90
const folder = join('build', 'mutation')
const sandbox = join(folder, 'sandbox')

interface Mutant {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number } }
}

/** The stored result of one tested file. `key` is a hash of the file and its tests. */
interface Result {
  key: string
  mutants: Mutant[]
}

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
})

const unknown = names.filter((name) => !(name in mutatedFiles))
if (unknown.length > 0) throw new Error(`tests/mutation/files.ts does not list ${unknown.join(', ')}`)
mkdirSync(folder, { recursive: true })
// Removes the copy of the project that an interrupted run leaves.
rmSync(sandbox, { recursive: true, force: true })
const files = chosenFiles()
const results = new Map<string, Mutant[]>()
for (const file of files) results.set(file, await mutate(file))
report()

function chosenFiles(): string[] {
  if (names.length > 0) return names
  const all = Object.keys(mutatedFiles)
  if (options.all) return all
  const changed = new Set(changedFiles())
  return all.filter((file) => [file, ...testsOf(file)].some((one) => changed.has(one)))
}

function changedFiles(): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const base = git('merge-base', 'main', 'HEAD')
  const hasDiverged = base !== '' && base !== git('rev-parse', 'HEAD')
  return git('diff', '--name-only', hasDiverged ? base : 'HEAD~1').split('\n')
}

function testsOf(file: string): string[] {
  return mutatedFiles[file] ?? []
}

/**
 * The mutants of a file with their results. The results are from the last run if nothing has changed since, otherwise
 * from a new run.
 */
async function mutate(file: string): Promise<Mutant[]> {
  const path = join(folder, `${file.replaceAll('/', '+')}.json`)
  const incrementalFile = path.replace(/json$/, 'stryker.json')
  const lastResult: Result | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  const key = hashOf([file, ...testsOf(file)])
  if (lastResult?.key === key) return lastResult.mutants
  if (options.survivors) removeSurvivors(incrementalFile)
  Object.assign(process.env, { MUTATED_FILE: file, MUTATION_TESTS: testsOf(file).join(',') })
  const stryker = new Stryker({
    mutate: [file],
    plugins: [resolve('tests/mutation/runner.ts')],
    testRunner: 'node',
    concurrency: Number(options.workers),
    incremental: true,
    incrementalFile,
    // Stryker does not notice changed tests, so a stored result can be wrong. Therefore a run reuses results only with
    // `--survivors`, which repeats the mutants that no test noticed.
    force: !options.survivors,
    // TypeScript 7 has no API that Stryker could use to read the settings, so this option names a file that does not
    // exist.
    tsconfigFile: 'none.json',
    tempDirName: sandbox,
    ignorePatterns: ['build', 'data', 'docs', 'bench', 'public', 'backoffice'],
    reporters: [],
    // The package declares the enum `LogLevel`, but contains no values for it at run time. The string replaces a value
    // of the enum.
    logLevel: 'error' as LogLevel,
    allowConsoleColors: false,
  })
  const mutants = (await stryker.runMutationTest()).map(
    ({ status, mutatorName, replacement, location }): Mutant => ({ status, mutatorName, replacement, location }),
  )
  writeFileSync(path, JSON.stringify({ key, mutants } satisfies Result))
  return mutants
}

/** Deletes from Stryker's file the mutants that no test noticed, so that Stryker runs these mutants again. */
function removeSurvivors(incrementalFile: string) {
  if (!existsSync(incrementalFile)) return
  const incremental: { files: Record<string, { mutants: Mutant[] }> } = JSON.parse(
    readFileSync(incrementalFile, 'utf8'),
  )
  for (const file of Object.values(incremental.files)) file.mutants = file.mutants.filter(isDetected)
  writeFileSync(incrementalFile, JSON.stringify(incremental))
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  return hash.digest('hex')
}

function isDetected({ status }: Mutant): boolean {
  return status === 'Killed' || status === 'Timeout'
}

/** Prints the survivors and a table of the scores. Exits with 1 if the score of a file is too low. */
function report() {
  const rows = [...results].map(([file, mutants]) => {
    const valid = mutants.filter(({ status }) => status !== 'Ignored')
    const noticed = valid.filter(isDetected).length
    const survivors = valid.filter((mutant) => !isDetected(mutant))
    for (const { location, mutatorName, replacement } of survivors) {
      console.log(`${file}:${location.start.line}:${location.start.column} ${mutatorName}: ${replacement ?? ''}`)
    }
    const percent = valid.length === 0 ? 100 : (100 * noticed) / valid.length
    return { file, noticed, of: valid.length, ignored: mutants.length - valid.length, percent: percent.toFixed(1) }
  })
  if (rows.length === 0) console.log('No file of tests/mutation/files.ts has changed.')
  else console.table(rows)
  if (rows.some(({ percent }) => Number(percent) < requiredPercent)) process.exit(1)
}
