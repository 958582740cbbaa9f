import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { RoleAt } from '#contract/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { hashToken, isToken, newToken } from '#server/platform/http/sessions.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { staffInvitations } from './tables.ts'

type Link = typeof staffInvitations.$inferSelect

/** Creates a link that gives its user these roles. The code has 256 random bits, and only its hash is stored. */
export async function newLink(
  ctx: Context,
  { email, roles, forMs }: { email: string; roles: RoleAt[]; forMs: number },
): Promise<{ code: string; until: Date }> {
  const code = newToken()
  const until = new Date(ctx.app.now().getTime() + forMs)
  await ctx.db.insert(staffInvitations).values({
    codeHash: hashToken(code),
    email,
    roles,
    madeBy: ctx.staff?.personId ?? null,
    expiresAt: until,
  })
  return { code, until }
}

/** The unused link with this code. Fails with `staff.link_invalid` if the link is unknown, used or expired. */
export async function findLink(ctx: Context, code: string): Promise<Link> {
  const [found] = isToken(code) ? await ctx.db.select().from(staffInvitations).where(openLinkCondition(ctx, code)) : []
  return found ?? fail('staff.link_invalid')
}

/**
 * Marks a link as used and returns it. Fails with `staff.link_invalid` if the link is unknown, used or expired. If two
 * calls use the same link at once, only one of them succeeds.
 */
export async function consumeLink(ctx: Context, code: string): Promise<Link> {
  const now = ctx.app.now()
  const [link] = isToken(code)
    ? await ctx.db.update(staffInvitations).set({ usedAt: now }).where(openLinkCondition(ctx, code)).returning()
    : []
  return link ?? fail('staff.link_invalid')
}

const openLinkCondition = (ctx: Context, code: string) =>
  and(
    eq(staffInvitations.codeHash, hashToken(code)),
    isNull(staffInvitations.usedAt),
    gt(staffInvitations.expiresAt, ctx.app.now()),
  )

/** Ends the unused link with this id and returns it; null if there is no such link. */
export async function endLink(ctx: Context, id: string): Promise<Link | null> {
  if (!isUuid(id)) return null
  const [ended] = await ctx.db
    .update(staffInvitations)
    .set({ usedAt: ctx.app.now() })
    .where(and(eq(staffInvitations.id, id), isNull(staffInvitations.usedAt)))
    .returning()
  return ended ?? null
}

/** Ends the unused start links that no staff member created, such as those that the shop printed at earlier starts. */
export async function endStartLinks(ctx: Context): Promise<void> {
  await ctx.db
    .update(staffInvitations)
    .set({ usedAt: ctx.app.now() })
    .where(and(eq(staffInvitations.email, ''), isNull(staffInvitations.madeBy), isNull(staffInvitations.usedAt)))
}

/** Ends the unused links for this address. If `isEnded` is given, ends only the links for which it returns true. */
export async function endLinksTo(
  ctx: Context,
  email: string,
  isEnded: (link: Link) => boolean = () => true,
): Promise<void> {
  const unused = await ctx.db
    .select()
    .from(staffInvitations)
    .where(and(addressCondition(email), isNull(staffInvitations.usedAt)))
  const ids = unused.filter(isEnded).map(({ id }) => id)
  await ctx.db.update(staffInvitations).set({ usedAt: ctx.app.now() }).where(inArray(staffInvitations.id, ids))
}

const addressCondition = (email: string) => eq(sql`lower(${staffInvitations.email})`, canonicalEmail(email))

/**
 * Ends a staff member's unused links when their roles change. The links that the staff member created may grant roles
 * that they can no longer grant. The links for the staff member's address still grant the old roles.
 */
export async function endLinksOf(ctx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  const condition = or(eq(staffInvitations.madeBy, id), addressCondition(email))
  await ctx.db
    .update(staffInvitations)
    .set({ usedAt: ctx.app.now() })
    .where(and(condition, isNull(staffInvitations.usedAt)))
}
