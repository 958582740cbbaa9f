import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, createBrotliCompress, constants as zlib } from 'node:zlib'

/** Window sizes as exponents of two. With a smaller window, the encoder uses another search and compresses less. */
const [smallestWindow, largestWindow] = [17, 22]
/**
 * The smallest window that covers the whole text (RFC 7932, 9.1). The largest one would need two more megabytes of
 * memory per page.
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

/** Compresses a whole body. */
export const brotli = (body: Uint8Array, quality: number) =>
  compress(body, settings(quality, body.length)) as Promise<Uint8Array<ArrayBuffer>>

/** A gap between two pieces, with the width of its value in bytes and the value's last two bytes. */
export interface Hole {
  width: number
  /** The last two bytes of the value in the hole. The compression of the text after the hole depends on them. */
  ending: string
}

/** The compressed text around holes. */
export interface Pieces {
  pieces: Uint8Array[]
  holes: Hole[]
}

/**
 * Compresses the text around holes once; `fillBrotli` inserts uncompressed values (RFC 7932, 9.2). Text after a hole
 * refers to earlier text and to Brotli's dictionary by distance. So a hole has a fixed width. Null if a piece refers to
 * the content of a hole; the whole body must then be compressed.
 */
export async function brotliAround(parts: Uint8Array[], holes: Hole[]): Promise<Pieces | null> {
  const pieces = await compressPieces(parts, holes)
  const values = holes.map(({ width, ending }) => Buffer.from('x'.repeat(width - ending.length) + ending))
  const filled = await decompress(fillBrotli({ pieces, holes }, values)).catch(() => null)
  return filled?.equals(alternating(parts, values)) ? { pieces, holes } : null
}

/**
 * Builds the whole stream: the pieces of `brotliAround` with a value in each hole. Each value must have its hole's
 * width and ending.
 */
export function fillBrotli({ pieces, holes }: Pieces, values: Buffer[]): Uint8Array<ArrayBuffer> {
  const blocks = holes.map(({ width, ending }, index) => {
    const value = values[index]
    if (value?.length !== width || value.toString('latin1', width - 2) !== ending)
      throw new Error('what is put between compressed pieces must be as wide as they expect, and end so')
    // The header means: not the last block, a length of 16 bits, uncompressed data.
    const header = ((width - 1) << 3) | (1 << 19)
    return Buffer.concat([Buffer.from([header, header >> 8, header >> 16]), value])
  })
  return Buffer.concat([alternating(pieces, blocks), lastBlock])
}

/** An empty last block. */
const lastBlock = Buffer.from([0b11])

/**
 * Compresses the parts as one stream. Flushes it at each hole, so that every compressed piece ends at a byte boundary.
 */
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

/** The content of a hole during compression. It occurs in no text and in no other hole, so no piece refers to it. */
function placeholderBytes({ width, ending }: Hole): Uint8Array {
  const bytes = randomBytes(width)
  const neverInUtf8 = 0xf8
  // `at` is below the length.
  for (let at = 0; at < width; at += 2) bytes[at] = (bytes[at] as number) | neverInUtf8
  bytes[width - ending.length - 1] = neverInUtf8
  bytes.write(ending, width - ending.length)
  return bytes
}

/** There is one more part than there are values. */
const alternating = (parts: Uint8Array[], values: Uint8Array[]): Buffer<ArrayBuffer> =>
  Buffer.concat(parts.flatMap((part, index) => [...(index > 0 ? [values[index - 1] as Uint8Array] : []), part]))
