import { isDeepStrictEqual } from 'node:util'
import type { ImportField } from '#contract/import-limits.ts'
import type { Locale, Text } from '#contract/languages.ts'
import { locales, noText } from '#contract/languages.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import type { FindGroup, GroupKind } from './group-names.ts'
import { namedGroups, nameOf } from './group-names.ts'
import type { Imported } from './record.ts'
import type { ReadProduct } from './rows.ts'

/** How a product that is imported again gets its brand, categories and tags. */

interface Linked {
  read: ReadProduct
  stored: ProductInput
  /** The values of earlier imports. Null if no import has written the product. */
  earlier: Imported | null
  find: FindGroup
}
type Decide = <Value>(field: ImportField, choice: { present: Value; file: Value; isOwners: boolean }) => Value

/**
 * Merges the brand, categories and tags, which are the product's groups. The file's names of groups can be translations
 * of the present names. The import takes them as translations if all of these conditions hold:
 * - The product has texts in another language.
 * - No earlier file was in this language.
 * - The file has as many groups as the last file, or as the product.
 * - At least one of the names belongs to no group of the shop.
 * The product then keeps its groups, which get the translations.
 */
export function mergeLinks({ read, stored, earlier, find }: Linked, decide: Decide) {
  const present = {
    brands: stored.brandId ? [stored.brandId] : [],
    categories: stored.categories ?? [],
    tags: stored.tags ?? [],
  }
  const groups: Record<GroupKind, Map<string, Text>> = { brands: new Map(), categories: new Map(), tags: new Map() }
  const said = { brands: present.brands, categories: present.categories, tags: present.tags }
  const ids = { ...present }
  let adds = false
  const [language] = read.languages
  for (const kind of ['brands', 'categories', 'tags'] as const) {
    const field = kind === 'brands' ? 'brand' : kind
    // TypeScript knows the values of `fields` only as `unknown`, but imports store lists of ids for these fields.
    const before = earlier?.fields[field] as string[] | undefined
    said[kind] = before ?? present[kind]
    if (!language || !read.given.has(field)) continue
    const given = read.groupIds[kind]
    if (given) {
      said[kind] = kind === 'tags' ? given.toSorted() : given
      if (isDeepStrictEqual(said[kind], present[kind])) continue
      const isOwners = !isDeepStrictEqual(before?.toSorted() ?? [], present[kind].toSorted())
      ids[kind] = decide(field, { present: present[kind], file: given, isOwners })
      continue
    }
    const names = read.groups[kind]
    const words = names.map((name) => name[language])
    const own = namesBefore(earlier, language, kind)
    const known = before ?? present[kind]
    const isAdded = own === undefined && hasOtherLanguage(stored, language) && known.length === names.length
    if (isAdded && names.some((name) => !find(kind, language, name[language]))) {
      for (const [at, id] of known.entries()) groups[kind].set(id, nameOf(names[at]))
      adds ||= groups[kind].size > 0
      continue
    }
    const found =
      isDeepStrictEqual(own, words) && before
        ? new Map(before.map((id) => [id, noText]))
        : namedGroups(read, find)[kind]
    const file = [...found.keys()]
    const isSame =
      kind === 'tags'
        ? isDeepStrictEqual([...file].sort(), [...present.tags].sort())
        : isDeepStrictEqual(file, present[kind])
    said[kind] = file
    if (isSame) continue
    const isOwners = before
      ? !isDeepStrictEqual([...before].sort(), [...present[kind]].sort())
      : present[kind].length > 0
    ids[kind] = decide(field, { present: present[kind], file, isOwners })
    if (ids[kind] === file) for (const [id, name] of found) if (name !== noText) groups[kind].set(id, name)
  }
  return { ids, groups, said, adds }
}

function namesBefore(earlier: Imported | null, language: Locale, kind: GroupKind): string[] | undefined {
  const texts = earlier?.texts[language]
  return texts && (kind === 'brands' ? texts.brand : texts[kind])
}

function hasOtherLanguage({ name }: ProductInput, language: Locale): boolean {
  return locales.some((other) => other !== language && (name[other] ?? '') !== '')
}
