import type { IdType } from '#contract/contacts.ts'

/** Normalises the number of a document: half-width characters in upper case, without spaces and hyphens. */
export function normaliseNumber(text: string): string {
  return text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
}

/**
 * Whether the number is valid for this kind of document. `today`, such as `2026-11-20`, is the latest valid date of
 * birth.
 */
export function isNumber(type: IdType, number: string, today: string): boolean {
  return type === 'CN_ID' ? isResidentNumber(number, today) : isPassportNumber(number)
}

/** Whether the name is valid for this kind of document. Identity cards have Chinese names. */
export function isName(type: IdType, name: string): boolean {
  return type === 'CN_ID'
    ? /^\p{Script=Han}[\p{Script=Han}·]{1,29}$/u.test(name)
    : /^\p{L}[\p{L}\p{M} .'’·-]{1,79}$/u.test(name)
}

/** The number of photos per document. An identity card has two sides. */
export const photosPerDocument: Record<IdType, number> = { CN_ID: 2, PASSPORT: 1 }

/** Hides all but the first character of each word. */
export function maskName(name: string): string {
  return name.replace(/\S+/gu, (word) => [...word].map((character, index) => (index === 0 ? character : '*')).join(''))
}

/** Hides all but the last four characters. */
export function maskNumber(number: string): string {
  return number.slice(-4).padStart(number.length, '*')
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkDigits = '10X98765432'

/**
 * Whether a number follows GB 11643: province and district, date of birth, a serial number, and a check digit by ISO
 * 7064 MOD 11-2.
 */
function isResidentNumber(number: string, today: string): boolean {
  const [, province = '', year, month, day] = /^([1-8]\d)\d{4}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number) ?? []
  const birthDate = `${year}-${month}-${day}`
  if (!province || birthDate < '1900-01-01' || birthDate > today || !isDate(birthDate)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return checkDigits[sum % 11] === number[17]
}

function isDate(date: string): boolean {
  const parsed = new Date(`${date}T12:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

/**
 * Whether a text can be a passport number: six to nine letters and digits, with at least one digit. ICAO 9303 allows
 * nine characters at most.
 */
function isPassportNumber(number: string): boolean {
  return /^(?=.*\d)[A-Z0-9]{6,9}$/.test(number)
}
