import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { brotli, brotliAround, fillBrotli } from './brotli.ts'

const nonceHole = { width: 24, ending: '==' }
const wideHole = { width: 256, ending: '  ' }
const newNonce = () => Buffer.from(randomBytes(16).toString('base64'))
const words = ['milk', 'loaf', '奶香吐司', '<a href="/store">', 'nonce="', '==', '=="', ' ', '\n', 'group-buy', '团购']
const textOf = (length: number) =>
  Array.from({ length }, () => words[Math.floor(Math.random() * words.length)]).join(Math.random() < 0.5 ? ' ' : '')

const isWide = (n: number) => n % 5 === 3
const valuesLike = (text: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const { width, ending } = isWide(n) ? wideHole : nonceHole
    const room = width - ending.length
    let value = Buffer.from(text).subarray(0, room)
    // Does not cut a character in two.
    while (value.toString().includes('\ufffd')) value = value.subarray(0, -1)
    return Buffer.concat([value, Buffer.from(' '.repeat(room - value.length) + ending)])
  })

test('any value can be inserted between parts that were compressed once', async () => {
  for (let run = 0; run < 60; run++) {
    const parts = Array.from({ length: 1 + (run % 12) }, (_, n) => Buffer.from(textOf(n % 3 === 0 ? 3000 : n % 7)))
    const count = parts.length - 1
    const holes = Array.from({ length: count }, (_, n) => (isWide(n) ? wideHole : nonceHole))
    const pieces = (await brotliAround(parts, holes)) ?? expect.unreachable()
    for (const text of [newNonce().toString(), 'nonce="loaf milk', textOf(200), '', '😀"</script>\\'.repeat(30)]) {
      const values = valuesLike(text, count)
      expect(brotliDecompressSync(fillBrotli(pieces, values)).toString()).toBe(
        parts.map((part, n) => part.toString() + (values[n] ?? '')).join(''),
      )
    }
  }
})

test('parts compressed separately are at most a tenth larger than the whole', async () => {
  const parts = Array.from({ length: 18 }, () => Buffer.from(`${textOf(900)}<script nonce="`))
  const whole = await brotli(Buffer.from(parts.map((part) => part.toString()).join(newNonce().toString())), 5)
  const pieces = await brotliAround(
    parts,
    parts.slice(1).map(() => nonceHole),
  )
  const filled = fillBrotli(
    pieces ?? expect.unreachable(),
    parts.slice(1).map(() => newNonce()),
  )
  expect(filled.length).toBeLessThan(whole.length * 1.1)
})

test.each(['x'.repeat(24), `${'x'.repeat(23)}==`, `${'x'.repeat(21)}==`])(
  'a value of another width or ending is refused: %s',
  async (value) => {
    const pieces = await brotliAround([Buffer.from('a'), Buffer.from('b')], [nonceHole])
    expect(() => fillBrotli(pieces ?? expect.unreachable(), [Buffer.from(value)])).toThrow('must be as wide')
  },
)
