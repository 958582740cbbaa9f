import { encode } from 'uqr'

/** A larger code is hard to scan from a screen. */
const largestVersion = 10

/**
 * The squares of a text's QR code (ISO/IEC 18004, error correction M), row by row, true where dark, without the quiet
 * edge. Null if the text has more than 213 bytes.
 */
export function qrCode(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: 'M', border: 0, maxVersion: largestVersion }).data
  } catch {
    return null
  }
}
