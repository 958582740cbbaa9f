import fc from 'fast-check'
import type { Coverage } from './coverage.ts'
import { histories, isRacy, playHistory } from './history.ts'
import type { Play, Step } from './play.ts'
import type { Opening } from './shop.ts'
import type { World } from './world.ts'

/** The maximum number of times to play a shorter history, if its outcome depends on timing. */
const racyAttempts = 4
const maxShrinkMs = 240_000

interface Search {
  opening: Opening
  seed: number
  coverage?: Coverage
  /** Whether to shorten a failing history. */
  isShrunk: boolean
}

/**
 * Plays the history of a seed. If it breaks an invariant, searches for shorter histories that still break an invariant.
 * `failure` has the steps and violations of the shortest history found. It is null if no invariant broke.
 */
export async function searchSeed(world: World, { opening, seed, coverage, isShrunk }: Search) {
  let last: Play | undefined
  let failed: Play | undefined
  const property = fc.asyncProperty(fc.noBias(histories), async (steps) => {
    // Coverage counts only the history of the seed, not the shorter histories that are tried after a failure.
    last = await play(world, {
      opening,
      steps,
      coverage: failed ? undefined : coverage,
      tries: failed ? racyAttempts : 1,
    })
    if (last.violations.length > 0) failed = last
    return last.violations.length === 0
  })
  const limits = { interruptAfterTimeLimit: maxShrinkMs, markInterruptAsFailure: true }
  const { numShrinks } = await fc.check(property, { seed, numRuns: 1, endOnFailure: !isShrunk, ...limits })
  const told = (failed ?? last)?.log.map((line, n) => `${n + 1}. ${line}`).join('\n') ?? ''
  if (!failed) return { failure: null, told }
  const wrongs = failed.violations.map((wrong) => `- ${wrong}`).join('\n')
  return { failure: `Seed ${seed} breaks an invariant, after ${numShrinks} reductions:\n${told}\n${wrongs}`, told }
}

interface Plan {
  opening: Opening
  steps: Step[]
  coverage: Coverage | undefined
  tries: number
}

/**
 * Plays a history until it breaks an invariant, but at most `tries` times. Plays it only once if its outcome does not
 * depend on timing.
 */
async function play(world: World, { opening, steps, coverage, tries }: Plan): Promise<Play> {
  const played = await playHistory(world, opening, steps, coverage)
  if (played.violations.length > 0 || tries === 1 || !steps.some(isRacy)) return played
  return play(world, { opening, steps, coverage, tries: tries - 1 })
}
