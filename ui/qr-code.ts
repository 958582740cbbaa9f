import { encode } from 'uqr'

/** The largest QR version. Larger codes are hard to scan from a screen. */
const maxVersion = 10

/**
 * The modules of a text's QR code (ISO/IEC 18004, error correction M), row by row, without the quiet zone. True means
 * dark. Null if the text is longer than 213 bytes.
 */
export function qrCode(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: 'M', border: 0, maxVersion }).data
  } catch {
    return null
  }
}
