import { and, eq, isNull, sql } from 'drizzle-orm'
import { lockProducts } from '#server/catalogue/products.ts'
import { reindex } from '#server/catalogue/search/search-index.ts'
import type { CouponInput } from '#server/coupons/coupons.ts'
import { coupons } from '#server/coupons/tables.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { locations } from '#server/locations/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'

/**
 * These functions move the dates of the demonstration. They write directly to the tables of other modules. The other
 * modules offer no functions for this, because only the demonstration moves dates. Dates that staff changed stay
 * unchanged.
 */

/** Sets the exceptional days of a location to `after`, if they still equal `before`. */
export function moveExceptions(
  ctx: Context,
  { id, before, after }: { id: string } & Record<'before' | 'after', LocationRow['exceptions']>,
): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db
      .update(locations)
      .set({ exceptions: after })
      .where(and(eq(locations.id, id), sql`${locations.exceptions} = ${JSON.stringify(before)}::jsonb`))
    await publishCatalogueChange(ctx)
  })
}

type CouponDates = Pick<CouponInput, 'startsAt' | 'endsAt'>

/** Sets the first and the last day of a shop's coupon to the days in `after`, if it still has the days in `before`. */
export async function moveCouponDates(
  ctx: Context,
  { code, before, after }: { code: string; before: CouponDates; after: CouponDates },
): Promise<void> {
  const { startsAt, endsAt } = coupons
  await ctx.db
    .update(coupons)
    .set({ startsAt: after.startsAt ?? null, endsAt: after.endsAt ?? null })
    .where(
      and(
        eq(coupons.code, code),
        before.startsAt ? eq(startsAt, before.startsAt) : isNull(startsAt),
        before.endsAt ? eq(endsAt, before.endsAt) : isNull(endsAt),
      ),
    )
}

/** The facts of a product that `moveProductDates` changes. */
interface ProductDates {
  bestBefore: string | null
  publishedAt: Date
  tags: string[]
}

/**
 * Moves the best-before day and the publish date of each product from `before` to `after`. Keeps each of these dates if
 * it does not equal the one in `before`. Adds the tags that only `after` has, and removes the tags that only `before`
 * has. Does not change the products' versions, so that staff can still save a form that they have open.
 */
export function moveProductDates(
  ctx: Context,
  moves: { id: string; before: ProductDates; after: ProductDates }[],
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const ids = moves.map(({ id }) => id)
    await lockProducts(ctx, ids)
    await ctx.db.execute(sql`update products p set
        best_before = case when p.best_before = m."bestBefore" then m."nextBestBefore" else p.best_before end,
        published_at = case when p.published_at = m."publishedAt" then m."nextPublishedAt" else p.published_at end
      from json_to_recordset(${JSON.stringify(
        moves.map(({ id, before, after }) => ({
          id,
          bestBefore: before.bestBefore,
          publishedAt: before.publishedAt,
          nextBestBefore: after.bestBefore,
          nextPublishedAt: after.publishedAt,
        })),
      )}::json) as m(id text, "bestBefore" date, "publishedAt" timestamptz, "nextBestBefore" date,
        "nextPublishedAt" timestamptz)
      where p.id = m.id`)
    const pairs = (pick: (move: (typeof moves)[number]) => string[]) =>
      sql`json_to_recordset(${JSON.stringify(
        moves.flatMap((move) => pick(move).map((tag) => ({ product: move.id, tag }))),
      )}::json) as m(product text, tag text)`
    await ctx.db.execute(sql`delete from product_tags t
      using ${pairs(({ before, after }) => before.tags.filter((tag) => !after.tags.includes(tag)))}
      where t.product_id = m.product and t.tag_id = m.tag`)
    await ctx.db.execute(sql`insert into product_tags (product_id, tag_id)
      select p.id, tags.id from ${pairs(({ before, after }) => after.tags.filter((tag) => !before.tags.includes(tag)))}
        join products p on p.id = m.product join tags on tags.id = m.tag
      on conflict do nothing`)
    const retagged = moves.filter(({ before, after }) => `${before.tags}` !== `${after.tags}`).map(({ id }) => id)
    if (retagged.length > 0) await reindex(ctx, sql`p.id in ${retagged}`)
    await publishCatalogueChange(ctx, ['published', 'lists', ...ids.map((id) => `product ${id}` as const)])
  })
}
