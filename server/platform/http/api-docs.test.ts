import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listCalls } from '#contract/calls.ts'
import { createApiDocs } from './api-docs.ts'

/** All calls, and a counter of how often their fields were read. */
function countedCalls() {
  let reads = 0
  const calls = listCalls().map(
    (call) =>
      new Proxy(call, {
        get(row, key) {
          reads++
          return Reflect.get(row, key)
        },
      }),
  )
  return { calls, reads: () => reads }
}

const ask = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })

test('the API description is generated once for concurrent and later requests', async () => {
  const { calls, reads } = countedCalls()
  const docs = createApiDocs(calls)
  expect(reads()).toBe(0)
  const answers = await Promise.all([1, 2, 3, 4].map(() => docs('openapi.json', ask())))
  const afterFirst = reads()
  expect(afterFirst).toBeGreaterThan(0)
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts).size).toBe(1)
  await docs('openapi.json', ask({ 'accept-encoding': 'br' }))
  await docs('openapi.json', ask({ 'accept-encoding': 'gzip' }))
  expect(reads()).toBe(afterFirst)
})

test.each(['openapi.json', 'swagger-ui-bundle.js'])(
  '%s is served compressed, and as 304 if the ETag matches',
  async (name) => {
    const docs = createApiDocs(listCalls())
    const plain = await docs(name, ask())
    const text = await plain.text()
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await docs(name, ask({ 'accept-encoding': encoding }))
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
      expect(bytes.length).toBeLessThan(text.length / 3)
      expect(decode(bytes).toString()).toBe(text)
    }
    const etag = plain.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\//)
    const again = await docs(name, ask({ 'if-none-match': etag }))
    expect([again.status, await again.text()]).toEqual([304, ''])
  },
)
