import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { CoverageCounts } from './coverage.ts'
import { openCoverage } from './coverage.ts'
import { operations } from './history.ts'
import { searchSeed } from './search.ts'
import type { Opening } from './shop.ts'
import { seedShop } from './shop.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

const { HISTORIES_SEED, HISTORIES_COUNT, HISTORIES_STATE, HISTORIES_FAULT, HISTORIES_KILLS } = process.env
/** Whether to shorten a failing history. With a planted fault, it only matters whether a history fails. */
const isShrunk = !HISTORIES_FAULT
const count = Number(HISTORIES_COUNT ?? 30)
/** The progress is written to `HISTORIES_STATE` after this many histories. */
const savedEvery = 50

let world: World
let opening: Opening
beforeAll(async () => {
  world = await openWorld(inject('postgresUrl'), { kills: HISTORIES_KILLS !== undefined })
  opening = await seedShop(world)
})
// If `openWorld` failed, `world` is undefined, and the test must report only the error of `openWorld`.
afterAll(() => world?.close())

test('simulated histories break no invariant', async () => {
  const begun = readState()
  const coverage = openCoverage(operations, begun?.counted)
  const first = Number(HISTORIES_SEED ?? begun?.next ?? 1)
  const isTold = HISTORIES_SEED !== undefined
  const from = performance.now()
  const cpuFrom = process.cpuUsage()
  for (let seed = first; seed < first + count; seed++) {
    const { failure, told } = await searchSeed(world, { opening, seed, coverage, isShrunk })
    if (failure) expect.fail(`${failure}\nPlay it again: npm run test:histories -- --seed=${seed}`)
    if (isTold) say(`seed ${seed}\n${told}`)
    const isLast = seed === first + count - 1
    if (isLast || (seed - first + 1) % savedEvery === 0) {
      writeState({ next: seed + 1, counted: coverage.counted() })
      const ms = (performance.now() - from) / (seed - first + 1)
      const { user, system } = process.cpuUsage(cpuFrom)
      const cpuMs = (user + system) / 1000 / (seed - first + 1)
      const words = `${ms.toFixed(0)} ms each, of which ${cpuMs.toFixed(0)} ms of this process's processor`
      if (isLast || HISTORIES_COUNT) say(`histories ${first} to ${seed}: ${words}`)
    }
  }
  say(coverage.report())
  expect(coverage.missing(), 'operations that never succeeded').toEqual([])
}, 0)

const say = (line: string) => process.stdout.write(`${line}\n`)

interface State {
  /** The seed after the last played seed. */
  next: number
  counted: CoverageCounts
}

function readState(): State | null {
  if (!HISTORIES_STATE || HISTORIES_SEED) return null
  try {
    const state: State = JSON.parse(readFileSync(HISTORIES_STATE, 'utf8'))
    // Ignores the state of an older version of the test, which counted other things.
    return state.counted.outcomes ? state : null
  } catch {
    return null
  }
}

function writeState(state: State) {
  if (HISTORIES_STATE && !HISTORIES_SEED) writeFileSync(HISTORIES_STATE, JSON.stringify(state))
}
