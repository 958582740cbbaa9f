import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, createBrotliCompress, constants as zlib } from 'node:zlib'

/** Exponents of two. Within a smaller one the encoder searches in another way, and finds less. */
const [smallestWindow, largestWindow] = [17, 22]
/**
 * The window that takes in the whole text (RFC 7932, 9.1): each of the largest would hold two megabytes more for a
 * page.
 */
const windowFor = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), smallestWindow), largestWindow)

const settings = (quality: number, bytes: number) => ({
  params: {
    [zlib.BROTLI_PARAM_QUALITY]: quality,
    [zlib.BROTLI_PARAM_SIZE_HINT]: bytes,
    [zlib.BROTLI_PARAM_LGWIN]: windowFor(bytes),
  },
})
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** A whole body, compressed. */
export const brotli = (body: Uint8Array, quality: number) =>
  compress(body, settings(quality, body.length)) as Promise<Uint8Array<ArrayBuffer>>

/** A place between pieces: how many bytes a value takes there, and the two that it ends with. */
export interface Hole {
  width: number
  /** How the text behind a hole is compressed depends on the two bytes before it. */
  ending: string
}

/** What stands around holes, compressed once. */
export interface Pieces {
  pieces: Uint8Array[]
  holes: Hole[]
}

/**
 * Compresses once what stands around holes; `fillBrotli` puts values there, uncompressed (RFC 7932, 9.2). What comes
 * after a hole counts its bytes, to repeat what stands before it and to find words of the format's own dictionary: a
 * hole has one width. Null where some piece turned out to depend on what was in a hole meanwhile: then the whole has to
 * be compressed.
 */
export async function brotliAround(parts: Uint8Array[], holes: Hole[]): Promise<Pieces | null> {
  const pieces = await compressPieces(parts, holes)
  const values = holes.map(({ width, ending }) => Buffer.from('x'.repeat(width - ending.length) + ending))
  const filled = await decompress(fillBrotli({ pieces, holes }, values)).catch(() => null)
  return filled?.equals(alternating(parts, values)) ? { pieces, holes } : null
}

/** A whole stream: the pieces of `brotliAround` with a value in each hole, as wide as it and with its ending. */
export function fillBrotli({ pieces, holes }: Pieces, values: Buffer[]): Uint8Array<ArrayBuffer> {
  const blocks = holes.map(({ width, ending }, index) => {
    const value = values[index]
    if (value?.length !== width || value.toString('latin1', width - 2) !== ending)
      throw new Error('what is put between compressed pieces must be as wide as they expect, and end so')
    // Not the last block; its length in sixteen bits; uncompressed.
    const header = ((width - 1) << 3) | (1 << 19)
    return Buffer.concat([Buffer.from([header, header >> 8, header >> 16]), value])
  })
  return Buffer.concat([alternating(pieces, blocks), lastBlock])
}

/** The last block, and nothing in it. */
const lastBlock = Buffer.from([0b11])

/** The stream is flushed at each hole, so that every piece ends with a whole byte. */
async function compressPieces(parts: Uint8Array[], holes: Hole[]): Promise<Uint8Array[]> {
  const bytes = [...parts, ...holes.map(({ width }) => ({ length: width }))].reduce(
    (sum, { length }) => sum + length,
    0,
  )
  const stream = createBrotliCompress(settings(6, bytes))
  let written: Uint8Array[] = []
  stream.on('data', (chunk) => written.push(chunk))
  const flushed = (part: Uint8Array) =>
    new Promise<Uint8Array>((resolve, reject) => {
      stream.once('error', reject)
      stream.write(part)
      stream.flush(zlib.BROTLI_OPERATION_FLUSH, () => {
        stream.off('error', reject)
        resolve(Buffer.concat(written))
        written = []
      })
    })
  const pieces: Uint8Array[] = []
  for (const [index, part] of parts.entries()) {
    const hole = holes[index - 1]
    if (hole) await flushed(placeholderBytes(hole))
    pieces.push(await flushed(part))
  }
  stream.destroy()
  return pieces
}

/** What is in a hole while pieces are made: in no text and in no other hole, so that no piece repeats any of it. */
function placeholderBytes({ width, ending }: Hole): Uint8Array {
  const bytes = randomBytes(width)
  const neverInUtf8 = 0xf8
  for (let at = 0; at < width; at += 2) bytes[at] = (bytes[at] as number) | neverInUtf8
  bytes[width - ending.length - 1] = neverInUtf8
  bytes.write(ending, width - ending.length)
  return bytes
}

/** One more part than there are values. */
const alternating = (parts: Uint8Array[], values: Uint8Array[]): Buffer<ArrayBuffer> =>
  Buffer.concat(parts.flatMap((part, index) => [...(index > 0 ? [values[index - 1] as Uint8Array] : []), part]))
