import { locales } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import type { LocationRow } from './rows.ts'
import { all } from './rows.ts'

type Coded = Pick<LocationRow, 'id' | 'code' | 'name'>

/** The code of a store whose name has no Latin letter. */
const fallbackCode = 'S'
const maxInitials = 4

/** The code of a store, which is the prefix of its order numbers: `MK` in MK-1124-037. */
export async function storeCode(ctx: Context, locationId: string): Promise<string> {
  return codesOf(await all(ctx)).get(locationId) ?? fallbackCode
}

/**
 * The code of each store by its id: the code that the owner chose or, without one, a code derived from the store's
 * name. No two stores have the same code.
 */
export function codesOf(stores: Coded[]): Map<string, string> {
  const codes = new Map<string, string>(stores.flatMap(({ id, code }) => (code ? [[id, code]] : [])))
  const usedCodes = new Set(codes.values())
  for (const { id, name } of stores) {
    if (codes.has(id)) continue
    const preferredCode = codeFrom(name)
    let code = preferredCode
    for (let next = 2; usedCodes.has(code); next++) code = `${preferredCode}${next}`
    codes.set(id, code)
    usedCodes.add(code)
  }
  return codes
}

/**
 * At most four initials of a name with several words, such as MMS for Markham Main Street, or the first two characters
 * of a name with one word. `fallbackCode` if the name has no Latin letter in any language.
 */
function codeFrom(name: Coded['name']): string {
  for (const locale of locales) {
    const plain = name[locale].normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    const words = plain.match(/(?<![A-Z0-9])[A-Z][A-Z0-9]*/g) ?? []
    const [first = '', ...others] = words
    if (others.length > 0)
      return words
        .map(([letter]) => letter)
        .join('')
        .slice(0, maxInitials)
    if (first) return first.slice(0, 2)
  }
  return fallbackCode
}
