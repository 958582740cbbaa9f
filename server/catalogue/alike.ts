import type { Text } from '#contract/languages.ts'
import { inEach, locales, pick } from '#contract/languages.ts'
import { fail } from '#server/platform/fail.ts'

/** Choices that a shopper cannot tell apart. */

interface Choice {
  id: string
  name: Text
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
const inEveryLanguage = (name: Text) => [...new Set(locales.map((locale) => name[locale]))].filter(Boolean).join(' / ')

/** Returns the first choices whose names look equal to shoppers in one language. Empty if all names look different. */
export function alikeIn(choices: readonly Choice[]): Choice[] {
  for (const locale of locales) {
    const same = [...Map.groupBy(choices, ({ name }) => plain(pick(name, locale)))]
    const found = same.find(([name, some]) => name !== '' && some.length > 1)
    if (found) return found[1]
  }
  return []
}

/**
 * Fails with `staff.alike` and names the choices if shoppers cannot tell some of them apart. Choices that already had
 * the same name before the change, for example from an import, are not refused.
 */
export function refuseAlike(of: Text | null, choices: readonly Choice[], before: readonly Choice[]): void {
  const alike = alikeIn(choices)
  const known = new Set(alikeIn(before).map(({ id }) => id))
  if (alike.length === 0 || alike.every(({ id }) => known.has(id))) return
  const names = alike.map(({ name }) => `“${inEveryLanguage(name)}”`).join(' · ')
  if (of) fail('staff.alike_in', { of, names: inEach(() => names) }, 'options')
  fail('staff.alike', { names: inEach(() => names) }, 'options')
}
