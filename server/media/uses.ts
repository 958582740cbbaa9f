import { sql } from 'drizzle-orm'
import { noText } from '#contract/languages.ts'
import type { PictureUse } from '#contract/office/media.ts'
import type { Text } from '#contract/shapes.ts'
import { readRows } from '#server/catalogue/catalogue.ts'
import { nameOrder, sourcesOf } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'

/** This module finds the records that show a stored picture. */

/** The maximum number of records that the library lists for each picture. */
const maxUses = 20

interface Uses {
  uses: PictureUse[]
  usesCount: number
}

/**
 * The records other than products and variants that can show a picture. `content` is a text that contains the address
 * of each picture. There are few such records, so they need no index.
 */
const otherRecords = sql`
  select 'category' as kind, id, name, image::text as content from categories where image is not null
  union all select 'brand', id, name, image::text from brands where image is not null
  union all select 'campaign', id, title, cover::text from campaigns where cover is not null
  union all select 'article', id, title, jsonb_build_array(cover, portrait, blocks)::text from articles
  union all select 'page', name, title, blocks::text from pages
  union all select 'section', type, null, content::text from sections
  union all select 'shop', 'shop', null, settings::text from shop`

const addresses = sql`regexp_matches(o.content, '/media/[0-9a-f]{32}', 'g') as m(address)`

/** SQL that selects the address of each picture that something shows. An address can occur several times. */
export const usedSources = sql`
  select e.src from products p, jsonb_array_elements_text(${sourcesOf(sql`p.images`)}) as e(src)
  union all select v.image->>'src' from variants v where v.image is not null
  union all select m.address[1] from (${otherRecords}) o, ${addresses}`

/**
 * For each of these pictures, the records that show it: products and variants first, by name. Omits pictures without a
 * use.
 */
export async function findUses(ctx: Context, sources: string[]): Promise<Map<string, Uses>> {
  if (sources.length === 0) return new Map()
  const rows = await readRows<{ src: string; kind: PictureUse['kind']; id: string; name: Text | null; count: number }>(
    ctx,
    sql`with wanted as (select value as src from json_array_elements_text(${JSON.stringify(sources)}::json)),
    uses as (
      select w.src, 1 as rank, 'product' as kind, p.id, p.name
        from wanted w join products p on ${sourcesOf(sql`p.images`)} ? w.src
      union select w.src, 2, 'variant', p.id, p.name
        from wanted w join variants v on v.image->>'src' = w.src join products p on p.id = v.product_id
        where not ${sourcesOf(sql`p.images`)} ? w.src
      union select m.address[1], 3, o.kind, o.id, o.name from (${otherRecords}) o, ${addresses}
        where m.address[1] in (select src from wanted)
    )
    select src, kind, id, name, count from (
      select *, count(*) over (partition by src)::int as count,
        row_number() over (partition by src order by rank, ${nameOrder(sql`coalesce(name, '{}')`)}, id) as place
      from uses
    ) placed where place <= ${maxUses} order by src, place`,
  )
  const found = new Map<string, Uses>()
  for (const { src, kind, id, name, count } of rows) {
    const entry = found.get(src) ?? { uses: [], usesCount: count }
    found.set(src, entry)
    entry.uses.push({ kind, id, name: name ?? noText })
  }
  return found
}
