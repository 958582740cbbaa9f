import { and, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

/**
 * Whether earlier unpaid orders at tables have used up the hourly limit of emails to this address. The order then gets
 * neither a receipt nor an email about its cancellation by the shopper. The limit applies only to an unpaid order at a
 * table whose email address is not verified, because nothing else limits such orders.
 */
export async function hasEnoughEmails(ctx: Context, order: OrderRow): Promise<boolean> {
  const { contact, isEmailProven, tableSessionId, payAtStore, placedAt } = order
  if (isEmailProven || !tableSessionId || !payAtStore) return false
  const earlier = and(
    eq(sql`lower(${orders.contact}->>'email')`, canonicalEmail(contact.email)),
    isNotNull(orders.tableSessionId),
    eq(orders.payAtStore, true),
    ne(orders.id, order.id),
    gt(orders.placedAt, new Date(placedAt.getTime() - hourMs)),
    lte(orders.placedAt, placedAt),
  )
  return (await ctx.db.$count(orders, earlier)) >= scaledLimit(ctx.app, limits.tableReceiptsPerEmailAndHour)
}
