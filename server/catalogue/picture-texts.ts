import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sameText } from '#contract/languages.ts'
import type { mediaStaffCalls } from '#contract/office/media.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { isOwnText, lockPicture, setText, sourceOf } from './pictures.ts'
import { readRows } from './product-list.ts'
import { sourcesOf } from './tables.ts'

/** A product, variant, category or brand that shows the picture. The `name` of a variant is the name of its product. */
interface PictureRecord {
  id: string
  product: string | null
  name: Text
  images: Image[]
}

/**
 * Sets the alternative text of a picture. Also sets it in records that show the picture, except in those with a
 * different text of their own. Fails with `not_found` for an unknown picture.
 */
export function writePicture(
  ctx: Context,
  { picture, alt }: z.output<(typeof mediaStaffCalls)['writePicture']['input']>,
): Promise<{ records: number }> {
  return transact(ctx, async (ctx) => {
    const src = sourceOf(picture)
    // Locks in the same order as a change of a product: first the records that show the picture, then the picture.
    const shown = { products: await lockProductsWith(ctx, src), variants: await lockVariantsWith(ctx, src) }
    const others = {
      categories: await lockGroupsWith(ctx, 'categories', src),
      brands: await lockGroupsWith(ctx, 'brands', src),
    }
    const before = await lockPicture(ctx, picture)
    const rewriteAll = (rows: PictureRecord[]) =>
      rows.flatMap((row) => withNewText(row, { src, from: before.alt, to: alt }) ?? [])
    const products = rewriteAll(shown.products)
    const variants = rewriteAll(shown.variants)
    await ctx.db.execute(sql`update products p set images = w.images, updated_at = ${ctx.app.now().toISOString()}
      from json_to_recordset(${JSON.stringify(products)}::json) as w(id text, images jsonb) where p.id = w.id`)
    await ctx.db.execute(sql`update variants v set image = w.images->0
      from json_to_recordset(${JSON.stringify(variants)}::json) as w(id text, images jsonb) where v.sku = w.id`)
    let records = products.length + variants.length
    for (const table of ['categories', 'brands'] as const) {
      const rows = rewriteAll(others[table])
      records += rows.length
      await ctx.db.execute(sql`update ${sql.identifier(table)} g set image = w.images->0
        from json_to_recordset(${JSON.stringify(rows)}::json) as w(id text, images jsonb) where g.id = w.id`)
    }
    await setText(ctx, picture, alt)
    if (records > 0) {
      const ids = new Set([...products, ...variants].flatMap(({ product }) => product ?? []))
      await publishCatalogueChange(ctx, records > ids.size ? undefined : [...ids].map((id) => `product ${id}` as const))
    }
    ctx.staff?.note({ subject: src, before: { alt: before.alt }, after: { alt } })
    return { records }
  })
}

/**
 * Returns the record with the text `to` or, if `to` is empty, with its name as the text. A text that differs from both
 * the name and `from` is the record's own text and stays. Null if nothing changes.
 */
function withNewText(
  row: PictureRecord,
  { src, from, to }: { src: string; from: Text; to: Text },
): PictureRecord | null {
  const hasNewText = isOwnText(to, sameText(''))
  let isChanged = false
  const images = row.images.map((image) => {
    if (image.src !== src || (isOwnText(image.alt, row.name) && isOwnText(image.alt, from))) return image
    const alt = hasNewText ? to : row.name
    isChanged ||= JSON.stringify(alt) !== JSON.stringify(image.alt)
    return { ...image, alt }
  })
  return isChanged ? { ...row, images } : null
}

function lockProductsWith(ctx: Context, src: string): Promise<PictureRecord[]> {
  return readRows<PictureRecord>(
    ctx,
    sql`select p.id, p.id as product, p.name, p.images from products p
    where ${sourcesOf(sql`p.images`)} ? ${src} order by p.id for update`,
  )
}

function lockVariantsWith(ctx: Context, src: string): Promise<PictureRecord[]> {
  return readRows<PictureRecord>(
    ctx,
    sql`select v.sku as id, v.product_id as product, p.name, jsonb_build_array(v.image) as images
    from variants v join products p on p.id = v.product_id
    where v.image->>'src' = ${src} order by v.sku for update of v`,
  )
}

function lockGroupsWith(ctx: Context, table: 'categories' | 'brands', src: string): Promise<PictureRecord[]> {
  return readRows<PictureRecord>(
    ctx,
    sql`select g.id, null as product, g.name, jsonb_build_array(g.image) as images from ${sql.identifier(table)} g
    where g.image->>'src' = ${src} order by g.id for update`,
  )
}
