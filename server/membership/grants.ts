import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import * as coupons from '#server/coupons/coupons.ts'
import { shopTimeZone } from '#server/locations/locations.ts'
import { members } from '#server/members/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishMemberChange } from '#server/platform/http/sessions.ts'
import { emit } from '#server/platform/queue.ts'
import type { MemberBenefits } from '#server/pricing/pricing.ts'
import type { Period } from './periods.ts'
import { addMonths, remainingMs, withGrant, withoutTime } from './periods.ts'
import { selectBenefits, selectPeriods } from './queries.ts'
import { membershipCoupons, membershipGrants, membershipPlans, memberships, membershipTiers } from './tables.ts'

/** The membership lines of an order, and the member who gets the memberships. */
export interface MembershipPurchase {
  orderId: string
  memberId: string
  lines: { key: string; sku: string; quantity: number }[]
}

/** The price benefits of the visitor's current membership; null if there is none. Makes no query for guests. */
export async function benefits(ctx: Context): Promise<MemberBenefits | null> {
  if (!ctx.memberId) return null
  const [found] = await selectBenefits(ctx.db, { memberId: ctx.memberId, now: ctx.app.now() })
  return found ?? null
}

/**
 * Grants the memberships that an order contains, in the transaction of the order's payment. Each line grants only once.
 */
export function grantPurchased(ctx: Context, { orderId, memberId, lines }: MembershipPurchase): Promise<void> {
  return transact(ctx, async (ctx) => {
    await lockMember(ctx, memberId)
    for (const { key, sku, quantity } of lines) {
      const [plan] = await ctx.db.select().from(membershipPlans).where(eq(membershipPlans.sku, sku))
      // A membership without a plan was sold by mistake. The payment must still succeed, so this only logs an error for
      // staff.
      if (!plan) ctx.app.log.error('a paid membership has no plan', { orderId, sku })
      else await grant(ctx, { memberId, orderId, lineKey: key, pieces: quantity, ...plan })
    }
  })
}

/** Gives a member `months` of a tier without an order, and emits an event for the email. */
export function grantMonths(
  ctx: Context,
  { memberId, tierId, months, note }: { memberId: string; tierId: string; months: number; note: string },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    await lockMember(ctx, memberId)
    const grantId = await grant(ctx, { memberId, orderId: null, lineKey: null, pieces: 1, tierId, months, note })
    if (grantId !== null) await emit(ctx, 'membership.given', { grantId })
  })
}

interface Grant {
  memberId: string
  orderId: string | null
  lineKey: string | null
  tierId: string
  /** Months of membership per piece. */
  months: number
  pieces: number
  note?: string
}

/** Grants membership time and returns the grant's id. Null if the order line already has a grant. */
async function grant(
  ctx: Context,
  { memberId, orderId, lineKey, tierId, months, pieces, note = '' }: Grant,
): Promise<number | null> {
  const now = ctx.app.now()
  const [tier] = await ctx.db.select().from(membershipTiers).where(eq(membershipTiers.id, tierId))
  if (!tier) throw new Error(`there is no membership tier ${tierId}`)
  const current = await findPeriods(ctx, memberId)
  const timeZone = await shopTimeZone(ctx)
  const { periods, from, until } = withGrant(current, {
    tierId,
    rank: tier.rank,
    end: (from) => addMonths(from, months * pieces, timeZone),
    now,
  })
  const inserted = await ctx.db
    .insert(membershipGrants)
    .values({ memberId, tierId, orderId, lineKey, note, pieces, from, until, grantedAt: now })
    .onConflictDoNothing()
    .returning({ id: membershipGrants.id })
  if (inserted.length > 0) await writePeriods(ctx, memberId, periods)
  return inserted[0]?.id ?? null
}

/**
 * The last grant of an order: the tier, the end of the granted time, and whether this time starts only after an earlier
 * membership (`isRenewal`). Null if the order has no grant.
 */
export async function findPurchase(
  ctx: Context,
  orderId: string,
): Promise<{ tier: Text; until: Date; isRenewal: boolean } | null> {
  const [found] = await ctx.db
    .select({ tier: membershipTiers.name, grant: membershipGrants })
    .from(membershipGrants)
    .innerJoin(membershipTiers, eq(membershipTiers.id, membershipGrants.tierId))
    .where(eq(membershipGrants.orderId, orderId))
    .orderBy(desc(membershipGrants.id))
    .limit(1)
  if (!found) return null
  const { tier, grant } = found
  return { tier, until: grant.until, isRenewal: grant.from > grant.grantedAt }
}

