import { brotliAround, fillBrotli } from './brotli.ts'
import type { CachedPage, Gap, Layout, Values } from './cached-page.ts'
import { writeHole } from './cached-page.ts'

const nonceHole = { width: 24, ending: '==' }
/**
 * The widths in bytes to which the values of a gap are padded. Nearly all values fit into the first width. The page is
 * compressed once for each width that is used.
 */
const rooms = [256, 512, 1024]
const ending = '  '
const quote = Buffer.from('\\"')
/** Smaller texts do not gain from compression. */
const worthCompressing = 64

/**
 * Fills a cached page with the values of a response, compressed with Brotli. The common parts are compressed once. The
 * result equals `fillPage`, except for spaces in the data of its scripts. Null for a page without a layout, and for
 * unusually long values.
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
  // Pads with spaces, which have no meaning between JSON values. The following text then stays at the distance for
  // which it was compressed.
  const toRoom = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(room - bytes.length, ' ')])
  return fillBrotli(
    compressed,
    written.map(({ bytes, isNonce }) => (isNonce ? bytes : toRoom(bytes))),
  )
}

/**
 * Plans the compression of a page, in which each of the visitor's values is padded to a fixed width. Null if a value is
 * not at the end of a string in script data, because its padding would be visible.
 */
function layOut({ parts: [first = new Uint8Array(), ...others], holes }: CachedPage): Layout | null {
  const parts = [first]
  const gaps: Gap[] = []
  for (const [index, hole] of holes.entries()) {
    // A page has one more part than holes.
    const after = others[index] as Uint8Array
    if (hole.name === 'nonce') {
      gaps.push({ words: [hole], isNonce: true })
      parts.push(after)
      continue
    }
    if (!hole.isInScript || !quote.equals(after.subarray(0, quote.length))) return null
    const last = gaps.at(-1)
    // The list begins with the first part.
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
