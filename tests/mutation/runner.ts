import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { InstrumenterContext } from '@stryker-mutator/api/core'
import type { DryRunResult, MutantRunOptions, MutantRunResult, TestRunner } from '@stryker-mutator/api/test-runner'
import { transformSync } from '@swc/core'
import fc from 'fast-check'
import type { CollectedTest } from './vitest.ts'
import { takeTests } from './vitest.ts'

/**
 * Stryker's test runner for tests that need no database. It runs the tests in its own process within milliseconds,
 * because starting Vitest takes more than a second. Each run imports the tests, the mutated file and all other modules
 * in their folders again. Otherwise a value that a mutant left in a module would reach the next run.
 */

const collector = pathToFileURL(join(import.meta.dirname, 'vitest.ts')).href
const { MUTATED_FILE = '', MUTATION_TESTS = '' } = process.env
const testFiles = MUTATION_TESTS.split(',')
const folders = new Set<string>()
let runs = 0

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && context.parentURL !== collector) return { url: collector, shortCircuit: true }
    const resolved = next(specifier, context)
    const mustReload = resolved.url.startsWith('file:') && folders.has(dirname(fileURLToPath(resolved.url)))
    return mustReload ? { ...resolved, url: `${resolved.url}?run=${runs}` } : resolved
  },
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2024',
      },
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})

// The number of random carts in `pricing.property.test.ts`. It is lower than by default, because this test runs once
// for each mutant.
process.env.CARTS ??= '500'
// Uses equal inputs in each run, so that a mutant has the same result each time.
fc.configureGlobal({ seed: 1 })

const instruments: InstrumenterContext = {}
Object.assign(globalThis, { __stryker__: instruments })

class Runner implements TestRunner {
  constructor() {
    // When Stryker calls this constructor, the working directory is already Stryker's copy of the project. So
    // `resolve` returns paths in the copy.
    for (const file of [MUTATED_FILE, ...testFiles]) folders.add(resolve(dirname(file)))
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async dryRun(): Promise<DryRunResult> {
    const tests = await load()
    if (tests.length === 0) throw new Error(`there are no tests in ${MUTATION_TESTS}`)
    const results = []
    for (const test of tests) {
      const startedAt = performance.now()
      const failureMessage = await messageOf(test)
      const facts = { id: test.id, name: test.id, timeSpentMs: performance.now() - startedAt }
      results.push(failureMessage === null ? { ...facts, status: 0 } : { ...facts, status: 1, failureMessage })
    }
    return { status: 'complete', tests: results, mutantCoverage: instruments.mutantCoverage } as DryRunResult
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    testFilter,
    hitLimit,
  }: MutantRunOptions): Promise<MutantRunResult> {
    instruments.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined
    instruments.hitCount = 0
    instruments.hitLimit = hitLimit
    let nrOfTests = 0
    const killed = (id: string, failureMessage: string) =>
      ({ status: 'killed', killedBy: [id], failureMessage, nrOfTests }) as MutantRunResult
    const tests = await load().catch(String)
    if (typeof tests === 'string') return killed('load', tests)
    instruments.activeMutant = activeMutant.id
    for (const test of tests) {
      if (testFilter && !testFilter.includes(test.id)) continue
      nrOfTests++
      const failureMessage = await messageOf(test)
      if ((instruments.hitCount ?? 0) > (hitLimit ?? Number.POSITIVE_INFINITY)) {
        return { status: 'timeout', reason: 'Hit limit reached' } as MutantRunResult
      }
      if (failureMessage !== null) return killed(test.id, failureMessage)
    }
    if (nrOfTests === 0) throw new Error(`no test ran for mutant ${activeMutant.id}`)
    return { status: 'survived', nrOfTests } as MutantRunResult
  }
}

async function load(): Promise<CollectedTest[]> {
  runs++
  instruments.currentTestId = undefined
  takeTests()
  for (const file of testFiles) await import(pathToFileURL(resolve(file)).href)
  return takeTests()
}

async function messageOf(test: CollectedTest): Promise<string | null> {
  instruments.currentTestId = test.id
  try {
    await test.run()
    return null
  } catch (error) {
    return String(error)
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'node', injectableClass: Runner }]
