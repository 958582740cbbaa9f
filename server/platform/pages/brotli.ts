import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'

/**
 * Window sizes as exponents of two. With a window below the smallest size, the encoder searches for matches in another
 * way and compresses less.
 */
const [smallestWindow, largestWindow] = [17, 22]

/**
 * The smallest window size that covers the whole text (RFC 7932, 9.1). The largest window would need two more megabytes
 * of memory per page.
 */
const windowFor = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), smallestWindow), largestWindow)

const compress = promisify(brotliCompress)

/** Compresses a whole body. */
export const brotli = (body: Uint8Array, quality: number) =>
  compress(body, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: quality,
      [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
      [zlib.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  })

/** Decompresses a whole body. */
export const unbrotli: (body: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> = promisify(brotliDecompress)
