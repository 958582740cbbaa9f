import fc from 'fast-check'
import { checkInvariants } from './checks.ts'
import type { Coverage } from './coverage.ts'
import type { Operation } from './operation.ts'
import type { Play, Step } from './play.ts'
import { openPlay } from './play.ts'
import { providerOperations } from './provider-operations.ts'
import type { Opening } from './shop.ts'
import { shopperOperations } from './shopper-operations.ts'
import { staffOperations } from './staff-operations.ts'
import { storyOf } from './stories.ts'
import { timeOperations } from './time-operations.ts'
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
const maxStories = 3
const maxOthers = 8

const at = fc.constantFrom(...serverNames)
const stepsOf = (name: string, fixed: Record<string, unknown> = {}): fc.Arbitrary<Step> => {
  const operation = operations[name]
  if (!operation) throw new Error(`there is no operation ${name}`)
  return fc.tuple(at, operation.fields).map(([at, values]): Step => ({ do: name, at, ...values, ...fixed }))
}
const single = fc.oneof(
  ...Object.entries(operations).map(([name, { weight }]) => ({ weight, arbitrary: stepsOf(name) })),
)
const story = storyOf(stepsOf)

/**
 * A random change of one step. `position` is the index of the step, modulo the number of steps. With the kind `die`,
 * `after` is the number of writes before the server dies.
 */
const change = fc.record({
  kind: fc.constantFrom('together', 'together', 'twice', 'twice', 'die', 'restart'),
  position: fc.nat({ max: 40 }),
  after: fc.nat({ max: 12 }),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Generates histories as data: stories and other steps, mixed. The same seed gives the same steps. */
export const histories: fc.Arbitrary<Step[]> = fc
  .record({
    stories: fc.array(story, { minLength: 1, maxLength: maxStories, size: 'max' }),
    others: fc.array(single, { maxLength: maxOthers, size: 'max' }),
    turns: fc.array(fc.nat({ max: maxStories }), { maxLength: 30, size: 'max' }),
    changes: fc.array(change, { maxLength: 4, size: 'max' }),
  })
  .map(({ stories, others, turns, changes }) => changes.reduce(applyChange, mix([...stories, others], turns)))

/**
 * Mixes lists of steps. Each list keeps its order. Each number in `turns` selects the list that provides the next step.
 */
function mix(lists: Step[][], turns: number[]): Step[] {
  const remaining = lists.filter((list) => list.length > 0)
  const chosen = remaining[(turns[0] ?? 0) % Math.max(1, remaining.length)]
  const [step, ...others] = chosen ?? []
  if (!step) return []
  return [
    step,
    ...mix(
      remaining.map((list) => (list === chosen ? others : list)),
      turns.slice(1),
    ),
  ]
}

/**
 * Changes one step. The step then overlaps with the next step or with its own repetition, or server B or the database
 * fails during the step. Does not change a step twice, and lets no step overlap with a changed step.
 */
function applyChange(steps: Step[], { kind, position, after }: Change): Step[] {
  const n = position % Math.max(1, steps.length)
  const step = steps[n]
  if (!step || isRacy(step)) return steps
  const next = steps[n + 1]
  const before = steps.slice(0, n)
  const rest = steps.slice(n + 1)
  if (kind === 'die') return [...before, { do: 'die', at: 'B', after, step: { ...step, at: 'B' } }, ...rest]
  if (kind === 'restart') return [...before, { do: 'restart', at: step.at, step }, ...rest]
  const other = step.at === 'A' ? 'B' : 'A'
  if (kind === 'twice') return [...before, { do: 'together', at: 'A', steps: [step, { ...step, at: other }] }, ...rest]
  if (!next || isRacy(next)) return steps
  return [...before, { do: 'together', at: 'A', steps: [step, next] }, ...rest.slice(1)]
}

/** Plays a history from the beginning, and lets the shop finish its work. Returns the play with its violations. */
export async function playHistory(world: World, opening: Opening, steps: Step[], coverage?: Coverage): Promise<Play> {
  const play = await openPlay(world, opening)
  for (const step of steps) play.log.push(`${describeStep(step)}: ${await playStep(play, step)}`)
  await checkInvariants(play)
  for (const [n, minutes] of settlingMinutes.entries()) {
    await world.advance((minutes - (settlingMinutes[n - 1] ?? 0)) * 60_000)
    await world.servers[serverNames[n % serverNames.length] ?? 'A'].work()
  }
  await checkInvariants(play, { isSettled: true })
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
    return playDuringFailure(play, step.step as Step, () => play.world.revive())
  }
  if (step.do === 'restart') {
    const restarted = play.world.restartDatabase()
    return playDuringFailure(play, step.step as Step, () => restarted)
  }
  const operation = operations[step.do]
  if (!operation) throw new Error(`there is no operation ${step.do}`)
  const outcome = await operation.play(play, step)
  play.outcomes.push({ name: step.do, outcome })
  return outcome
}

/** Plays a step during a fault. The fault may cause errors, so these are not reported as violations. */
async function playDuringFailure(play: Play, step: Step, end: () => unknown): Promise<string> {
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
export function describeStep(step: Step): string {
  if (step.do === 'together') return `at the same time: ${(step.steps as Step[]).map(describeStep).join('; ')}`
  if (step.do === 'die') return `server B dies at its write ${step.after} of: ${describeStep(step.step as Step)}`
  if (step.do === 'restart') return `the database ends all connections during: ${describeStep(step.step as Step)}`
  return `[${step.at}] ${operations[step.do]?.describe(step) ?? step.do}`
}

/** Whether the outcome of a step depends on timing. */
export const isRacy = (step: Step) => ['together', 'die', 'restart'].includes(step.do)
