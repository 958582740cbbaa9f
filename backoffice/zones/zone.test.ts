import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { provideSessionStorage } from '#tests/session-storage.ts'
import { action } from './zone.tsx'

provideSessionStorage()
beforeEach(() => vi.stubGlobal('document', { cookie: '' }))
afterEach(() => vi.unstubAllGlobals())

/** Sends the form of a new zone. */
function save(fields: Record<string, string>) {
  const url = 'http://shop.example/office/shop/main/zones/new'
  const body = new URLSearchParams({ kind: 'postal', currency: 'CAD', version: '0', extraMinutes: '0', ...fields })
  const request = new Request(url, { method: 'POST', body })
  const params = { location: 'main', zone: 'new' }
  return action({ request, params } as never).catch((error: unknown) => error)
}

test('a new zone that is saved again after a lost response stays one zone', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    if (sent.length === 1) throw new TypeError('the response is lost')
    return Response.json({ zones: [], positions: [] })
  })
  const near = { name_en: 'Near', prefixes: 'M5V' }
  expect(await save({ ...near, position: '0' })).toBeInstanceOf(TypeError)
  // The page proposes the next position, because the lost call added the zone.
  expect(await save({ ...near, position: '1' })).toBeInstanceOf(Response)
  await save({ ...near, position: '1' })
  const [first, again, other] = sent
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
