import { dayMs } from '#contract/durations.ts'
import type { Money } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import type { CreditBalance } from '#contract/store-credit.ts'
import { sum } from '#contract/sum.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { remindAt } from '#server/platform/reminders.ts'
import {
  insertGrant,
  insertHold,
  insertRefund,
  insertRevocation,
  insertUse,
  lockSpendable,
  lockSpent,
  lockUse,
  selectGrants,
  selectRefund,
  selectSpendable,
  updateCaptured,
  updateExpired,
  updateRefunded,
  updateReleased,
} from './queries.ts'
import type { creditGrants } from './tables.ts'

export { emailTexts } from './email-texts.ts'
export { remind } from './emails.ts'
export { history } from './history.ts'

type Grant = typeof creditGrants.$inferSelect

export interface NewGrant {
  memberId: string
  money: Money
  reason: Grant['reason']
  /** Idempotency key: of several grants with the same key, only the first gives credit. */
  key: string
  note?: Text | null
  /** If missing, the credit never expires. */
  expiresAt?: Date | null
}

/** The member gets a reminder this many days before credit expires. */
const remindDays = 7
/** How long returned credit is valid if the grant that it came from has expired. */
const renewedValidityMs = 30 * dayMs

/** The member's credit: the spendable part, the part that orders hold, and the part that expires first. */
export async function balance(ctx: Context): Promise<CreditBalance> {
  const currency = await shopCurrency(ctx)
  const now = ctx.app.now()
  const grants = await selectGrants(ctx.db, { memberId: ctx.memberId, currency, now })
  const spendable = grants.filter(({ expiresAt }) => !expiresAt || expiresAt > now)
  const totalOf = (amounts: number[]) => ({ amount: sum(amounts), currency })
  const times = spendable.flatMap(({ available, expiresAt }) =>
    available > 0 && expiresAt ? [expiresAt.getTime()] : [],
  )
  const first = Math.min(...times)
  const expiring = spendable.filter(({ expiresAt }) => expiresAt?.getTime() === first)
  return {
    available: totalOf(spendable.map(({ available }) => available)),
    pending: totalOf(grants.map(({ held }) => held)),
    expiring:
      times.length > 0
        ? { amount: totalOf(expiring.map(({ available }) => available)), at: new Date(first).toISOString() }
        : null,
  }
}

/**
 * The credit that a member can spend now in a currency, in minor units. Includes the credit that the given order holds.
 */
export async function available(
  ctx: Context,
  { memberId, currency, orderId = null }: { memberId: string; currency: string; orderId?: string | null },
): Promise<number> {
  const [row] = await selectSpendable(ctx.db, { memberId, currency, orderId, now: ctx.app.now() })
  return row?.amount ?? 0
}

/** Gives a member credit, once per key. */
export async function grant(ctx: Context, { memberId, money, reason, key, note, expiresAt }: NewGrant): Promise<void> {
  await transact(ctx, async (ctx) => {
    const grantId = await createGrant(ctx, { memberId, money, reason, key, note, expiresAt, orderId: null })
    if (grantId && isEmailed(reason)) await emit(ctx, 'credit.given', { grantId })
  })
}

/** Whether the member gets an email about the credit. Refunds and referral rewards have emails of their own. */
const isEmailed = (reason: Grant['reason']) => reason !== 'refund' && reason !== 'referral'

/**
 * Holds credit for an order until it is captured or released. Uses the credit that expires first. Fails with
 * `credit.insufficient` if the member has less credit than `money`. An order can hold credit only once.
 */
export function hold(
  ctx: Context,
  { orderId, memberId, money }: { orderId: string; memberId: string; money: Money },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const now = ctx.app.now()
    const { amount, currency } = money
    const grants = await lockSpendable(ctx.db, { memberId, currency, now })
    const parts = distribute(
      amount,
      grants.map(({ id, available }) => ({ id, max: available })),
    )
    if (!parts) fail('credit.insufficient')
    await insertUse(ctx.db, {
      orderId,
      memberId,
      currency,
      amount,
      state: 'held',
      givenBack: 0,
      heldAt: now,
      endedAt: null,
    })
    await insertHold(ctx.db, { orderId, parts: JSON.stringify(parts), now })
  })
}

