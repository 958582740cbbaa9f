import { brotliAround, fillBrotli } from './brotli.ts'
import type { CachedPage, Gap, Layout, Values } from './cached-page.ts'
import { writeHole } from './cached-page.ts'

const nonceHole = { width: 24, ending: '==' }
/**
 * Bytes for the values of a gap. Nearly everybody's take the first; each other that is used is the page compressed once
 * more.
 */
const rooms = [256, 512, 1024]
const ending = '  '
const quote = Buffer.from('\\"')
/** Fewer bytes than this are as small uncompressed. */
const worthCompressing = 64

/**
 * A kept page put together with the values of one answer, and compressed with Brotli: what is the same for all is
 * compressed once. It is what `putTogether` makes, but for blanks in the data of its scripts. Null for a page that
 * cannot be compressed so, and for values that are longer than people's are.
 */
export async function fillCompressedPage(page: CachedPage, values: Values): Promise<Uint8Array<ArrayBuffer> | null> {
  if (page.layout === undefined) page.layout = layOut(page)
  if (!page.layout) return null
  const { parts, gaps, pieces } = page.layout
  const written = gaps.map(({ words, isNonce }) => {
    const bytes = Buffer.concat(words.map((word) => ('name' in word ? writeHole(word, values) : word)))
    return { bytes, isNonce }
  })
  const longest = Math.max(0, ...written.map(({ bytes, isNonce }) => (isNonce ? 0 : bytes.length)))
  const room = rooms.find((room) => room >= longest + ending.length)
  if (!room) return null
  let compressing = pieces.get(room)
  if (!compressing) {
    compressing = brotliAround(
      parts,
      gaps.map(({ isNonce }) => (isNonce ? nonceHole : { width: room, ending })),
    )
    pieces.set(room, compressing)
  }
  const compressed = await compressing
  if (!compressed) return null
  // Blanks mean nothing between the values of JSON; what comes after them stands where it did when it was compressed.
  const toRoom = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(room - bytes.length, ' ')])
  return fillBrotli(
    compressed,
    written.map(({ bytes, isNonce }) => (isNonce ? bytes : toRoom(bytes))),
  )
}

/** Null where a value of a visitor is not the end of a text in a script's data: there blanks would be seen. */
function layOut({ parts: [first = new Uint8Array(), ...others], holes }: CachedPage): Layout | null {
  const parts = [first]
  const gaps: Gap[] = []
  for (const [index, hole] of holes.entries()) {
    const after = others[index] as Uint8Array
    if (hole.name === 'nonce') {
      gaps.push({ words: [hole], isNonce: true })
      parts.push(after)
      continue
    }
    if (!hole.isInScript || !quote.equals(after.subarray(0, quote.length))) return null
    const last = gaps.at(-1)
    const before = parts.at(-1) as Uint8Array
    if (last && !last.isNonce && before.length < worthCompressing) {
      last.words.push(before, hole, quote)
      parts.pop()
    } else {
      gaps.push({ words: [hole, quote], isNonce: false })
    }
    parts.push(after.subarray(quote.length))
  }
  return { parts, gaps, pieces: new Map() }
}
