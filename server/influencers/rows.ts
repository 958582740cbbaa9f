import { eq, sql } from 'drizzle-orm'
import type { InfluencerStatus, OwnInfluencer } from '#contract/influencers.ts'
import { memberIdOf } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { influencerLikes, influencerPictures, influencers } from './tables.ts'

export type Row = typeof influencers.$inferSelect

/** The member's profile; null if the member has not applied. */
export async function ownRow(ctx: Context): Promise<Row | null> {
  const [row] = await ctx.db
    .select()
    .from(influencers)
    .where(eq(influencers.memberId, memberIdOf(ctx)))
  return row ?? null
}

/**
 * Locks the member's profile until the transaction ends. Fails with `influencers.none` if the member has not applied.
 */
export async function lockOwn(ctx: Context): Promise<Row> {
  const memberId = memberIdOf(ctx)
  const [row] = await ctx.db.select().from(influencers).where(eq(influencers.memberId, memberId)).for('update')
  return row ?? fail('influencers.none')
}

/** Whether everybody can see the profile. */
export const isPublic = ({ published, paused }: Pick<Row, 'published' | 'paused'>) => published !== null && !paused
export const publicCondition = sql`${influencers.published} is not null and not ${influencers.paused}`

/**
 * The status of a profile. A paused profile is `PAUSED`; any other profile with an approved version is `ACTIVE`.
 * Without an approved version, the state of the working version decides.
 */
export function statusOf(row: Row): InfluencerStatus {
  if (row.paused) return 'PAUSED'
  if (row.published) return 'ACTIVE'
  return row.state === 'REFUSED' ? 'REJECTED' : row.state === 'DRAFT' ? 'DRAFT' : 'PENDING'
}

export function countLikes(ctx: Context, id: string): Promise<number> {
  return ctx.db.$count(influencerLikes, eq(influencerLikes.influencerId, id))
}

/** Converts a profile to the shape that the API returns to its owner. */
export async function toOwn(ctx: Context, row: Row): Promise<OwnInfluencer> {
  const { id, working, published, state, reason, submittedAt } = row
  const rows = await ctx.db
    .select({ id: influencerPictures.id, width: influencerPictures.width, height: influencerPictures.height })
    .from(influencerPictures)
    .where(eq(influencerPictures.influencerId, id))
  const pictureById = new Map(rows.map((picture) => [picture.id, picture]))
  return {
    id,
    status: statusOf(row),
    state,
    reason,
    submittedAt: submittedAt?.toISOString() ?? null,
    name: working.name,
    bio: working.bio,
    links: working.links,
    products: working.products,
    campaigns: working.campaigns,
    pictures: working.pictures
      .flatMap((pictureId) => pictureById.get(pictureId) ?? [])
      .map((picture) => ({
        ...picture,
        address: `/api/istore/client/image/user/${picture.id}`,
        isPublic: isPublic(row) && (published?.pictures.includes(picture.id) ?? false),
      })),
    isPublic: isPublic(row),
    likes: await countLikes(ctx, id),
  }
}
