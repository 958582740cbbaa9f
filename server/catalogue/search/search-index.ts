import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { locales } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { readRows } from '#server/catalogue/product-list.ts'
import type { Option } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { readSetting, updateSetting, writeSetting } from '#server/platform/settings.ts'
import { learnWords } from './spelling.ts'
import {
  groupWords,
  kindsByEnd,
  kindsWithin,
  needsByEnd,
  needsWithin,
  relatedWords,
  wordsForDiets,
} from './synonyms.ts'
import type { SearchParts, Vocabulary } from './tokens.ts'
import { searchVector, vocabularyOf } from './tokens.ts'

/** The searchable fields of a product, with the ids of its groups. */
export interface SearchableProduct {
  name: Text
  synonyms?: string
  summary?: Text
  description?: Text
  brandId?: string | null
  categories?: string[]
  tags?: string[]
  diet?: string[]
  options?: Option[]
  variants?: { sku: string; barcode?: string | null }[]
}

type GroupNames = Record<'brand' | 'category' | 'tag', Map<string, Text>>

/** What the index needs besides a product: the names of its groups, and the owner's synonyms. */
export type Names = GroupNames & { ownerSynonyms: OwnerSynonyms }

/**
 * The owner's synonyms: words for each category, and groups of words with one meaning. `change` is the number of
 * changes so far.
 */
export interface OwnerSynonyms {
  change: number
  categories: Record<string, string[]>
  groups: string[][]
}

/**
 * The version of the index rules. Increase it with each change of these rules, so that existing shops reindex their
 * products.
 */
const searchVersion = 10
const maxChanges = 100_000

/**
 * The version of the index rules together with these synonyms. The background job reindexes each product whose stored
 * version differs from this one.
 */
export const rulesVersion = ({ change }: Pick<OwnerSynonyms, 'change'>): number =>
  searchVersion * maxChanges + (change % maxChanges)

const versionKey = 'search.version'
/** A change of at most this many products reindexes them immediately. For more, the background job reindexes them. */
const maxImmediateProducts = 300
const synonymsKey = 'search.synonyms'
const batchSize = 200

/** Computes a product's search text and vocabulary. */
export function buildIndex(product: SearchableProduct, names: Names): { search: string; vocabulary: Vocabulary } {
  const parts = searchPartsOf(product, names)
  return { search: searchVector(parts), vocabulary: vocabularyOf(parts) }
}

function searchPartsOf(product: SearchableProduct, names: Names): SearchParts {
  const groups = [
    ...(product.categories ?? []).map((id) => names.category.get(id)),
    ...(product.tags ?? []).map((id) => names.tag.get(id)),
  ]
  const groupNames = [names.brand.get(product.brandId ?? ''), ...groups]
  const productNames = inAllLocales(product.name)
  const synonyms = product.synonyms ?? ''
  const words = [...inAllLocales(product.summary), ...inAllLocales(product.description)]
  const ownerTerms = (product.categories ?? []).flatMap((id) => names.ownerSynonyms.categories[id] ?? [])
  const values = (product.options ?? []).flatMap(({ values }) => values.map(({ name }) => name))
  const related = relatedWords([...productNames, synonyms], { others: words, own: names.ownerSynonyms.groups })
  const { same, general } = kindsByEnd(productNames)
  return {
    names: productNames,
    synonyms: [synonyms, ...same].join('; '),
    related: [...related, ...general].join('; '),
    diets: wordsForDiets(product.diet ?? []),
    belongsTo: [...[...groupNames, ...values].flatMap(inAllLocales), ...ownerTerms, ...general],
    covered: kindsWithin([...productNames, synonyms]),
    groupWords: groupWords(groups.flatMap(inAllLocales)),
    needs: needsByEnd(productNames),
    served: needsWithin([...productNames, synonyms]),
    words,
    codes: (product.variants ?? []).flatMap(({ sku, barcode }) => [sku, ...(barcode ? [barcode] : [])]),
  }
}

/** Reads the owner's synonyms. */
export async function readOwnerSynonyms(ctx: Context): Promise<OwnerSynonyms> {
  const stored = await readSetting<Partial<OwnerSynonyms>>(ctx, synonymsKey)
  return { ...noSynonyms, ...stored }
}

/** Changes the owner's synonyms. The background job then reindexes all products. */
export async function changeSynonyms(
  ctx: Context,
  change: (before: OwnerSynonyms) => Pick<OwnerSynonyms, 'categories' | 'groups'>,
): Promise<void> {
  await updateSetting<OwnerSynonyms>(ctx, synonymsKey, (stored) => {
    const before = { ...noSynonyms, ...stored }
    return { ...change(before), change: before.change + 1 }
  })
}

const noSynonyms: OwnerSynonyms = { change: 0, categories: {}, groups: [] }

