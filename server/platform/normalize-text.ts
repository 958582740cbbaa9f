import { fail } from './fail.ts'

/** The maximum number of levels of an input. */
export const maxDepth = 10
/**
 * The maximum number of keys and items in an input. Staff may send more, because they send whole products and menus.
 */
export const keyLimits = { shopper: 500, staff: 10_000 }
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** C0 and C1 controls except tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must match control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
/** Bidi controls and zero-width characters (UTS 39), except the zero-width joiner. */
const invisible = /[\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** A zero-width joiner that does not join two emoji. */
const looseJoiner =
  /(?<!\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d|\u200d(?!\p{Extended_Pictographic})/gu

const lineBreaks = /[\r\n\u2028\u2029]+/g

/** Most texts contain only these characters and need no normalization. */
const plain = /^[\t\n\r\x20-\x7e]*$/

/**
 * Normalizes a text to NFC and removes invisible characters. Fails with `input.characters` if the text contains control
 * characters or lone surrogates.
 */
export function normalizeText(text: string, field?: string): string {
  if (plain.test(text)) return text
  if (controls.test(text) || !text.isWellFormed()) fail('input.characters', undefined, field)
  return text.normalize('NFC').replace(invisible, '').replace(looseJoiner, '')
}

/** Normalizes a text and replaces its line breaks, because a line break could end the header of an email. */
export function normalizeLine(text: string, field?: string): string {
  return normalizeText(text, field).replace(lineBreaks, ' ')
}

/**
 * Normalizes all texts in a value, including keys. Fails with `input.invalid` if there are too many keys or levels, or
 * if a key is forbidden. Preserves line breaks only in the fields that `severalLines` names. With `everywhere`, as for
 * staff, it preserves them in all fields.
 */
export function normalizeValue(value: unknown, severalLines: ReadonlySet<string> | 'everywhere'): unknown {
  const maxKeys = keyLimits[severalLines === 'everywhere' ? 'staff' : 'shopper']
  let keys = 0
  const walk = (value: unknown, depth: number, path: string, clean: typeof normalizeText): unknown => {
    if (typeof value === 'string') return clean(value, path)
    if (typeof value !== 'object' || value === null) return value
    if (depth > maxDepth) fail('input.invalid', { field: path }, path)
    if (Array.isArray(value)) {
      keys += value.length
      if (keys > maxKeys) fail('input.invalid', { field: path }, path)
      return value.map((item, index) => walk(item, depth + 1, `${path}.${index}`, clean))
    }
    const cleaned: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(value)) {
      if (++keys > maxKeys || forbiddenKeys.has(key)) fail('input.invalid', { field: path || 'body' }, path)
      const cleanItem = severalLines !== 'everywhere' && severalLines.has(key) ? normalizeText : clean
      cleaned[normalizeLine(key)] = walk(item, depth + 1, path ? `${path}.${key}` : key, cleanItem)
    }
    return cleaned
  }
  return walk(value, 0, '', severalLines === 'everywhere' ? normalizeText : normalizeLine)
}
