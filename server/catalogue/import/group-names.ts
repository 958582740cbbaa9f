import type { Locale, Text } from '#contract/languages.ts'
import { perLocale } from '#contract/languages.ts'
import type { FileProduct } from './rows.ts'

/** Finds the brands, categories and tags that a file names. */

/** Finds the id of a brand, category or tag by its name in a language. */
export type FindGroup = (kind: GroupKind, language: Locale, name: string) => string | undefined
export type GroupKind = 'brands' | 'categories' | 'tags'

/** The groups that the file names: existing groups of the shop, and new groups with ids made from their names. */
export function findNamedGroups(fileProduct: FileProduct, find: FindGroup): Record<GroupKind, Map<string, Text>> {
  const groupMap = (kind: GroupKind) =>
    new Map(
      fileProduct.groups[kind].map((group) => {
        const existingId = fileProduct.languages
          .map((language) => find(kind, language, group[language]))
          .find((one) => one)
        return [existingId ?? group.id, nameOf(group)]
      }),
    )
  return { brands: groupMap('brands'), categories: groupMap('categories'), tags: groupMap('tags') }
}

/** The name of a group, without its id. */
export const nameOf = (group: Text | undefined): Text => perLocale((locale) => group?.[locale] ?? '')
