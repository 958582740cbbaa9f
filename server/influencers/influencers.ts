import { randomBytes } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { InfluencerCard, InfluencerDetail, ProfileInput, influencers as schemas } from '#contract/influencers.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { readImages } from './pictures.ts'
import { readProfile } from './profiles.ts'
import type { Row } from './rows.ts'
import { countLikes, lockOwn, ownRow, publicCondition, statusOf, toOwn } from './rows.ts'
import type { Profile } from './tables.ts'
import { influencerLikes, influencers } from './tables.ts'

export { transfer } from './account-merge.ts'
export { emailTexts } from './emails.ts'
export { erase, exportData } from './ownership.ts'
export { findPicture, removePicture, servePicture, uploadPicture } from './pictures.ts'
export * as staff from './staff.ts'

type Input<Name extends keyof typeof schemas> = z.output<(typeof schemas)[Name]['input']>

/** The status of the member's application. */
export async function status(ctx: Context) {
  const row = await ownRow(ctx)
  if (!row) return { status: 'NONE' as const, state: null, reason: '' }
  return { status: statusOf(row), state: row.state, reason: row.reason }
}

/** The working version of the member's profile; null if the member has not applied. */
export async function own(ctx: Context) {
  const row = await ownRow(ctx)
  return { profile: row && (await toOwn(ctx, row)) }
}

/**
 * Applies as an influencer. Fails with `influencers.exists` if the member has a profile, and in the same cases as
 * `readProfile`.
 */
export async function apply(ctx: Context, input: ProfileInput) {
  const memberId = members.memberIdOf(ctx)
  const profile = await readProfile(ctx, input)
  const now = ctx.app.now()
  const [row] = await ctx.db
    .insert(influencers)
    .values({
      id: randomBytes(9).toString('base64url'),
      memberId,
      working: { ...profile, pictures: [] },
      ...submission(input, now),
      createdAt: now,
    })
    .onConflictDoNothing({ target: influencers.memberId })
    .returning()
  if (!row) fail('influencers.exists')
  return { profile: await toOwn(ctx, row) }
}

/**
 * Changes the member's profile; the public version stays until staff approve the change. Fails with `influencers.none`
 * if the member has not applied, and in the same cases as `readProfile`.
 */
export async function update(ctx: Context, input: ProfileInput) {
  const profile = await readProfile(ctx, input)
  return transact(ctx, async (ctx) => {
    const row = await lockOwn(ctx)
    const working = { ...profile, pictures: row.working.pictures }
    const [changed] = await ctx.db
      .update(influencers)
      .set({ working, ...submission(input, ctx.app.now()), version: row.version + 1 })
      .where(eq(influencers.id, row.id))
      .returning()
    return { profile: await toOwn(ctx, changed ?? row) }
  })
}

const submission = ({ submit }: ProfileInput, now: Date) => ({
  state: submit ? ('PENDING' as const) : ('DRAFT' as const),
  submittedAt: submit ? now : null,
  reason: '',
})

const likesOf = sql<number>`(select count(*)::int from ${influencerLikes} l where l.influencer_id = ${influencers.id})`

/** A page of the public profiles, most liked first. */
export async function list(ctx: Context, { numberToLoad, startingPosition }: Input<'list'>) {
  const [rows, count] = await Promise.all([
    ctx.db
      .select({ row: influencers, likes: likesOf })
      .from(influencers)
      .where(publicCondition)
      .orderBy(desc(likesOf), influencers.id)
      .limit(numberToLoad + 1)
      .offset(startingPosition),
    ctx.db.$count(influencers, publicCondition),
  ])
  const pageRows = rows.slice(0, numberToLoad)
  const cards = await Promise.all(
    pageRows.map(({ row, likes }) => toCard(ctx, row.id, { profile: requireApproved(row), likes })),
  )
  return { influencers: cards, count, hasMore: rows.length > numberToLoad }
}