/**
 * Reads the owner's synonyms, and the names of the brands, categories and tags of these products. Leaves out hidden
 * tags, because shoppers do not see them.
 */
export async function readNames(ctx: Context, products: SearchableProduct[]): Promise<Names> {
  const ids = products.flatMap(({ brandId, categories = [], tags = [] }) => [brandId, ...categories, ...tags])
  const groupIds = JSON.stringify([...new Set(ids)].filter((id) => typeof id === 'string'))
  const rows = await readRows<{ kind: keyof GroupNames; id: string; name: Text }>(
    ctx,
    sql`with wanted as (select value as id from json_array_elements_text(${groupIds}::json))
    select 'brand' as kind, id, name from brands where id in (select id from wanted)
    union all select 'category', id, name from categories where id in (select id from wanted)
    union all select 'tag', id, name from tags where id in (select id from wanted) and not hidden`,
  )
  const names: GroupNames = { brand: new Map(), category: new Map(), tag: new Map() }
  for (const { kind, id, name } of rows) names[kind].set(id, name)
  return { ...names, ownerSynonyms: await readOwnerSynonyms(ctx) }
}

/** Reindexes products `p` that match a condition. */
export async function reindex(ctx: Context, which: SQL): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) after = await indexNext(ctx, which, after)
}

/**
 * Reindexes products with outdated index rules in small batches, in the background. Several processes can run this at
 * once. If a process stops, its finished batches remain.
 */
export async function refreshIndex(ctx: Context): Promise<void> {
  const rules = rulesVersion(await readOwnerSynonyms(ctx))
  if ((await readSetting(ctx, versionKey)) === rules) return
  const outdatedCondition = sql`p.search_version <> ${rules}`
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await transact(ctx, async (ctx) => {
      const last = await indexNext(ctx, outdatedCondition, from)
      if (last !== undefined) await publishCatalogueChange(ctx)
      return last
    })
  }
  await writeSetting(ctx, versionKey, rules)
  // Meanwhile, `reindexOrSchedule` can have marked more products. The stored 0 makes the next run reindex them.
  const remaining = await readRows(ctx, sql`select 1 from products p where ${outdatedCondition} limit 1`)
  if (remaining.length > 0) await writeSetting(ctx, versionKey, 0)
  await flushPendingIndexEntries(ctx)
}

/** Reindexes products whose words changed: a few immediately, many in the background. */
export async function reindexOrSchedule(ctx: Context, ids: string[]): Promise<void> {
  const affectedCondition = sql`p.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`
  if (ids.length <= maxImmediateProducts) return reindex(ctx, affectedCondition)
  await ctx.db.execute(sql`update products p set search_version = 0 where ${affectedCondition}`)
  await writeSetting(ctx, versionKey, 0)
}

/**
 * Moves new entries into the indexes of words. Until then each search reads these entries one after the other, which is
 * slow after an import. Vacuum would move them only minutes later.
 */
export async function flushPendingIndexEntries(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`select gin_clean_pending_list(to_regclass('products_search_' || tier))
    from unnest(array['first', 'second', 'last']) as tier`)
}

/**
 * Indexes the next batch of the products `p` that match `which`, in the order of their ids, starting after the id
 * `after`. Returns the last id of the batch; undefined if no product is left.
 */
async function indexNext(ctx: Context, which: SQL, after: string): Promise<string | undefined> {
  const rows: (SearchableProduct & { id: string })[] = await readRows(
    ctx,
    sql`select p.id, p.name, p.synonyms, p.summary, p.description, p.brand_id as "brandId", to_json(p.diet) as diet,
      array_to_json(array(select category_id from product_categories where product_id = p.id)) as categories,
      array_to_json(array(select tag_id from product_tags where product_id = p.id)) as tags, p.options,
      (select coalesce(json_agg(json_build_object('sku', v.sku, 'barcode', v.barcode)), '[]') from variants v
      where v.product_id = p.id) as variants
    from products p where ${which} and p.id > ${after} order by p.id limit ${batchSize} for update of p`,
  )
  if (rows.length === 0) return undefined
  const names = await readNames(ctx, rows)
  const indexed = rows.map((row) => ({ id: row.id, ...buildIndex(row, names) }))
  await learnWords(
    ctx,
    indexed.map(({ vocabulary }) => vocabulary),
  )
  const vectors = JSON.stringify(indexed.map(({ id, search }) => ({ id, search })))
  await ctx.db.execute(sql`update products p set search = w.search::tsvector,
    search_version = ${rulesVersion(names.ownerSynonyms)}
    from json_to_recordset(${vectors}::json) as w(id text, search text) where p.id = w.id`)
  return rows.at(-1)?.id
}

function inAllLocales(text: Text | undefined): string[] {
  return text ? locales.map((locale) => text[locale]) : []
}
