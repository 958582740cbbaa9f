/** The maximum number of tables in one call. */
export const maxNumbers = 100

/** A table number or name that the server accepts. */
const singlePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,19}$/u
/** A series such as "1-12", "A1-A6" or "A1 – 6", with a dash, a tilde, 至 or 到. */
const seriesPattern = /^(\p{L}*)(\d{1,4})\s*[-–—~～至到]\s*(\p{L}*)(\d{1,4})$/u

/**
 * Parses a typed list of table numbers such as "1-12, A1". `wrong` is the first part that is not valid, or the whole
 * text if it contains no part. Null if the list is valid.
 */
export function readNumbers(text: string): { numbers: string[]; wrong: string | null } {
  const parts = text
    .normalize('NFKC')
    .split(/[,;、，；\n]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
  const numbers = parts.map((part) => readSeries(part) ?? (singlePattern.test(part) ? [part] : null))
  const wrongIndex = numbers.indexOf(null)
  if (wrongIndex >= 0 || parts.length === 0) return { numbers: [], wrong: parts[wrongIndex] ?? text }
  return { numbers: [...new Set(numbers.flatMap((part) => part ?? []))], wrong: null }
}

/** The numbers of a series. Null if the text is not a series. Leading zeros are preserved: 01-03 becomes 01, 02, 03. */
function readSeries(text: string): string[] | null {
  const [, letters = '', first = '', lettersAgain = '', last = ''] = seriesPattern.exec(text) ?? []
  const length = Number(last) - Number(first) + 1
  if (first === '' || length < 1 || (lettersAgain !== '' && lettersAgain !== letters)) return null
  // Stops just above the limit, because a longer series is rejected anyway.
  const count = Math.min(length, maxNumbers + 1)
  return Array.from({ length: count }, (_, step) => letters + String(Number(first) + step).padStart(first.length, '0'))
}
