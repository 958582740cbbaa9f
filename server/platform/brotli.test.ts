import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { brotli, brotliAround, fillBrotli } from './brotli.ts'

const newNonce = () => randomBytes(16).toString('base64')
const words = ['milk', 'loaf', '奶香吐司', '<a href="/store">', 'nonce="', '==', '=="', ' ', '\n', 'group-buy', '团购']
const textOf = (length: number) =>
  Array.from({ length }, () => words[Math.floor(Math.random() * words.length)]).join(Math.random() < 0.5 ? ' ' : '')

test('any value can be put between pieces that were compressed once', async () => {
  for (let run = 0; run < 60; run++) {
    const parts = Array.from({ length: 1 + (run % 12) }, (_, n) => Buffer.from(textOf(n % 3 === 0 ? 3000 : n % 7)))
    const pieces = (await brotliAround(parts, 24)) ?? expect.unreachable()
    for (const value of [newNonce(), newNonce(), `${'nonce="loaf milk'.slice(0, 15)}loafmil==`])
      expect(brotliDecompressSync(fillBrotli(pieces, value)).toString()).toBe(
        parts.map((part) => part.toString()).join(value),
      )
  }
})

test('many pieces take hardly more room than the whole', async () => {
  const parts = Array.from({ length: 18 }, () => Buffer.from(`${textOf(900)}<script nonce="`))
  const whole = await brotli(Buffer.from(parts.map((part) => part.toString()).join(newNonce())), 5)
  const filled = fillBrotli((await brotliAround(parts, 24)) ?? [], newNonce())
  expect(filled.length).toBeLessThan(whole.length * 1.1)
})

test('a value that does not end as the pieces expect is refused', async () => {
  const pieces = await brotliAround([Buffer.from('a'), Buffer.from('b')], 24)
  expect(() => fillBrotli(pieces ?? [], 'x'.repeat(24))).toThrow('must end')
})
