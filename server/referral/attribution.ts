import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import * as members from '#server/members/members.ts'
import { members as memberRows } from '#server/members/tables.ts'
import { hasOrdered } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { isAtHome, markSameBrowser } from './browsers.ts'
import { findGroup, hasJoined } from './groups.ts'
import { digestsOf, mailboxOf } from './persons.ts'
import { selectReferrerAbove } from './queries.ts'
import { referrals } from './tables.ts'

const dayMs = 86_400_000

interface Friend {
  memberId: string | null
  email: string
  phone: string | null
}
interface Brought extends Friend {
  referId: string
  referGroup: string | null
  via: 'registration' | 'order'
  orderId: string | null
}

/** Binds a new member to who recommended the shop, if their browser held somebody. */
export async function bindRegistered(
  ctx: Context,
  { referId, ...registered }: EventPayloads['member.registered'],
): Promise<void> {
  if (referId) await bind(ctx, { ...registered, referId, via: 'registration', orderId: null })
}

/** Binds the buyer of a first order, member or guest, to who recommended the shop. */
export async function bindOrdered(
  ctx: Context,
  { memberId, contact, orderId, referId, referGroup }: EventPayloads['order.referred'],
): Promise<void> {
  const phone = contact.phone || null
  const member = memberId ? await members.find(ctx, memberId) : null
  const friend = member ?? { email: contact.email, phone }
  const bound = { memberId, email: friend.email, phone: friend.phone ?? phone, referId, referGroup, orderId }
  await bind(ctx, { ...bound, via: 'order' }, { email: contact.email, phone })
}

/** Who came as a guest is known as the member that they turn out to be, once the address is shown to be theirs. */
export function adopt(ctx: Context, { memberId, email }: EventPayloads['member.email_proven']): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { email: digest } = digestsOf(ctx, { email, phone: null })
    const [found] = await ctx.db
      .select()
      .from(referrals)
      .where(and(eq(referrals.email, digest ?? ''), isNull(referrals.memberId)))
      .for('update')
    if (!found || (await isTaken(ctx, memberId)) || (await leadsBack(ctx, found.referrerId, memberId))) return
    await ctx.db.update(referrals).set({ memberId }).where(eq(referrals.id, found.id))
  })
}

/**
 * Once, and for good: of several at a time the database takes one. Nobody is bound to themselves, by account, mailbox
 * or number; nor to whom they brought, over however many others; nor who has ordered before. What does not fit is no
 * failure: the hint is a visitor's to write. Who comes in the referrer's own browser is bound, for families share one,
 * and it is noted.
 */
function bind(ctx: Context, brought: Brought, also: Pick<Friend, 'email' | 'phone'> = brought): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { memberId, email, phone, referId, referGroup, via, orderId } = brought
    const referrer = await members.findByReferralId(ctx, referId)
    if (!referrer?.referrerGroup || [brought, { ...also, memberId }].some((friend) => isSame(referrer, friend))) return
    const contact = { name: '', email: also.email, phone: also.phone ?? '' }
    if (await hasOrdered(ctx, { memberId, contact, isEmailProven: false, except: orderId })) return
    const groupId = (await hasJoined(ctx, referrer.id, referGroup)) ? (referGroup ?? '') : referrer.referrerGroup
    const group = await findGroup(ctx, groupId)
    if (!group || (memberId && (await leadsBack(ctx, referrer.id, memberId)))) return
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
    if (bound && isAtHome(ctx, referrer.id)) await markSameBrowser(ctx, bound.id)
  })
}

function isSame(referrer: members.Member, { memberId, email, phone }: Friend): boolean {
  if (referrer.id === memberId) return true
  if (email && mailboxOf(email) === mailboxOf(referrer.email)) return true
  return phone !== null && phone === referrer.phone
}

async function isTaken(ctx: Context, memberId: string): Promise<boolean> {
  return (await ctx.db.$count(referrals, eq(referrals.memberId, memberId))) > 0
}

/**
 * Whether the referrer came, over however many others, by the friend. Both accounts stay locked until the transaction
 * ends, in one order, so that two who bring one another at a time are seen.
 */
export async function leadsBack(ctx: Context, referrerId: string, friendId: string): Promise<boolean> {
  await ctx.db
    .select({ id: memberRows.id })
    .from(memberRows)
    .where(inArray(memberRows.id, [referrerId, friendId]))
    .orderBy(asc(memberRows.id))
    .for('no key update')
  return (await selectReferrerAbove(ctx.db, { referrerId, friendId })).length > 0
}
