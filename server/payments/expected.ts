import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { parseDecimal } from '#contract/money.ts'
import type { ConfirmedTransfer, ExpectedPayments } from '#contract/office/expected.ts'
import * as orders from '#server/orders/orders.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { storesOf } from '#server/platform/http/office-access.ts'
import { find } from './attempts.ts'
import { transferProviders } from './providers/etransfer.ts'
import { openProvider } from './providers/providers.ts'
import { noteSent } from './refunds.ts'
import { lockAttempt, settle } from './settle.ts'
import { paymentAttempts, refunds } from './tables.ts'

const longest = 200
/** The largest value that the columns of amounts can store. */
const largest = 2_147_483_647
/**
 * A search finds the e-transfer of a released order for this long after the start of the e-transfer, because the money
 * may arrive late.
 */
const releasedForMs = 90 * 86_400_000

/**
 * Returns two lists: the e-transfers that the caller's stores wait for, earliest deadline first, and the refunds that
 * staff have to send, oldest first. `query` searches both by order number, name or amount. With `query`, the first list
 * also has e-transfers of released orders, because a bank may deliver them late.
 */
export async function expectedPayments(ctx: Context, { query }: { query: string }): Promise<ExpectedPayments> {
  return { payments: await awaited(ctx, query), refunds: await owed(ctx, query) }
}

async function awaited(ctx: Context, query: string): Promise<ExpectedPayments['payments']> {
  const { state, provider, startedAt, expiresAt, amount } = paymentAttempts
  const since = new Date(ctx.app.now().getTime() - releasedForMs)
  const isReleased = and(eq(state, 'failed'), gt(startedAt, since))
  const rows = await ctx.db
    .select({ attempt: paymentAttempts, order: orderRows })
    .from(paymentAttempts)
    .innerJoin(orderRows, eq(orderRows.id, paymentAttempts.orderId))
    .where(
      and(
        inArray(provider, transferProviders),
        query ? or(eq(state, 'pending'), isReleased) : eq(state, 'pending'),
        ...matching(ctx, query, sql`${amount}`),
      ),
    )
    .orderBy(asc(sql`${state} = 'failed'`), asc(expiresAt))
    .limit(longest)
  return rows.map(({ attempt: { reference, amount, currency, startedAt, expiresAt, state }, order }) => ({
    reference,
    ...about(order),
    amount: { amount, currency },
    since: startedAt.toISOString(),
    until: expiresAt.toISOString(),
    isReleased: state !== 'pending',
  }))
}

async function owed(ctx: Context, query: string): Promise<ExpectedPayments['refunds']> {
  const { state, resolvedAt, requestedAt, amount } = refunds
  const rows = await ctx.db
    .select({ refund: refunds, order: orderRows })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, refunds.attempt))
    .innerJoin(orderRows, eq(orderRows.id, refunds.orderId))
    .where(
      and(
        inArray(paymentAttempts.provider, transferProviders),
        inArray(state, ['requested', 'pending']),
        isNull(resolvedAt),
        ...matching(ctx, query, sql`${amount}`),
      ),
    )
    .orderBy(asc(requestedAt))
    .limit(longest)
  return rows.map(({ refund: { reference, amount, currency, requestedAt }, order }) => ({
    reference,
    ...about(order),
    email: order.contact.email,
    phone: order.contact.phone,
    amount: { amount, currency },
    since: requestedAt.toISOString(),
  }))
}

const about = (order: orders.OrderRow) => ({
  orderId: order.id,
  orderNumber: orders.numberOf(order),
  name: order.contact.name,
  location: order.location.name,
})

/** The SQL conditions for an order: it belongs to one of the caller's stores, and it matches the search text. */
function matching(ctx: Context, query: string, amount: SQL): SQL[] {
  const stores = storesOf(ctx, 'money.see')
  const like = `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const money = parseDecimal(query.replace(/^\$/, ''), 'CAD')
  const found = [
    ilike(sql`coalesce(${orderRows.number}, ${orderRows.pickupCode})`, like),
    ilike(sql`${orderRows.contact}->>'name'`, like),
    ...(money === null || money > largest ? [] : [sql`${amount} = ${money}`]),
  ]
  return [
    ...(stores === 'all' ? [] : [inArray(orderRows.locationId, stores)]),
    ...(query ? [or(...found) ?? sql`false`] : []),
  ]
}

/**
 * Confirms the amount that arrived by e-transfer. The order is paid if this is the amount due and the order still waits
 * for payment. Otherwise staff must decide about the money. A second confirmation changes nothing. Fails with
 * `staff.unknown` if there is no such e-transfer.
 */
export async function confirmTransfer(
  ctx: Context,
  { reference, amount }: { reference: string; amount: number },
): Promise<ConfirmedTransfer> {
  const provider = await openProvider(ctx, (await find(ctx, reference))?.provider ?? '')
  if (!provider?.transfer) fail('staff.unknown', { what: reference })
  return transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, { reference, providerReference: null })
    if (!locked) fail('staff.unknown', { what: reference })
    const { state: before, currency } = locked.attempt
    const isNew = before === 'pending' || before === 'failed'
    if (!isNew) return { state: before, isNew }
    const { merchant } = provider
    const money = { outcome: 'paid' as const, merchant, amount, currency, answer: 'confirmed by staff' }
    const state = await settle(ctx, provider, { reference, providerReference: null, ...money })
    return { state: state ?? before, isNew }
  })
}

/**
 * Records that staff have sent the money of a refund to the shopper. A second call changes nothing. Fails with
 * `staff.unknown` if there is no such refund of an e-transfer.
 */
export async function confirmRefund(ctx: Context, { reference }: { reference: string }): Promise<{ isNew: boolean }> {
  const [found] = await ctx.db
    .select({ provider: paymentAttempts.provider })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, refunds.attempt))
    .where(eq(refunds.reference, reference))
  if (!found || !transferProviders.includes(found.provider)) fail('staff.unknown', { what: reference })
  return { isNew: await noteSent(ctx, reference) }
}
