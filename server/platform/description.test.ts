import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { schemas } from '#contract/schemas.ts'
import { createDescription } from './description.ts'
import type { Schemas } from './openapi.ts'

/** The contract's schemas, and how often the description read them. */
function countedSchemas(): { schemas: Schemas; reads: () => number } {
  let reads = 0
  const counted = new Proxy<Schemas>(schemas, {
    get(target, area: string) {
      reads++
      return target[area]
    },
  })
  return { schemas: counted, reads: () => reads }
}

const ask = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })

test.each(['openApi', 'page'] as const)('%s is written once, however many ask at once and later', async (form) => {
  const { schemas, reads } = countedSchemas()
  const description = createDescription(schemas)
  expect(reads()).toBe(0)
  const answers = await Promise.all([1, 2, 3, 4].map(() => description[form](ask())))
  const afterFirst = reads()
  expect(afterFirst).toBeGreaterThan(0)
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts).size).toBe(1)
  await description[form](ask({ 'accept-encoding': 'br' }))
  await description[form](ask({ 'accept-encoding': 'gzip' }))
  expect(reads()).toBe(afterFirst)
})

test.each(['openApi', 'page'] as const)('%s comes compressed, and as 304 to who has it', async (form) => {
  const description = createDescription(schemas)
  const plain = await description[form](ask())
  const text = await plain.text()
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await description[form](ask({ 'accept-encoding': encoding }))
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
    expect(bytes.length).toBeLessThan(text.length / 4)
    expect(decode(bytes).toString()).toBe(text)
  }
  const etag = plain.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\//)
  const again = await description[form](ask({ 'if-none-match': etag }))
  expect([again.status, await again.text()]).toEqual([304, ''])
})