/**
 * Takes back the membership time that an order granted: `pieces` names the number of pieces for each line key, and
 * `isWhole` means all pieces. `isWhole` may come without pieces, because staff can enter a full refund as an amount.
 * Never takes back time that has passed or that a later grant added. If the member has no membership left, also
 * deactivates the coupons of the membership.
 */
export function revoke(
  ctx: Context,
  { orderId, pieces, isWhole = !pieces }: { orderId: string; pieces?: Record<string, number>; isWhole?: boolean },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const [firstGrant] = await findGrants(ctx, orderId)
    if (!firstGrant) return
    const { memberId } = firstGrant
    await lockMember(ctx, memberId)
    for (const grant of await findGrants(ctx, orderId)) {
      const remaining = grant.pieces - grant.taken
      await revokePieces(ctx, grant, isWhole ? remaining : Math.min(remaining, pieces?.[grant.lineKey ?? ''] ?? 0))
    }
    await deactivateCoupons(ctx, memberId)
  })
}

/** Ends all memberships of a member at once. */
export function endAll(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    await lockMember(ctx, memberId)
    const now = ctx.app.now()
    await ctx.db
      .update(memberships)
      .set({ until: now, from: sql`least(${memberships.from}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(memberships.memberId, memberId), gt(memberships.until, now)))
    await publishMemberChange(ctx, memberId)
    await deactivateCoupons(ctx, memberId)
  })
}

/** Reads the grants of an order, oldest first. */
function findGrants(ctx: Context, orderId: string) {
  return ctx.db
    .select()
    .from(membershipGrants)
    .where(eq(membershipGrants.orderId, orderId))
    .orderBy(membershipGrants.id)
}

async function revokePieces(ctx: Context, grant: typeof membershipGrants.$inferSelect, count: number) {
  if (count <= 0) return
  const { id, memberId, tierId, pieces, taken, from, until } = grant
  const paidMs = Math.round(((until.getTime() - from.getTime()) * count) / pieces)
  await ctx.db
    .update(membershipGrants)
    .set({ taken: taken + count })
    .where(eq(membershipGrants.id, id))
  const current = await findPeriods(ctx, memberId)
  const now = ctx.app.now()
  // Revokes only time that is unused. A member uses up older grants first. So the remaining time contains the whole
  // time of later grants in this tier, and that time must stay.
  const unusedMs = Math.max(0, remainingMs(current, { tierId, now }) - (await laterGrantsMs(ctx, grant)))
  await writePeriods(ctx, memberId, withoutTime(current, { tierId, byMs: Math.min(paidMs, unusedMs), now }))
}

/**
 * The membership time from a member's later grants of the same tier, without time that was taken back, in milliseconds.
 */
async function laterGrantsMs(ctx: Context, { id, memberId, tierId }: typeof membershipGrants.$inferSelect) {
  const laterGrants = await ctx.db
    .select()
    .from(membershipGrants)
    .where(
      and(eq(membershipGrants.memberId, memberId), eq(membershipGrants.tierId, tierId), gt(membershipGrants.id, id)),
    )
  return sum(
    laterGrants.map(
      ({ from, until, pieces, taken }) => ((until.getTime() - from.getTime()) * (pieces - taken)) / pieces,
    ),
  )
}

async function deactivateCoupons(ctx: Context, memberId: string) {
  const now = ctx.app.now()
  const activeTiers = await ctx.db
    .select({ tierId: memberships.tierId })
    .from(memberships)
    .where(and(eq(memberships.memberId, memberId), gt(memberships.until, now)))
  if (activeTiers.length > 0) return
  const validCoupons = await ctx.db
    .select({ code: membershipCoupons.code })
    .from(membershipCoupons)
    .where(and(eq(membershipCoupons.memberId, memberId), gt(membershipCoupons.until, now)))
  await coupons.deactivate(
    ctx,
    validCoupons.map(({ code }) => code),
  )
}

/** Locks a member, so that changes to the member's memberships wait for each other. */
export async function lockMember(ctx: Context, memberId: string) {
  await ctx.db.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('no key update')
}

/** All periods of a member, highest tier first. */
export const findPeriods = (ctx: Context, memberId: string) => selectPeriods(ctx.db, { memberId })

/** Saves a member's periods. Clears `remindedDays`, so that the member gets reminders of the new ends too. */
export async function writePeriods(ctx: Context, memberId: string, periods: Period[]) {
  for (const { tierId, from, until } of periods) {
    const values = { from, until, remindedDays: null }
    await ctx.db
      .insert(memberships)
      .values({ memberId, tierId, ...values })
      .onConflictDoUpdate({ target: [memberships.memberId, memberships.tierId], set: values })
  }
  await publishMemberChange(ctx, memberId)
}
