import { expect, vi } from 'vitest'

export { expect, vi }

/**
 * Test files import this module instead of Vitest while mutants run. The module collects the tests, so that Node can
 * run them in the process that loaded the files. The module uses Vitest's own matchers.
 */

type Body = (...row: unknown[]) => unknown

export interface CollectedTest {
  id: string
  run(): Promise<void>
}

interface Hooks {
  before: Body[]
  after: Body[]
}

let tests: CollectedTest[] = []
const names: string[] = []
let hooks: Hooks[] = [{ before: [], after: [] }]

/** The tests that were declared since the last call. */
export function takeTests(): CollectedTest[] {
  const collected = tests
  tests = []
  hooks = [{ before: [], after: [] }]
  return collected
}

function declare(name: string, body: Body, row: unknown[] = []) {
  const around = [...hooks]
  tests.push({
    id: `${tests.length} ${[...names, name].join(' > ')}`,
    async run() {
      for (const { before } of around) for (const hook of before) await hook()
      try {
        await body(...row)
      } finally {
        for (const { after } of around.toReversed()) for (const hook of after) await hook()
      }
    },
  })
}

function group(name: string, body: Body, row: unknown[] = []) {
  names.push(name)
  hooks.push({ before: [], after: [] })
  body(...row)
  hooks.pop()
  names.pop()
}

/**
 * Returns a function that declares one test or group with `call`. The function's method `each` declares a test or group
 * for each row of a table.
 */
function withTable(call: (name: string, body: Body, row?: unknown[]) => void) {
  // Finds the function among the arguments. Options may come before it, and a timeout after it.
  const bodyOf = (args: unknown[]) => args.find((one): one is Body => typeof one === 'function') ?? (() => {})
  const each =
    (rows: readonly unknown[]) =>
    (name: string, ...args: unknown[]) => {
      for (const row of rows) call(name, bodyOf(args), Array.isArray(row) ? row : [row])
    }
  return Object.assign((name: string, ...args: unknown[]) => call(name, bodyOf(args)), { each })
}

export const test = withTable(declare)
export const it = test
export const describe = withTable(group)
export const beforeEach = (hook: Body) => hooks.at(-1)?.before.push(hook)
export const afterEach = (hook: Body) => hooks.at(-1)?.after.push(hook)
