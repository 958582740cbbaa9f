import type { Locale } from '#contract/languages.ts'
import { columns } from '#contract/languages.ts'
import { logMessages } from '#contract/messages/office-log.ts'

/** What a call does, in words: "Paused orders". */
export function callWords(call: string, locale: Locale): string {
  // A line of an older release may name a call that no longer exists.
  const row = (logMessages as Record<string, readonly [string, string]>)[call]
  return row ? row[columns[locale]] : call
}

/** A value of the log as text. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  if (typeof value === 'object') return Object.values(value).map(valueWords).join(' · ')
  return String(value)
}
