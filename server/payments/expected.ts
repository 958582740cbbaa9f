import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { parseDecimal } from '#contract/money.ts'
import type { ConfirmedTransfer, ExpectedPayments } from '#contract/office/expected.ts'
import * as orders from '#server/orders/orders.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { find, myStoresCondition } from './attempts.ts'
import { transferProviders } from './providers/etransfer.ts'
import { openProvider } from './providers/providers.ts'
import { noteSent } from './refunds.ts'
import { lockAttempt, settle } from './settle.ts'
import { paymentAttempts, refunds } from './tables.ts'

const maxListed = 200
/** The largest value that the columns of amounts can store. */
const maxAmount = 2_147_483_647
/**
 * A search finds the e-transfer of a released order for this long after the start of the e-transfer, because the money
 * may arrive late.
 */
const lateTransferMs = 90 * dayMs

/**
 * Returns two lists: the e-transfers that the caller's stores wait for, earliest deadline first, and the refunds that
 * staff have to send, oldest first. `query` searches both by order number, name or amount. With `query`, the first list
 * also has e-transfers of released orders, because a bank may deliver them late.
 */
export async function expectedPayments(ctx: Context, { query }: { query: string }): Promise<ExpectedPayments> {
  return { payments: await findAwaited(ctx, query), refunds: await findOwedRefunds(ctx, query) }
}

async function findAwaited(ctx: Context, query: string): Promise<ExpectedPayments['payments']> {
  const { state, provider, startedAt, expiresAt, amount } = paymentAttempts
  const since = new Date(ctx.app.now().getTime() - lateTransferMs)
  const released = and(eq(state, 'failed'), gt(startedAt, since))
  const rows = await ctx.db
    .select({ attempt: paymentAttempts, order: orderRows })
    .from(paymentAttempts)
    .innerJoin(orderRows, eq(orderRows.id, paymentAttempts.orderId))
    .where(
      and(
        inArray(provider, transferProviders),
        query ? or(eq(state, 'pending'), released) : eq(state, 'pending'),
        myStoresCondition(ctx),
        searchConditions(query, sql`${amount}`),
      ),
    )
    .orderBy(asc(sql`${state} = 'failed'`), asc(expiresAt))
    .limit(maxListed)
  return rows.map(({ attempt: { reference, amount, currency, startedAt, expiresAt, state }, order }) => ({
    reference,
    ...orderFields(order),
    amount: { amount, currency },
    since: startedAt.toISOString(),
    until: expiresAt.toISOString(),
    isReleased: state !== 'pending',
  }))
}

async function findOwedRefunds(ctx: Context, query: string): Promise<ExpectedPayments['refunds']> {
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
        myStoresCondition(ctx),
        searchConditions(query, sql`${amount}`),
      ),
    )
    .orderBy(asc(requestedAt))
    .limit(maxListed)
  return rows.map(({ refund: { reference, amount, currency, requestedAt }, order }) => ({
    reference,
    ...orderFields(order),
    email: order.contact.email,
    phone: order.contact.phone,
    amount: { amount, currency },
    since: requestedAt.toISOString(),
  }))
}

/**
 * Returns the ids of the given orders whose shopper still waits for money, or for a decision of staff about money. The
 * shop does not yet erase the contact of these orders, because staff need it to send the money back by e-transfer.
 */
export async function findOwedOrders(ctx: Context, { orderIds }: { orderIds: string[] }): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: orderRows.id })
    .from(orderRows)
    .where(
      and(
        inArray(orderRows.id, orderIds),
        or(openRefundCondition, undecidedPaymentCondition, cancellationRefundCondition),
      ),
    )
  return rows.map(({ id }) => id)
}

const openRefundCondition = sql`exists (select from ${refunds} where ${refunds.orderId} = ${orderRows.id}
  and ${refunds.state} <> 'refunded' and ${refunds.resolvedAt} is null)`

const undecidedPaymentCondition = sql`exists (select from ${paymentAttempts}
  where ${paymentAttempts.orderId} = ${orderRows.id} and ${paymentAttempts.state} in ('late_paid', 'mismatch')
  and ${paymentAttempts.resolvedAt} is null)`

/**
 * The cancelled orders whose money the shop still owes, although no refund for the cancellation exists. A worker writes
 * this refund soon after the cancellation, unless earlier refunds already cover all the money. If the provider later
 * refuses an earlier refund, the shop owes its amount until staff dismiss the refused refund. If staff send the refused
 * refund again, only the new refund counts: if the provider refuses it, too, the shop owes its amount until staff
 * dismiss it.
 */
const cancellationRefundCondition = and(
  eq(orderRows.status, 'CANCELLED'),
  sql`exists (select from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orderRows.id}
    and ${paymentAttempts.state} = 'paid'
    and coalesce(${paymentAttempts.received}, ${paymentAttempts.amount}) > ${paymentAttempts.refunded}
      + (select coalesce(sum(${refunds.amount}), 0) from ${refunds}
        where ${refunds.attempt} = ${paymentAttempts.reference}
        and ${refunds.state} = 'refused' and ${refunds.resolvedAt} is not null
        and not exists (select from ${refunds} repeated where repeated.key = 'again:' || ${refunds.reference})))`,
  sql`not exists (select from ${refunds}
    where ${refunds.orderId} = ${orderRows.id} and ${refunds.key} = 'cancelled:' || ${orderRows.id})`,
)

const orderFields = (order: orders.OrderRow) => ({
  orderId: order.id,
  orderNumber: orders.numberOf(order),
  name: order.contact.name,
  location: order.location.name,
})

/** The SQL condition that the search text matches the order's number or name, or `amount`. Undefined without a text. */
function searchConditions(query: string, amount: SQL): SQL | undefined {
  if (!query) return undefined
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const money = parseDecimal(query.replace(/^\$/, ''), 'CAD')
  return or(
    ilike(sql`coalesce(${orderRows.number}, ${orderRows.pickupCode})`, pattern),
    ilike(sql`${orderRows.contact}->>'name'`, pattern),
    money === null || money > maxAmount ? undefined : sql`${amount} = ${money}`,
  )
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
  const [alternatives] = await ctx.db
    .select({ provider: paymentAttempts.provider })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, refunds.attempt))
    .where(eq(refunds.reference, reference))
  if (!alternatives || !transferProviders.includes(alternatives.provider)) fail('staff.unknown', { what: reference })
  return { isNew: await noteSent(ctx, reference) }
}
