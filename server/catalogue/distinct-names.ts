import type { Text } from '#contract/languages.ts'
import { locales, perLocale, pick } from '#contract/languages.ts'
import { fail } from '#server/platform/fail.ts'

/** Choices that a shopper cannot tell apart. */

interface Choice {
  id: string
  name: Text
}

const normalize = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
const inAllLanguages = (name: Text) => [...new Set(locales.map((locale) => name[locale]))].filter(Boolean).join(' / ')

/**
 * Returns one group of choices whose names look equal to shoppers in a language. Empty if all names look different in
 * every language.
 */
export function findSameNamed(choices: readonly Choice[]): Choice[] {
  for (const locale of locales) {
    const choicesByName = [...Map.groupBy(choices, ({ name }) => normalize(pick(name, locale)))]
    const duplicates = choicesByName.find(([name, some]) => name !== '' && some.length > 1)
    if (duplicates) return duplicates[1]
  }
  return []
}

/**
 * Fails if shoppers cannot tell some choices apart by their names: with `staff.alike_in` if `parentName` is given,
 * otherwise with `staff.alike`. Accepts choices that already had the same name before the change, for example from an
 * import.
 */
export function requireDistinctNames(
  parentName: Text | null,
  choices: readonly Choice[],
  before: readonly Choice[],
): void {
  const sameNamed = findSameNamed(choices)
  const sameNamedBefore = new Set(findSameNamed(before).map(({ id }) => id))
  if (sameNamed.length === 0 || sameNamed.every(({ id }) => sameNamedBefore.has(id))) return
  const names = sameNamed.map(({ name }) => `“${inAllLanguages(name)}”`).join(' · ')
  if (parentName) fail('staff.alike_in', { of: parentName, names: perLocale(() => names) }, 'options')
  fail('staff.alike', { names: perLocale(() => names) }, 'options')
}
