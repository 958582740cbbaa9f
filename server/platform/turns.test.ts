import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Turns } from './turns.ts'
import { createTurns } from './turns.ts'

/**
 * Calls `take` for each name. Returns the names in the order in which their work began, and a function that ends the
 * work of a name.
 */
function takeAll(turns: Turns, names: string[]) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const taken = names.map((name) =>
    turns.take(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    }),
  )
  const end = async (name: string) => {
    ends.get(name)?.()
    await nextTick()
  }
  return { begun, end, taken }
}

test('work begins in the order of the calls, as soon as earlier work has ended', async () => {
  const { begun, end } = takeAll(createTurns({ atOnce: 2 }), ['a', 'b', 'c', 'd'])
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('failed work ends its turn too', async () => {
  const turns = createTurns({ atOnce: 1 })
  const failed = turns.take(() => Promise.reject(new Error('broken')))
  const later = turns.take(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await later).toBe('done')
})

test('a call that has waited for the longest time begins without its turn', async () => {
  const { begun } = takeAll(createTurns({ atOnce: 1, longestWaitMs: 20 }), ['hangs', 'waits'])
  expect(begun).toEqual(['hangs'])
  await expect.poll(() => begun).toEqual(['hangs', 'waits'])
})

test('a call is refused while the maximum number of calls wait', async () => {
  const full = () => {
    throw new Error('full')
  }
  const turns = createTurns({ atOnce: 1, mostWaiting: 1, full })
  const { end, taken } = takeAll(turns, ['runs', 'waits', 'is refused'])
  await expect(taken[2]).rejects.toThrow('full')
  await end('runs')
  await end('waits')
  expect(await turns.take(async () => 'done')).toBe('done')
})
