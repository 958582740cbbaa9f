import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TaskQueue } from './turns.ts'
import { createTaskQueue } from './turns.ts'

/**
 * Calls `run` for each name. Returns the names in the order in which their work began, and a function that ends the
 * work of a name.
 */
function takeAll(turns: TaskQueue, names: string[]) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const taken = names.map((name) =>
    turns.run(() => {
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
  const { begun, end } = takeAll(createTaskQueue({ concurrency: 2 }), ['a', 'b', 'c', 'd'])
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('failed work ends its turn too', async () => {
  const turns = createTaskQueue({ concurrency: 1 })
  const failed = turns.run(() => Promise.reject(new Error('broken')))
  const later = turns.run(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await later).toBe('done')
})

test('a call that has waited for the longest time begins without its turn', async () => {
  const { begun } = takeAll(createTaskQueue({ concurrency: 1, maxWaitMs: 20 }), ['hangs', 'waits'])
  expect(begun).toEqual(['hangs'])
  await expect.poll(() => begun).toEqual(['hangs', 'waits'])
})

test('a call is refused while the maximum number of calls wait', async () => {
  const full = () => {
    throw new Error('full')
  }
  const turns = createTaskQueue({ concurrency: 1, maxWaiting: 1, onFull: full })
  const { end, taken } = takeAll(turns, ['runs', 'waits', 'is refused'])
  await expect(taken[2]).rejects.toThrow('full')
  await end('runs')
  await end('waits')
  expect(await turns.run(async () => 'done')).toBe('done')
})
