// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShopEvent } from './events.ts'

const seen: ShopEvent[] = []
const see = (event: ShopEvent) => seen.push(event)
const viewed = (id: string): ShopEvent => ({ name: 'item_viewed', id })

/** Loads the module again, as a newly opened page does. */
async function open() {
  vi.resetModules()
  return import('./events.ts')
}
beforeEach(() => {
  seen.length = 0
  vi.stubGlobal('document', {})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a listener receives the first 20 events from before it was set, in order', async () => {
  const { trackEvent: tell, setEventListener: listen } = await open()
  for (let at = 0; at < 30; at++) tell(viewed(String(at)))
  listen(see)
  expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => viewed(String(at))))
  tell(viewed('later'))
  expect(seen.at(-1)).toEqual(viewed('later'))
})

test('events before consent and after a refusal are dropped', async () => {
  const { trackEvent: tell, setEventListener: listen } = await open()
  tell(viewed('early'))
  listen(null)
  tell(viewed('unasked'))
  listen(see)
  expect(seen).toEqual([])
  tell(viewed('agreed'))
  listen(null)
  tell(viewed('refused'))
  expect(seen).toEqual([viewed('agreed')])
})

test('the server queues no events', async () => {
  vi.unstubAllGlobals()
  const { trackEvent: tell, setEventListener: listen } = await open()
  tell(viewed('form'))
  listen(see)
  expect(seen).toEqual([])
})
