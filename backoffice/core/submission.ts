/**
 * A new id for a submission. If the page sends a submission again, the server recognizes the id and does not apply the
 * submission twice. Unlike `crypto.randomUUID`, this function also works without https.
 */
export function newSubmission(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Sets the version and the variant of a random UUID (RFC 9562).
  const marked = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
