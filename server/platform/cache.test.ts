import { expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'
import type { Topic } from './topics.ts'

const value = (name: string, ...topics: Topic[]) => ({ name, bytes: 100, topics: new Set(topics) })
const newCache = () => createCache<ReturnType<typeof value>>(10_000)

test('a change removes what shows it, and keeps the rest', async () => {
  const cache = newCache()
  await cache.getOrMake('tea', async () => value('tea', 'product tea', 'lists'))
  await cache.getOrMake('bun', async () => value('bun', 'product bun'))
  cache.remove(['product tea', 'slots markham'])
  expect([cache.get('tea'), cache.get('bun')?.name]).toEqual([undefined, 'bun'])
  cache.remove('content')
  expect(cache.get('bun')).toBeUndefined()
})

test.each([
  [true, ['all', undefined, undefined]],
  [false, [undefined, undefined, undefined]],
])(
  'a new order removes what shows the product; other lists only expire if lists are kept: %s',
  async (keepsLists, left) => {
    const cache = createCache<ReturnType<typeof value>>(10_000, { keepsLists })
    const made = Promise.withResolvers<ReturnType<typeof value>>()
    await cache.getOrMake('all', async () => value('all', 'lists', 'product bun'))
    await cache.getOrMake('teas', async () => value('teas', 'lists', 'product tea'))
    await cache.getOrMake('tea', async () => value('tea', 'product tea'))
    const late = cache.getOrMake('late', () => made.promise)
    cache.remove(['order', 'product tea'])
    made.resolve(value('late', 'lists', 'product bun'))
    await late
    expect([cache.get('all'), cache.get('late')]).toEqual([undefined, undefined])
    expect(['all', 'teas', 'tea'].map((key) => cache.getStale(key)?.name)).toEqual(left)
    expect(cache.isAtHand('late')).toBe(keepsLists)
  },
)

test('a value is not kept if what it shows changed while it was made', async () => {
  const cache = newCache()
  const made = Promise.withResolvers<ReturnType<typeof value>>()
  const first = cache.getOrMake('tea', () => made.promise)
  cache.remove(['product tea'])
  const later = cache.getOrMake('tea', async () => value('newer', 'product tea'))
  made.resolve(value('older', 'product tea'))
  expect([(await first).name, (await later).name]).toEqual(['older', 'newer'])
  expect(cache.get('tea')?.name).toBe('newer')
})

test('a value is kept and shared if something else changed while it was made', async () => {
  const cache = newCache()
  const made = Promise.withResolvers<ReturnType<typeof value>>()
  const first = cache.getOrMake('tea', () => made.promise)
  cache.remove(['product bun'])
  const second = vi.fn(async () => value('second', 'product tea'))
  const later = cache.getOrMake('tea', second)
  made.resolve(value('tea', 'product tea'))
  expect([(await first).name, (await later).name, cache.get('tea')?.name]).toEqual(['tea', 'tea', 'tea'])
  expect(second).not.toHaveBeenCalled()
})

test('a call does not wait for a value that is known to be out of date', async () => {
  const cache = newCache()
  const made = Promise.withResolvers<ReturnType<typeof value>>()
  const first = cache.getOrMake('tea', (shown) => {
    shown.add('product tea')
    return made.promise
  })
  cache.remove(['product tea'])
  expect((await cache.getOrMake('tea', async () => value('newer', 'product tea'))).name).toBe('newer')
  made.resolve(value('older', 'product tea'))
  expect([(await first).name, cache.get('tea')?.name]).toEqual(['older', 'newer'])
})

test('a failure concerns the calls that wait for it, and the next call makes the value', async () => {
  const cache = newCache()
  const made = Promise.withResolvers<ReturnType<typeof value>>()
  const calls = [cache.getOrMake('tea', () => made.promise), cache.getOrMake('tea', () => made.promise)]
  made.reject(new Error('away'))
  const states = await Promise.allSettled(calls)
  expect(states.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await cache.getOrMake('tea', async () => value('tea'))).name).toBe('tea')
})

test('an expired value is only stale, and ends after its time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const cache = newCache()
    await cache.getOrMake('tea', async () => value('tea'))
    vi.advanceTimersByTime(60_001)
    expect([cache.get('tea'), cache.getStale('tea')?.name]).toEqual([undefined, 'tea'])
    vi.advanceTimersByTime(540_000)
    expect(cache.getStale('tea')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('a value that has just expired is returned, and its successor is made while nothing else is made', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const cache = newCache()
    await cache.getOrMake('tea', async () => value('tea', 'product tea'))
    await cache.getOrMake('bun', async () => value('bun'))
    vi.advanceTimersByTime(60_001)
    const made = Promise.withResolvers<ReturnType<typeof value>>()
    expect([cache.isAtHand('tea'), cache.isAtHand('cake')]).toEqual([true, false])
    expect((await cache.getOrMake('tea', () => made.promise)).name).toBe('tea')
    const second = vi.fn(async () => value('newer bun'))
    expect((await cache.getOrMake('bun', second)).name).toBe('bun')
    expect(second).not.toHaveBeenCalled()
    made.resolve(value('newer tea', 'product tea'))
    await vi.waitUntil(() => cache.get('tea'))
    expect((await cache.getOrMake('tea', async () => value('not made'))).name).toBe('newer tea')
    // A change also removes expired values, so `getOrMake` does not return them again.
    vi.advanceTimersByTime(60_001)
    cache.remove(['product tea'])
    expect((await cache.getOrMake('tea', async () => value('changed'))).name).toBe('changed')
    vi.advanceTimersByTime(60_001)
    expect((await cache.getOrMake('bun', async () => value('late bun'))).name).toBe('late bun')
  } finally {
    vi.useRealTimers()
  }
})

test('a cache that is off keeps its values as stale ones, stores none, and starts empty', async () => {
  const cache = newCache()
  await cache.getOrMake('tea', async () => value('tea'))
  cache.switch(false)
  await cache.getOrMake('bun', async () => value('bun'))
  expect([cache.get('tea'), cache.getStale('tea')?.name, cache.getStale('bun')]).toEqual([undefined, 'tea', undefined])
  cache.switch(true)
  expect([cache.get('tea'), cache.getStale('tea')]).toEqual([undefined, undefined])
})

test('a full cache drops its oldest values', async () => {
  const cache = createCache<ReturnType<typeof value>>(4700)
  for (let n = 1; n <= 16; n++) await cache.getOrMake(String(n), async () => value(String(n)))
  expect([cache.get('1'), cache.get('2')?.name, cache.get('16')?.name]).toEqual([undefined, '2', '16'])
})

test('the size of an entry includes its key', async () => {
  const cache = newCache()
  const keys = Array.from('abcdefghijkl', (letter) => letter.repeat(300))
  for (const key of keys) await cache.getOrMake(key, async () => value(key))
  expect(keys.findIndex((key) => cache.get(key))).toBe(1)
  await cache.getOrMake('m'.repeat(3000), async () => value('m'))
  expect(cache.get('m'.repeat(3000))).toBeUndefined()
})
