import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashed } from './static-page.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('hashes only the code that carries the nonce, and removes the nonce', () => {
  const page = `<head><link rel="stylesheet" nonce="n1" href="/a.css"/><style id="theme" nonce="n1">a{}</style></head>
<script nonce="n1">one()</script><script>injected()</script><script nonce="n1" type="later">two()</script>
<script nonce="n1" type="application/ld+json">{"a":1}</script><style>injected{}</style>`
  const { html, sources } = hashed(page, 'n1')
  expect(sources).toEqual({ scripts: `${hashOf('one()')} ${hashOf('two()')}`, styles: hashOf('a{}') })
  expect(html).not.toContain('nonce')
  expect(html).toContain('<script>one()</script>')
})
