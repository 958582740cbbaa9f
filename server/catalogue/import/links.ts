import { isDeepStrictEqual } from 'node:util'
import type { Locale, Text } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import type { FieldChooser } from './field-chooser.ts'
import type { FindGroup, GroupKind } from './group-names.ts'
import { findNamedGroups, nameOf } from './group-names.ts'
import type { Imported } from './record.ts'
import type { FileProduct } from './rows.ts'

/** How a product that is imported again gets its brand, categories and tags. */

interface LinkSource {
  fileProduct: FileProduct
  stored: ProductInput
  /** The values of earlier imports. Null if no import has written the product. */
  earlier: Imported | null
  find: FindGroup
}

interface MergedLinks {
  /** The ids of the product's groups. */
  ids: Record<GroupKind, string[]>
  /** The ids that the next import compares with the product's groups, to find out what the owner has changed. */
  recordedIds: Record<GroupKind, string[]>
  /**
   * The names to write, by group id: names of new groups, and names that existing groups may lack in a language of the
   * file.
   */
  groups: Record<GroupKind, Map<string, Text>>
  /** Whether groups get translations. */
  addsNames: boolean
}

/** The merged groups of one kind. */
interface MergedKind {
  ids: string[]
  recordedIds: string[]
  groups: Map<string, Text>
  addsNames: boolean
}

/**
 * Merges the product's groups: the brand, the categories and the tags. Merges each of these three kinds separately. The
 * file's names of groups can be translations of the present names. The import takes them as translations if all of
 * these conditions hold:
 * - The product has a name in another language.
 * - No earlier file was in this language.
 * - The number of groups in the file equals the number that the last import recorded. If no import has recorded groups
 *   of this kind, it equals the product's number of groups.
 * - At least one of the file's names belongs to no group of the shop.
 * The product then keeps its groups, which get the translations.
 */
export function mergeLinks(source: LinkSource, chooser: FieldChooser): MergedLinks {
  const brands = mergeKind('brands', source, chooser)
  const categories = mergeKind('categories', source, chooser)
  const tags = mergeKind('tags', source, chooser)
  return {
    ids: { brands: brands.ids, categories: categories.ids, tags: tags.ids },
    recordedIds: { brands: brands.recordedIds, categories: categories.recordedIds, tags: tags.recordedIds },
    groups: { brands: brands.groups, categories: categories.groups, tags: tags.groups },
    addsNames: [brands, categories, tags].some(({ addsNames }) => addsNames),
  }
}

function mergeKind(kind: GroupKind, source: LinkSource, chooser: FieldChooser): MergedKind {
  const { fileProduct, stored, earlier, find } = source
  const field = kind === 'brands' ? 'brand' : kind
  const present = presentIds(stored, kind)
  // TypeScript knows the values of `fields` only as `unknown`, but imports store lists of ids for these fields.
  const earlierIds = earlier?.fields[field] as string[] | undefined
  const baseIds = earlierIds ?? present
  const unchanged: MergedKind = { ids: present, recordedIds: baseIds, groups: new Map(), addsNames: false }
  const [language] = fileProduct.languages
  if (!language || !fileProduct.fieldsInFile.has(field)) return unchanged
  const isOwnerChange = !isDeepStrictEqual(earlierIds?.toSorted() ?? [], present.toSorted())

  const fileIds = fileProduct.groupIds[kind]
  if (fileIds) {
    const recordedIds = kind === 'tags' ? fileIds.toSorted() : fileIds
    if (isDeepStrictEqual(recordedIds, present)) return { ...unchanged, recordedIds }
    return { ...unchanged, recordedIds, ids: chooser.decide(field, { present, file: fileIds, isOwnerChange }) }
  }

  const earlierNames = earlierNamesOf(earlier, language, kind)
  const translations = findTranslations(kind, source, { language, earlierNames, baseIds })
  if (translations) return { ...unchanged, groups: translations, addsNames: translations.size > 0 }

  const fileNames = fileProduct.groups[kind].map((name) => name[language])
  const isLastFile = isDeepStrictEqual(earlierNames, fileNames)
  const namedGroups = isLastFile && earlierIds ? null : findNamedGroups(fileProduct, find)[kind]
  const foundIds = namedGroups ? [...namedGroups.keys()] : [...new Set(baseIds)]
  if (isSameIds(kind, foundIds, present)) return { ...unchanged, recordedIds: foundIds }
  const ids = chooser.decide(field, { present, file: foundIds, isOwnerChange })
  const takesFile = ids === foundIds
  return { ids, recordedIds: foundIds, groups: new Map(takesFile ? namedGroups : null), addsNames: false }
}

function presentIds({ brandId, categories = [], tags = [] }: ProductInput, kind: GroupKind): string[] {
  if (kind === 'brands') return brandId ? [brandId] : []
  return kind === 'categories' ? categories : tags
}

/** Whether two lists have the same ids. Ignores the order of tags, because it has no meaning. */
const isSameIds = (kind: GroupKind, one: string[], other: string[]) =>
  kind === 'tags' ? isDeepStrictEqual(one.toSorted(), other.toSorted()) : isDeepStrictEqual(one, other)

/** The file's names as translations of the present groups, see `mergeLinks`; null if they are no translations. */
function findTranslations(
  kind: GroupKind,
  { fileProduct, stored, find }: LinkSource,
  { language, earlierNames, baseIds }: { language: Locale; earlierNames: string[] | undefined; baseIds: string[] },
): Map<string, Text> | null {
  const names = fileProduct.groups[kind]
  const canBeTranslation =
    earlierNames === undefined && hasOtherLanguage(stored, language) && baseIds.length === names.length
  if (!canBeTranslation || names.every((name) => find(kind, language, name[language]))) return null
  return new Map(baseIds.map((id, at) => [id, nameOf(names[at])]))
}

function earlierNamesOf(earlier: Imported | null, language: Locale, kind: GroupKind): string[] | undefined {
  const texts = earlier?.texts[language]
  return texts && (kind === 'brands' ? texts.brand : texts[kind])
}

function hasOtherLanguage({ name }: ProductInput, language: Locale): boolean {
  return locales.some((other) => other !== language && (name[other] ?? '') !== '')
}
