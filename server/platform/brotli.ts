import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, createBrotliCompress, constants as zlib } from 'node:zlib'

const settings = (quality: number, bytes: number) => ({
  params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes },
})
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** A whole body, compressed. */
export const brotli = (body: Uint8Array, quality: number) =>
  compress(body, settings(quality, body.length)) as Promise<Uint8Array<ArrayBuffer>>

/** What every value ends with: how the text behind a hole is compressed depends on the two characters before it. */
const ending = '=='

/**
 * Compresses once what stands around holes that are all `width` bytes wide; `fillBrotli` puts a value there, uncompressed (RFC
 * 7932, 9.2). Null where some piece turned out to depend on what was in a hole meanwhile: then the whole has to be compressed.
 */
export async function brotliAround(parts: Uint8Array[], width: number): Promise<Uint8Array[] | null> {
  const pieces = await compressPieces(parts, width)
  const value = 'x'.repeat(width - ending.length) + ending
  const filled = await decompress(fillBrotli(pieces, value)).catch(() => null)
  return filled?.equals(between(parts, Buffer.from(value))) ? pieces : null
}

/** A whole stream: the pieces of `brotliAround` with the same value in each hole. Its width must be theirs, and it ends with `==`. */
export function fillBrotli(pieces: Uint8Array[], value: string): Uint8Array<ArrayBuffer> {
  if (!value.endsWith(ending)) throw new Error('what is put between compressed pieces must end as they expect')
  // Not the last block; its length in sixteen bits; uncompressed.
  const header = ((value.length - 1) << 3) | (1 << 19)
  const block = Buffer.concat([Buffer.from([header, header >> 8, header >> 16]), Buffer.from(value)])
  return Buffer.concat([between(pieces, block), lastBlock])
}

/** The last block, and nothing in it. */
const lastBlock = Buffer.from([0b11])

/** The stream is flushed at each hole, so that every piece ends with a whole byte. */
async function compressPieces(parts: Uint8Array[], width: number): Promise<Uint8Array[]> {
  const bytes = parts.reduce((sum, part) => sum + part.length + width, 0)
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
    if (index > 0) await flushed(standIn(width))
    pieces.push(await flushed(part))
  }
  stream.destroy()
  return pieces
}

/** What is in a hole while pieces are made: in no text and in no other hole, so that no piece repeats any of it. */
function standIn(width: number): Uint8Array {
  const bytes = randomBytes(width)
  const neverInUtf8 = 0xf8
  for (let at = 0; at < width; at += 2) bytes[at] = (bytes[at] as number) | neverInUtf8
  bytes[width - ending.length - 1] = neverInUtf8
  bytes.write(ending, width - ending.length)
  return bytes
}

const between = (parts: Uint8Array[], value: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.concat(parts.flatMap((part, index) => (index > 0 ? [value, part] : [part])))
