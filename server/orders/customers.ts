import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Customer } from '#contract/office/orders.ts'
import { normalisePhone } from '#contract/phone.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import * as credit from '#server/credit/credit.ts'
import * as members from '#server/members/members.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { toOrder } from './rows.ts'
import { orders } from './tables.ts'

const maxOrders = 20

/**
 * Finds the members with this email address or phone number. Also finds the 20 newest orders that these members placed
 * or that have this contact. Fails with `staff.unknown` if there are no such members and no such orders.
 */
export async function customer(ctx: Context, { who }: { who: string }): Promise<Customer> {
  const email = who.includes('@') ? canonicalEmail(who) : null
  const phone = email ? null : normalisePhone(who)
  const failUnknown = () => fail('staff.unknown', { what: bilingualText('staff.a_customer', { name: who }) })
  if (!email && !phone) failUnknown()
  const foundMembers = await members.findByContact(ctx, { email, phone })
  const ids = foundMembers.map(({ id }) => id)
  const { contact } = orders
  const condition = and(
    ne(orders.status, 'FAILED'),
    or(
      email ? eq(sql`lower(${contact}->>'email')`, email) : eq(sql`(${contact}->>'phone')`, phone),
      inArray(orders.memberId, ids),
    ),
  )
  const count = await ctx.db.$count(orders, condition)
  if (foundMembers.length === 0 && count === 0) failUnknown()
  const rows = await ctx.db.select().from(orders).where(condition).orderBy(desc(orders.placedAt)).limit(maxOrders)
  const currency = await shopCurrency(ctx)
  return {
    members: await Promise.all(
      foundMembers.map(async ({ id, name, email, phone, locale, createdAt }) => ({
        name,
        email,
        phone,
        locale,
        since: createdAt.toISOString(),
        credit: { amount: await credit.available(ctx, { memberId: id, currency }), currency },
      })),
    ),
    count,
    orders: rows.map(toOrder),
  }
}
