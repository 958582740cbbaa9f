import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** Asks the pace to send `count` cached pages. Returns a function that returns how many of them were sent. */
function ask(pace: ReturnType<typeof createPace>, count: number) {
  let sent = 0
  for (let n = 0; n < count; n++) void Promise.resolve(pace.pass()).then(() => sent++)
  return () => sent
}

test('a cached page is sent at once while no page is rendered', () => {
  expect(createPace().pass()).toBeUndefined()
})

test('while a page is rendered, each turn of the event loop sends one cached page, in the order of the requests', async () => {
  const pace = createPace()
  const rendering = Promise.withResolvers<string>()
  const rendered = pace.during(() => rendering.promise)
  const sent = ask(pace, 3)
  expect(sent()).toBe(0)
  for (const count of [1, 2, 3]) {
    await nextTurn()
    expect(sent()).toBe(count)
  }
  rendering.resolve('page')
  expect(await rendered).toBe('page')
  expect(pace.pass()).toBeUndefined()
})

test('all waiting pages are sent when the rendering has ended, even if it failed', async () => {
  const pace = createPace()
  const rendering = Promise.withResolvers<string>()
  const rendered = pace.during(() => rendering.promise)
  const sent = ask(pace, 5)
  await nextTurn()
  rendering.reject(new Error('no database'))
  await expect(rendered).rejects.toThrow('no database')
  await nextTurn()
  expect(sent()).toBe(5)
})