/**
 * The approved version of a public profile, with its visible products. Fails with `not_found` if the profile is not
 * public.
 */
export async function detail(ctx: Context, { id }: Input<'detail'>): Promise<InfluencerDetail> {
  const row = await publicRow(ctx, id)
  const profile = requireApproved(row)
  const [likes, isLiked, products, images, member] = await Promise.all([
    countLikes(ctx, id),
    hasLiked(ctx, id),
    catalogue.cards(ctx, profile.products),
    readImages(ctx, profile.pictures, profile.name),
    members.find(ctx, row.memberId),
  ])
  const pictures = profile.pictures.flatMap((picture) => images.get(picture) ?? [])
  const { name, bio, links, campaigns } = profile
  return {
    id,
    name,
    bio,
    links,
    campaigns,
    likes,
    isLiked,
    products,
    pictures,
    picture: pictures[0] ?? null,
    isOwn: row.memberId === ctx.memberId,
    referId: member?.referrerGroup ? member.referralId : null,
  }
}

/** At most three public profiles that recommend a product, most liked first. */
export async function recommending(ctx: Context, { id }: Input<'recommending'>) {
  const rows = await ctx.db
    .select()
    .from(influencers)
    .where(and(publicCondition, sql`${influencers.published} -> 'products' @> ${JSON.stringify([id])}::jsonb`))
    .orderBy(desc(likesOf), influencers.id)
    .limit(3)
  return { influencers: rows.map((row) => ({ id: row.id, name: requireApproved(row).name })) }
}

/**
 * Likes a public profile; repeated calls do nothing. Fails with `influencers.own_like` if it is the member's own
 * profile.
 */
export async function like(ctx: Context, { id }: Input<'like'>) {
  const memberId = members.memberIdOf(ctx)
  const row = await publicRow(ctx, id)
  if (row.memberId === memberId) fail('influencers.own_like')
  await ctx.db.insert(influencerLikes).values({ influencerId: id, memberId, at: ctx.app.now() }).onConflictDoNothing()
  return { likes: await countLikes(ctx, id), isLiked: true }
}

/** Removes the member's like, if there is one. */
export async function unlike(ctx: Context, { id }: Input<'unlike'>) {
  const memberId = members.memberIdOf(ctx)
  await publicRow(ctx, id)
  await ctx.db
    .delete(influencerLikes)
    .where(and(eq(influencerLikes.influencerId, id), eq(influencerLikes.memberId, memberId)))
  return { likes: await countLikes(ctx, id), isLiked: false }
}

/** Ids of at most 5,000 public profiles, for search engines. Each has the time of the last decision of staff. */
export async function listPublic(ctx: Context): Promise<{ id: string; updatedAt: Date | null }[]> {
  return ctx.db
    .select({ id: influencers.id, updatedAt: influencers.decidedAt })
    .from(influencers)
    .where(publicCondition)
    .orderBy(influencers.id)
    .limit(5000)
}

async function publicRow(ctx: Context, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(influencers)
    .where(and(eq(influencers.id, id), publicCondition))
  return row ?? fail('not_found')
}

/** Returns the approved version of a public profile. Throws if there is none. */
function requireApproved({ published, id }: Row): Profile {
  if (!published) throw new Error(`influencer ${id} is not public`)
  return published
}

async function hasLiked(ctx: Context, id: string): Promise<boolean> {
  if (!ctx.memberId) return false
  const condition = and(eq(influencerLikes.influencerId, id), eq(influencerLikes.memberId, ctx.memberId))
  return (await ctx.db.$count(influencerLikes, condition)) > 0
}

async function toCard(
  ctx: Context,
  id: string,
  { profile, likes }: { profile: Profile; likes: number },
): Promise<InfluencerCard> {
  const { name, bio, pictures } = profile
  const images = await readImages(ctx, pictures.slice(0, 1), name)
  return { id, name, bio, picture: images.get(pictures[0] ?? '') ?? null, likes }
}
