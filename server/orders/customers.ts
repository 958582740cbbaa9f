import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Customer } from '#contract/office/orders.ts'
import { normalisePhone } from '#contract/phone.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import * as credit from '#server/credit/credit.ts'
import * as members from '#server/members/members.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { toOrder } from './rows.ts'
import { orders } from './tables.ts'

const shown = 20

/**
 * Finds the members with this email address or phone number, and the 20 newest orders that these members placed or that
 * have this contact. Fails with `staff.unknown` if there are no such members and no such orders.
 */
export async function customer(ctx: Context, { who }: { who: string }): Promise<Customer> {
  const email = who.includes('@') ? members.canonicalEmail(who) : null
  const phone = email ? null : normalisePhone(who)
  const nobody = () => fail('staff.unknown', { what: both('staff.a_customer', { name: who }) })
  if (!email && !phone) nobody()
  const known = await members.withContact(ctx, { email, phone })
  const ids = known.map(({ id }) => id)
  const { contact } = orders
  const isTheirs = and(
    ne(orders.status, 'FAILED'),
    or(
      email ? eq(sql`lower(${contact}->>'email')`, email) : eq(sql`(${contact}->>'phone')`, phone),
      inArray(orders.memberId, ids),
    ),
  )
  const count = await ctx.db.$count(orders, isTheirs)
  if (known.length === 0 && count === 0) nobody()
  const rows = await ctx.db.select().from(orders).where(isTheirs).orderBy(desc(orders.placedAt)).limit(shown)
  const currency = await shopCurrency(ctx)
  return {
    members: await Promise.all(
      known.map(async ({ id, name, email, phone, locale, createdAt }) => ({
        ...{ name, email, phone, locale, since: createdAt.toISOString() },
        credit: { amount: await credit.available(ctx, { memberId: id, currency }), currency },
      })),
    ),
    count,
    orders: rows.map(toOrder),
  }
}