/** Spends the credit that an order holds. Does nothing without a hold, or after a capture or release. */
export async function capture(ctx: Context, orderId: string): Promise<void> {
  await updateCaptured(ctx.db, { orderId, now: ctx.app.now() })
}

/** Releases the credit that an order holds. Does nothing without a hold, or after a capture or release. */
export async function release(ctx: Context, orderId: string): Promise<void> {
  await updateReleased(ctx.db, { orderId, now: ctx.app.now() })
}

/**
 * Gives back credit that an order spent: `amount` in minor units or, without `amount`, all credit that was not given
 * back yet. Does so only once per `reference`. The credit goes back to the grants that the order used, first to the
 * grant that expires last. Credit of expired grants goes into a new grant that is valid for 30 days. Returns the amount
 * that went back, which is 0 for a repeated call, or if the order spent no credit. Throws if `amount` is more than the
 * spent credit that was not given back yet.
 */
export function refund(
  ctx: Context,
  { orderId, reference, amount }: { orderId: string; reference: string; amount?: number | undefined },
): Promise<number> {
  return transact(ctx, async (ctx) => {
    const [use] = await lockUse(ctx.db, { orderId })
    if (use?.state !== 'captured') return 0
    const now = ctx.app.now()
    const refundable = amount ?? use.amount - use.givenBack
    if (refundable === 0 || (await isRefunded(ctx, orderId, reference))) return 0
    const spent = await lockSpent(ctx.db, { orderId, now })
    const parts = distribute(
      refundable,
      spent.toReversed().map(({ id, left, isExpired }) => ({ id, max: left, isExpired })),
    )
    if (!parts) throw new Error(`more credit than was spent is given back to order ${orderId}`)
    await updateRefunded(ctx.db, { orderId, givenBack: use.givenBack + refundable })
    const unexpired = parts.filter(({ isExpired }) => !isExpired)
    await insertRefund(ctx.db, { orderId, reference, parts: JSON.stringify(unexpired), now })
    const expiredAmount = refundable - sum(unexpired.map(({ amount }) => amount))
    if (expiredAmount > 0) {
      await createGrant(ctx, {
        memberId: use.memberId,
        money: { amount: expiredAmount, currency: use.currency },
        reason: 'refund',
        key: refundKey(orderId, reference),
        expiresAt: new Date(now.getTime() + renewedValidityMs),
        orderId,
      })
    }
    return refundable
  })
}

/**
 * Reduces the grant with this key by up to `amount` minor units, once per `reference`. Does not take credit that is
 * spent or held. Returns the taken amount, which is 0 for a repeated call.
 */
export async function revoke(
  ctx: Context,
  { key, amount, reference }: { key: string; amount: number; reference: string },
): Promise<number> {
  const [revoked] = await insertRevocation(ctx.db, { key, amount, reference, now: ctx.app.now() })
  return revoked?.amount ?? 0
}

/** A job calls this to expire credit whose validity has ended. */
export async function expire(ctx: Context): Promise<void> {
  while ((await updateExpired(ctx.db, { now: ctx.app.now() })).length > 0) {}
}

const refundKey = (orderId: string, reference: string) => `order/${orderId}/${reference}`

async function isRefunded(ctx: Context, orderId: string, reference: string): Promise<boolean> {
  return (await selectRefund(ctx.db, { orderId, reference, key: refundKey(orderId, reference) })).length > 0
}

async function createGrant(
  ctx: Context,
  { money, note, expiresAt = null, ...fields }: NewGrant & { orderId: string | null },
): Promise<string | null> {
  const now = ctx.app.now()
  const [inserted] = await insertGrant(ctx.db, {
    ...fields,
    ...money,
    note: note ? JSON.stringify(note) : null,
    expiresAt,
    remindAt: expiresAt && remindAt(expiresAt, now, remindDays),
    now,
  })
  return inserted?.id ?? null
}

/**
 * Distributes an amount over `from`: each part gets as much as its `max` allows before the next part gets anything.
 * Omits parts that get nothing. Null if the amount exceeds the sum of all `max`.
 */
function distribute<Part extends { id: string; max: number }>(amount: number, from: Part[]) {
  let remaining = amount
  const parts = from.map((part) => {
    const amount = Math.min(remaining, part.max)
    remaining -= amount
    return { ...part, amount }
  })
  return remaining > 0 ? null : parts.filter(({ amount }) => amount > 0)
}
