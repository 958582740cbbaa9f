import { eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { isPublic } from './rows.ts'
import { influencerLikes, influencerPictures, influencers } from './tables.ts'

/** Exports a member's profile with its pictures, and the member's likes. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const [row] = await ctx.db.select().from(influencers).where(eq(influencers.memberId, memberId))
  const likes = await ctx.db
    .select({ influencerId: influencerLikes.influencerId, at: influencerLikes.at })
    .from(influencerLikes)
    .where(eq(influencerLikes.memberId, memberId))
  if (!row) return { influencerLikes: likes }
  const pictures = await ctx.db.select().from(influencerPictures).where(eq(influencerPictures.influencerId, row.id))
  const { memberId: _, ...profile } = row
  return {
    influencerLikes: likes,
    influencer: {
      ...profile,
      pictures: pictures.map(({ id, large, createdAt }) => ({
        id,
        createdAt,
        picture: `data:image/webp;base64,${Buffer.from(large).toString('base64')}`,
      })),
    },
  }
}

/**
 * Deletes a member's profile with its pictures and the likes that it got. Also deletes the likes that the member gave.
 */
export async function erase(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  const deleted = await ctx.db.delete(influencers).where(eq(influencers.memberId, memberId)).returning()
  if (deleted.some(isPublic)) await publishCatalogueChange(ctx)
  await ctx.db.delete(influencerLikes).where(eq(influencerLikes.memberId, memberId))
}
