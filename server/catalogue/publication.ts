import type { SQL } from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { products } from './tables.ts'

/**
 * Publishes a product immediately, or with `keepsSchedule` at the time for which it is scheduled. Fails with
 * `not_found` for an unknown product.
 */
export function publish(
  ctx: Context,
  id: string,
  { keepsSchedule = false }: { keepsSchedule?: boolean } = {},
): Promise<void> {
  if (keepsSchedule) return setPublication(ctx, id, { recordStatus: 'ACTIVE' })
  const now = sql`${ctx.app.now().toISOString()}::timestamptz`
  return setPublication(ctx, id, { recordStatus: 'ACTIVE', publishedAt: sql`least(${products.publishedAt}, ${now})` })
}

/** Removes a product from the shop. Fails with `not_found` for an unknown product. */
export function unpublish(ctx: Context, id: string): Promise<void> {
  return setPublication(ctx, id, { recordStatus: 'DRAFT' })
}

type Publication = { recordStatus: 'ACTIVE'; publishedAt?: SQL } | { recordStatus: 'DRAFT' }

async function setPublication(ctx: Context, id: string, publication: Publication): Promise<void> {
  await transact(ctx, async (ctx) => {
    const [changed] = await ctx.db
      .update(products)
      .set({ ...publication, updatedAt: ctx.app.now() })
      .where(eq(products.id, id))
      .returning({ id: products.id })
    if (!changed) fail('not_found')
    await publishCatalogueChange(ctx, ['published', 'lists', `product ${id}`])
  })
}
