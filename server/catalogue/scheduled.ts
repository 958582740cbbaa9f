import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { now, readRows } from './product-list.ts'

/**
 * Twice the interval of the job, in seconds. Even if a run is late, it finds each product whose publication time has
 * come.
 */
const lookBackSeconds = 120

/**
 * Clears the caches for products that have just reached their publication time, so that shoppers see these products.
 */
export async function publishDue(ctx: Context): Promise<void> {
  // Skips products that were written after their publication time, because the caches already contain them.
  const due = await readRows<{ id: string }>(
    ctx,
    sql`select id from products where record_status = 'ACTIVE' and published_at <= ${now(ctx)}
      and published_at > ${now(ctx)} - make_interval(secs => ${lookBackSeconds}) and updated_at < published_at`,
  )
  if (due.length > 0)
    await publishCatalogueChange(ctx, ['published', 'lists', ...due.map(({ id }) => `product ${id}` as const)])
}
