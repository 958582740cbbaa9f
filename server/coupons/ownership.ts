import { arrayContains, asc, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { memberDigest } from './persons.ts'
import { couponUses } from './tables.ts'

/**
 * Moves one member's coupon uses and personal coupons to another. If both have used the same coupon, adds up their
 * uses.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  const [from, into] = [memberDigest(ctx, fromId), memberDigest(ctx, intoId)]
  await ctx.db.execute(sql`insert into coupon_persons as p (code, person, used)
    select code, ${into}, used from coupon_persons where person = ${from} order by code
    on conflict (code, person) do update set used = p.used + excluded.used`)
  await ctx.db.execute(sql`delete from coupon_persons where person = ${from}`)
  await ctx.db.execute(
    sql`update coupon_uses set persons = array_replace(persons, ${from}, ${into}) where ${from} = any(persons)`,
  )
  await ctx.db.execute(sql`update coupons set conditions = jsonb_set(conditions, '{member}', to_jsonb(${intoId}::text))
    where conditions ->> 'member' = ${fromId}`)
}

/** Exports the coupons that a member used. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const uses = await ctx.db
    .select({
      code: couponUses.code,
      orderId: couponUses.orderId,
      usedAt: couponUses.usedAt,
      returnedAt: couponUses.returnedAt,
    })
    .from(couponUses)
    .where(arrayContains(couponUses.persons, [memberDigest(ctx, memberId)]))
    .orderBy(asc(couponUses.usedAt))
  return { coupons: uses }
}
