import { eq, sql } from 'drizzle-orm'
import { prepared, preparedRows } from '#server/platform/database/prepared-queries.ts'
import { coupons } from './tables.ts'

export const selectCoupon = prepared((db) =>
  db
    .select({
      coupon: coupons,
      // The SQL names tables explicitly, because Drizzle omits table names in queries of a single table.
      isMine: sql<boolean>`exists (select 1 from coupon_uses u where u.order_id = ${sql.placeholder('orderId')}
        and u.code = coupons.code and u.returned_at is null)`,
      each: sql<number>`coalesce((select max(p.used) from coupon_persons p
        where p.code = coupons.code and p.person = any(${sql.placeholder('persons')}::text[])), 0)`,
    })
    .from(coupons)
    .where(eq(coupons.code, sql.placeholder('code'))),
)

/** The given products that belong to the given categories or their subcategories. */
export const selectProductsIn = preparedRows<{ productId: string }>(
  () => sql`with recursive wanted as (
      select id from categories where id = any(${sql.placeholder('categories')}::text[])
      union select c.id from categories c join wanted w on c.parent_id = w.id)
    select distinct product_id as "productId" from product_categories
    where category_id in (select id from wanted) and product_id = any(${sql.placeholder('productIds')}::text[])`,
)

const code = sql.placeholder('code')
const orderId = sql.placeholder('orderId')
const now = sql.placeholder('now')
const persons = sql.placeholder('persons')

/** Adds one use. Returns no row if the coupon is inactive or used up. */
export const updateUsed = preparedRows<{ maxUsesEach: number | null; isForFirstOrder: boolean }>(
  () => sql`update coupons set used = used + 1
    where code = ${code} and active and (max_uses is null or used < max_uses)
    returning max_uses_each as "maxUsesEach",
      coalesce((conditions ->> 'firstOrder')::boolean, false) as "isForFirstOrder"`,
)

/**
 * Adds one use for each person. Returns no row for a person in `judged` who has reached the limit. Works in sorted
 * order, so that two orders with the same persons cannot deadlock.
 */
export const insertPersons = preparedRows<{ person: string }>(
  () => sql`insert into coupon_persons as p (code, person, used)
    select ${code}, person, 1 from unnest(${persons}::text[]) as person order by person
    on conflict (code, person) do update set used = p.used + 1
      where p.used < ${sql.placeholder('maxUsesEach')} or p.person <> all(${sql.placeholder('judged')}::text[])
    returning p.person`,
)

export const insertUse = preparedRows<never>(
  () => sql`insert into coupon_uses (order_id, code, persons, used_at)
    values (${orderId}, ${code}, ${persons}::text[], ${now})`,
)

export const updateReturned = preparedRows<{ code: string; persons: string[] }>(
  () => sql`update coupon_uses set returned_at = ${now} where order_id = ${orderId} and returned_at is null
    returning code, persons`,
)

export const updateReturnedToUsed = preparedRows<{ code: string; persons: string[] }>(
  () => sql`update coupon_uses set returned_at = null where order_id = ${orderId} and returned_at is not null
    returning code, persons`,
)

/** Adds one use of a coupon that may be inactive by now. Returns no row if the coupon is used up. */
export const updateUsedAgain = preparedRows<{ maxUsesEach: number | null }>(
  () => sql`update coupons set used = used + 1
    where code = ${code} and (max_uses is null or used < max_uses) returning max_uses_each as "maxUsesEach"`,
)

export const updateUnused = preparedRows<never>(() => sql`update coupons set used = used - 1 where code = ${code}`)

export const updatePersonsUnused = preparedRows<never>(
  () => sql`update coupon_persons set used = used - 1
    where (code, person) in (select code, person from coupon_persons
      where code = ${code} and person = any(${persons}::text[]) and used > 0 order by person for update)`,
)
