import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { StaticPage } from './static-page.ts'
import { hashInlineCode, toResponseParts, toStaticPage } from './static-page.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('hashes only the code that carries the nonce, and removes the nonce', () => {
  const page = `<head><link rel="stylesheet" nonce="n1" href="/a.css"/><style id="theme" nonce="n1">a{}</style></head>
<script nonce="n1">one()</script><script>injected()</script><script nonce="n1" type="later">two()</script>
<script nonce="n1" type="application/ld+json">{"a":1}</script><style>injected{}</style>`
  const { html, sources } = hashInlineCode(page, 'n1')
  expect(sources).toEqual({ scripts: `${hashOf('one()')} ${hashOf('two()')}`, styles: hashOf('a{}') })
  expect(html).not.toContain('nonce')
  expect(html).toContain('<script>one()</script>')
})

test('every encoding carries the same page, however many pages were sent in it', async () => {
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      toStaticPage(new Response(`<p>${index}</p>`.repeat(500)), {
        nonce: 'n1',
        policyFor: () => '',
        topics: new Set(),
      }),
    ),
  )
  const textIn = async (page: StaticPage, encoding: string) => {
    const { headers, body } = await toResponseParts(
      page,
      new Request('http://x', { headers: { 'accept-encoding': encoding } }),
    )
    const bytes = body ?? new Uint8Array()
    const sent = headers.get('content-encoding')
    if (sent === 'br') return Buffer.from(brotliDecompressSync(bytes)).toString()
    return Buffer.from(sent === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  }
  for (const encoding of ['br', 'gzip', 'identity', 'gzip']) {
    for (const [index, page] of pages.entries()) {
      expect(await textIn(page, encoding)).toBe(`<p>${index}</p>`.repeat(500))
    }
  }
})
