import type { Locale, Text } from '#contract/languages.ts'
import { inEach } from '#contract/languages.ts'
import type { ReadProduct } from './rows.ts'

/** Finds the brands, categories and tags that a file names. */

/** Finds the id of a brand, category or tag by its name in a language. */
export type FindGroup = (kind: GroupKind, language: Locale, name: string) => string | undefined
export type GroupKind = 'brands' | 'categories' | 'tags'

/** The groups that the file names: existing groups of the shop, and new groups with ids made from their names. */
export function namedGroups(read: ReadProduct, find: FindGroup): Record<GroupKind, Map<string, Text>> {
  const of = (kind: GroupKind) =>
    new Map(
      read.groups[kind].map((group) => {
        const known = read.languages.map((language) => find(kind, language, group[language])).find((one) => one)
        return [known ?? group.id, nameOf(group)]
      }),
    )
  return { brands: of('brands'), categories: of('categories'), tags: of('tags') }
}

/** The name of a group, without its id. */
export const nameOf = (group: Text | undefined): Text => inEach((locale) => group?.[locale] ?? '')
