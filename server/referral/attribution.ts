import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import * as members from '#server/members/members.ts'
import { members as memberRows } from '#server/members/tables.ts'
import { find as findOrder, hasOrdered } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { isReferrersBrowser, markSameBrowser } from './browsers.ts'
import { findGroup, hasJoined } from './groups.ts'
import { digestsOf, mailboxOf } from './persons.ts'
import { selectReferrerAbove } from './queries.ts'
import { referrals } from './tables.ts'

interface Friend {
  memberId: string | null
  email: string
  phone: string | null
}
interface ReferralBinding extends Friend {
  referId: string
  referGroup: string | null
  via: 'registration' | 'order'
  orderId: string | null
}

/** If the browser of a new member stored a referrer, binds the member to this referrer. */
export async function bindRegistered(
  ctx: Context,
  { referId, ...registered }: EventPayloads['member.registered'],
): Promise<void> {
  if (referId) await bindFriend(ctx, { ...registered, referId, via: 'registration', orderId: null })
}

/** Binds the buyer of a first order, a member or guest, to the referrer. */
export async function bindOrdered(
  ctx: Context,
  { memberId, contact, orderId, referId, referGroup }: EventPayloads['order.referred'],
): Promise<void> {
  const phone = contact.phone || null
  const member = memberId ? await members.find(ctx, memberId) : null
  const friend = member ?? { email: contact.email, phone }
  const bindingFields = { memberId, email: friend.email, phone: friend.phone ?? phone, referId, referGroup, orderId }
  await bindFriend(ctx, { ...bindingFields, via: 'order' }, { email: contact.email, phone })
}

/** Links a guest's referral to the member who proves that the guest's email address is theirs. */
export function linkGuestReferral(
  ctx: Context,
  { memberId, email }: EventPayloads['member.email_proven'],
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { email: digest } = digestsOf(ctx, { email, phone: null })
    const [found] = await ctx.db
      .select()
      .from(referrals)
      .where(and(eq(referrals.email, digest ?? ''), isNull(referrals.memberId)))
      .for('update')
    if (!found || (await isAlreadyReferred(ctx, memberId)) || (await closesCircle(ctx, found.referrerId, memberId)))
      return
    await ctx.db.update(referrals).set({ memberId }).where(eq(referrals.id, found.id))
  })
}

/**
 * Binds a friend to a referrer permanently. If several bindings run concurrently, the database accepts only one. Does
 * nothing if the friend is the referrer (same account, mailbox or phone number), if the referral would close a circle,
 * or if the friend has ordered before. None of these is an error, because the visitor's browser supplies the referrer's
 * id. If the friend uses the referrer's browser, the binding is marked for staff but not refused, because families
 * share a browser.
 */
function bindFriend(
  ctx: Context,
  binding: ReferralBinding,
  alternativeContact: Pick<Friend, 'email' | 'phone'> = binding,
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { memberId, email, phone, referId, referGroup, via, orderId } = binding
    const referrer = await members.findByReferralId(ctx, referId)
    if (
      !referrer?.referrerGroup ||
      [binding, { ...alternativeContact, memberId }].some((friend) => isReferrer(referrer, friend))
    )
      return
    const contact = { name: '', email: alternativeContact.email, phone: alternativeContact.phone ?? '' }
    if (await hasOrdered(ctx, { memberId, contact, isEmailProven: false, except: orderId })) return
    const groupId = (await hasJoined(ctx, referrer.id, referGroup)) ? (referGroup ?? '') : referrer.referrerGroup
    const group = await findGroup(ctx, groupId)
    if (!group || (memberId && (await closesCircle(ctx, referrer.id, memberId)))) return
    const boundAt = ctx.app.now()
    const [bound] = await ctx.db
      .insert(referrals)
      .values({
        referrerId: referrer.id,
        groupId,
        memberId,
        ...digestsOf(ctx, { email, phone }),
        via,
        orderId,
        boundAt,
        endsAt: new Date(boundAt.getTime() + group.windowDays * dayMs),
      })
      .onConflictDoNothing()
      .returning({ id: referrals.id })
    if (bound && isReferrersBrowser(ctx, referrer.id)) await markSameBrowser(ctx, bound.id)
    if (!bound && orderId) await replaceEndedOrder(ctx, { email, orderId })
  })
}

/**
 * If the order that bound this guest failed or was cancelled, stores the guest's new order in its place. A guest's
 * orders have no account, so only the stored order can earn a reward.
 */
async function replaceEndedOrder(ctx: Context, { email, orderId }: { email: string; orderId: string }): Promise<void> {
  const { email: digest } = digestsOf(ctx, { email, phone: null })
  if (!digest) return
  const [referral] = await ctx.db
    .select({ id: referrals.id, orderId: referrals.orderId })
    .from(referrals)
    .where(and(eq(referrals.email, digest), eq(referrals.via, 'order'), isNull(referrals.memberId)))
    .for('update')
  const former = referral?.orderId ? await findOrder(ctx, referral.orderId) : null
  if (!referral || former?.status === 'NEW' || former?.status === 'INTERIM') return
  await ctx.db.update(referrals).set({ orderId }).where(eq(referrals.id, referral.id))
}

function isReferrer(referrer: members.Member, { memberId, email, phone }: Friend): boolean {
  if (referrer.id === memberId) return true
  if (email && mailboxOf(email) === mailboxOf(referrer.email)) return true
  return phone !== null && phone === referrer.phone
}

async function isAlreadyReferred(ctx: Context, memberId: string): Promise<boolean> {
  return (await ctx.db.$count(referrals, eq(referrals.memberId, memberId))) > 0
}

/**
 * Whether the friend directly or indirectly referred the referrer, so that the new referral would close a circle. Locks
 * both accounts in a fixed order until the transaction ends. Otherwise two parallel referrals could close a circle.
 */
export async function closesCircle(ctx: Context, referrerId: string, friendId: string): Promise<boolean> {
  await ctx.db
    .select({ id: memberRows.id })
    .from(memberRows)
    .where(inArray(memberRows.id, [referrerId, friendId]))
    .orderBy(asc(memberRows.id))
    .for('no key update')
  return (await selectReferrerAbove(ctx.db, { referrerId, friendId })).length > 0
}
