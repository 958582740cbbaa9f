import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './listing.ts'
import { searchVector } from './search.ts'

/** What of a product is searched, and what it belongs to, by ids. */
export interface Searched {
  name: Text
  synonyms?: string
  summary?: Text
  description?: Text
  brandId?: string | null
  categories?: string[]
  tags?: string[]
}

export type Names = Record<'brand' | 'category' | 'tag', Map<string, Text>>

const productsAtOnce = 500

/** The search text of a product, the names of what it belongs to being known. */
export function vectorOf(product: Searched, names: Names): string {
  const belongsTo = [
    names.brand.get(product.brandId ?? ''),
    ...(product.categories ?? []).map((id) => names.category.get(id)),
    ...(product.tags ?? []).map((id) => names.tag.get(id)),
  ]
  return searchVector({
    a: [...both(product.name), product.synonyms ?? ''],
    b: belongsTo.flatMap(both),
    d: [...both(product.summary), ...both(product.description)],
  })
}

/** Names of all that the products belong to; hidden tags are no words for shoppers. */
export async function readNames(ctx: Context, products: Searched[]): Promise<Names> {
  const ids = products.flatMap(({ brandId, categories = [], tags = [] }) => [brandId, ...categories, ...tags])
  const wanted = JSON.stringify([...new Set(ids)].filter((id) => typeof id === 'string'))
  const rows = await readRows<{ kind: keyof Names; id: string; name: Text }>(
    ctx,
    sql`with wanted as (select value as id from json_array_elements_text(${wanted}::json))
    select 'brand' as kind, id, name from brands where id in (select id from wanted)
    union all select 'category', id, name from categories where id in (select id from wanted)
    union all select 'tag', id, name from tags where id in (select id from wanted) and not hidden`,
  )
  const names: Names = { brand: new Map(), category: new Map(), tag: new Map() }
  for (const { kind, id, name } of rows) names[kind].set(id, name)
  return names
}

/** Writes the search texts of some products `p` anew. */
export async function indexAgain(ctx: Context, which: SQL): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: (Searched & { id: string })[] = await readRows(
      ctx,
      sql`select p.id, p.name, p.synonyms, p.summary, p.description, p.brand_id as "brandId",
        array_to_json(array(select category_id from product_categories where product_id = p.id)) as categories,
        array_to_json(array(select tag_id from product_tags where product_id = p.id)) as tags
      from products p where ${which} and p.id > ${after} order by p.id limit ${productsAtOnce}`,
    )
    const names = await readNames(ctx, rows)
    const vectors = JSON.stringify(rows.map((row) => ({ id: row.id, search: vectorOf(row, names) })))
    await ctx.db.execute(sql`update products p set search = w.search::tsvector
      from json_to_recordset(${vectors}::json) as w(id text, search text) where p.id = w.id`)
    after = rows.at(-1)?.id
  }
}

function both(text: Text | undefined): string[] {
  return text ? [text.en, text.zh] : []
}
