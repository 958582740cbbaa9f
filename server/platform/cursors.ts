import { fail } from './fail.ts'

/** The sort key and the id of the last record of a page of a list. The next page begins after this record. */
export interface Cursor {
  key: string
  id: string
}

const timeForm = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/

/** Whether PostgreSQL can read the text as a time. Accepts only the form in which PostgreSQL writes a time as text. */
export function isStoredTime(text: string): boolean {
  const [, day = ''] = timeForm.exec(text) ?? []
  const date = new Date(`${day}T00:00Z`)
  // `Date` accepts the 31st of every month and returns a day of the next month if there is none. Comparing this day
  // with `day` detects the error. PostgreSQL has no year 0.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && day >= '0001'
}

/**
 * Parses a cursor, which a list returned as JSON. Returns null for an empty text. Fails with `input.invalid` if the
 * text is not a cursor, or if `isKey` refuses its key.
 */
export function readCursor(after: string, isKey: (key: string) => boolean): Cursor | null {
  if (!after) return null
  try {
    const [key, id]: unknown[] = JSON.parse(after)
    // PostgreSQL refuses texts with a null character.
    const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')
    if (isText(key) && isText(id) && isKey(key)) return { key, id }
  } catch {
    // `JSON.parse` throws for text that is not JSON. Such text fails below, like any other wrong value.
  }
  return fail('input.invalid', { field: 'after' }, 'after')
}
