import fc from 'fast-check'
import { findWrongs } from './checks.ts'
import type { Coverage } from './coverage.ts'
import type { Operation } from './operation.ts'
import type { Play, Step } from './play.ts'
import { openPlay } from './play.ts'
import { providerOperations } from './provider-operations.ts'
import type { Opening } from './shop.ts'
import { shopperOperations } from './shopper-operations.ts'
import { staffOperations } from './staff-operations.ts'
import { timeOperations, work } from './time-operations.ts'
import type { World } from './world.ts'
import { serverNames } from './world.ts'

export const operations: Record<string, Operation> = {
  ...shopperOperations,
  ...providerOperations,
  ...staffOperations,
  ...timeOperations,
}

/** The times at which the shop does its remaining work after a history, in minutes after the last step. */
const settlingMinutes = [0, 5, 20, 70, 110, 250, 1700, 1702, 1710]
const mostPurchases = 3
const mostSteps = 14

const at = fc.constantFrom(...serverNames)
const ofOperations = (names: string[]): fc.Arbitrary<Step> =>
  fc.oneof(
    ...names.flatMap((name) => {
      const operation = operations[name]
      if (!operation) return []
      const { weight, fields } = operation
      return { weight, arbitrary: fc.tuple(at, fields).map(([at, values]): Step => ({ do: name, at, ...values })) }
    }),
  )
const single = ofOperations(Object.keys(operations))
const parallelSteps: fc.Arbitrary<Step> = fc
  .array(single, { minLength: 2, maxLength: 3 })
  .map((steps): Step => ({ do: 'together', at: 'A', steps }))
const death: fc.Arbitrary<Step> = fc
  .tuple(single, fc.nat({ max: 12 }))
  .map(([step, after]): Step => ({ do: 'die', at: 'B', after, step: { ...step, at: 'B' } }))
const restart: fc.Arbitrary<Step> = single.map((step): Step => ({ do: 'restart', at: step.at, step }))

const purchase = ofOperations(['buy', 'join', 'add'])

/** Generates histories as data: first purchases, then other steps. The same seed gives the same steps. */
export const histories: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(purchase, { maxLength: mostPurchases, size: 'max' }),
    fc.array(
      fc.oneof(
        { weight: 20, arbitrary: single },
        { weight: 3, arbitrary: parallelSteps },
        { weight: 1, arbitrary: death },
        { weight: 1, arbitrary: restart },
      ),
      { maxLength: mostSteps, size: 'max' },
    ),
  )
  .map(([purchases, others]) => [...purchases, ...others])

/** Plays a history from the beginning, and lets the shop finish its work. Returns the play with its violations. */
export async function playHistory(world: World, opening: Opening, steps: Step[], coverage?: Coverage): Promise<Play> {
  const play = await openPlay(world, opening)
  for (const step of steps) play.told.push(`${tell(step)}: ${await playStep(play, step)}`)
  await findWrongs(play)
  for (const [n, minutes] of settlingMinutes.entries()) {
    world.advance((minutes - (settlingMinutes[n - 1] ?? 0)) * 60_000)
    await work(world, serverNames[n % serverNames.length] ?? 'A')
  }
  await findWrongs(play, { isSettled: true })
  coverage?.add(play)
  return play
}

async function playStep(play: Play, step: Step): Promise<string> {
  if (step.do === 'together') {
    const outcomes = await Promise.all((step.steps as Step[]).map((each) => playStep(play, each)))
    return outcomes.join(' and ')
  }
  if (step.do === 'die') {
    play.world.victim.strike(Number(step.after))
    return struck(play, step.step as Step, () => play.world.victim.revive())
  }
  if (step.do === 'restart') {
    const ends = play.world.endConnections()
    return struck(play, step.step as Step, () => ends)
  }
  const operation = operations[step.do]
  if (!operation) throw new Error(`there is no operation ${step.do}`)
  return operation.play(play, step)
}

/** Plays a step during a fault. The fault may cause errors, so these are not reported as violations. */
async function struck(play: Play, step: Step, end: () => unknown): Promise<string> {
  const errors = play.world.errors.length
  play.isStruck = true
  play.hasLost = true
  try {
    return await playStep(play, step).catch((error: Error) => `failed (${error.message})`)
  } finally {
    await end()
    play.isStruck = false
    play.world.errors.length = errors
  }
}

/** A step in words. */
export function tell(step: Step): string {
  if (step.do === 'together') return `at the same time: ${(step.steps as Step[]).map(tell).join('; ')}`
  if (step.do === 'die') return `server B dies at its write ${step.after} of: ${tell(step.step as Step)}`
  if (step.do === 'restart') return `the database ends all connections during: ${tell(step.step as Step)}`
  return `[${step.at}] ${operations[step.do]?.tell(step) ?? step.do}`
}

/** Whether the outcome of a step depends on timing. */
export const isRacy = (step: Step) => ['together', 'die', 'restart'].includes(step.do)
