import { expect, test } from 'vitest'
import { createWindows } from './rate-windows.ts'

test('each key has its own counter, which expires and can be reset', async () => {
  const windows = createWindows(0.1)
  expect([windows.add('one').count, windows.add('one').count, windows.add('two').count]).toEqual([1, 2, 1])
  expect(windows.get('one')).toMatchObject({ count: 2 })
  expect(windows.get('nobody')).toEqual({ count: 0, msLeft: 0 })
  await expect.poll(() => windows.get('one').count).toBe(0)
  expect(windows.add('one').count).toBe(1)
  windows.remove('one')
  expect(windows.get('one').count).toBe(0)
})

test('beyond the limit the oldest key is dropped', () => {
  const windows = createWindows(600, 3)
  for (const who of ['a', 'b', 'a', 'c', 'd']) windows.add(who)
  expect(['a', 'b', 'c', 'd'].map((who) => windows.get(who).count)).toEqual([0, 1, 1, 1])
})
