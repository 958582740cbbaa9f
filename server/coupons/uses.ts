import { and, arrayOverlaps, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'
import { fail } from '#server/platform/fail.ts'
import type { Persons } from './persons.ts'
import { couponUses } from './tables.ts'

/**
 * Uses a coupon for an order, in the transaction that places it: the last use is given once. `coupons.used_up` where
 * others were faster, `coupons.used` where this person had it as often as one may.
 */
export async function redeem(
  ctx: Context,
  { code, orderId, persons: { noted, judged } }: { code: string; orderId: string; persons: Persons },
): Promise<void> {
  const [coupon] = await countUse(ctx.db, { code })
  if (!coupon) fail('coupons.used_up')
  const { maxUsesEach } = coupon
  if (maxUsesEach !== null) {
    const counted = await countPersons(ctx.db, { code, persons: noted, judged, maxUsesEach })
    if (counted.length < noted.length) fail('coupons.used')
  }
  await noteUse(ctx.db, { orderId, code, persons: noted, now: ctx.app.now() })
}

/** Gives the use of an order's coupon back; again, or where there was none, it does nothing. */
export async function giveBack(ctx: Context, orderId: string): Promise<void> {
  const [use] = await noteReturn(ctx.db, { orderId, now: ctx.app.now() })
  if (!use) return
  await uncountUse(ctx.db, { code: use.code })
  await uncountPersons(ctx.db, { code: use.code, persons: use.persons })
}

/** The orders in which these persons use a coupon now. */
export async function ordersUsing(
  ctx: Context,
  { code, persons }: { code: string; persons: string[] },
): Promise<string[]> {
  if (persons.length === 0) return []
  const found = await ctx.db
    .select({ orderId: couponUses.orderId })
    .from(couponUses)
    .where(and(eq(couponUses.code, code), isNull(couponUses.returnedAt), arrayOverlaps(couponUses.persons, persons)))
  return found.map(({ orderId }) => orderId)
}

const code = sql.placeholder('code')
const orderId = sql.placeholder('orderId')
const now = sql.placeholder('now')
const persons = sql.placeholder('persons')

const countUse = preparedRows<{ maxUsesEach: number | null }>(
  () => sql`update coupons set used = used + 1
    where code = ${code} and active and (max_uses is null or used < max_uses) returning max_uses_each as "maxUsesEach"`,
)
// In one order of persons, so that two who share one never wait for each other in a circle.
const countPersons = preparedRows<{ person: string }>(
  () => sql`insert into coupon_persons as p (code, person, used)
    select ${code}, person, 1 from unnest(${persons}::text[]) as person order by person
    on conflict (code, person) do update set used = p.used + 1
      where p.used < ${sql.placeholder('maxUsesEach')} or p.person <> all(${sql.placeholder('judged')}::text[])
    returning p.person`,
)
const noteUse = preparedRows<never>(
  () => sql`insert into coupon_uses (order_id, code, persons, used_at)
    values (${orderId}, ${code}, ${persons}::text[], ${now})`,
)
const noteReturn = preparedRows<{ code: string; persons: string[] }>(
  () => sql`update coupon_uses set returned_at = ${now} where order_id = ${orderId} and returned_at is null
    returning code, persons`,
)
const uncountUse = preparedRows<never>(() => sql`update coupons set used = used - 1 where code = ${code}`)
const uncountPersons = preparedRows<never>(
  () => sql`update coupon_persons set used = used - 1
    where (code, person) in (select code, person from coupon_persons
      where code = ${code} and person = any(${persons}::text[]) and used > 0 order by person for update)`,
)
