import { and, eq, inArray, sql } from 'drizzle-orm'
import { maxProfilePicks, maxProfilePictures, maxSocialLinks } from '#contract/constants.ts'
import { inEach } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import type { Row } from './rows.ts'
import { isPublic } from './rows.ts'
import type { Profile } from './tables.ts'
import { influencerLikes, influencerPictures, influencers } from './tables.ts'

/**
 * Moves one member's profile and likes to another, within a transaction. If both members have a profile, the profile
 * with an approved version is kept. If both profiles have an approved version, or neither has, the profile of `intoId`
 * is kept. The kept profile keeps its URL and gets the likes of both profiles. The content of the other profile is
 * added to the working version of the kept profile, up to the limits, and needs approval. Removes a like of the
 * member's own profile.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  const both = [fromId, intoId]
  const rows = await ctx.db
    .select()
    .from(influencers)
    .where(inArray(influencers.memberId, both))
    .orderBy(influencers.id)
    .for('update')
  const [kept, other] = rows.toSorted((one, two) => rank(two, intoId) - rank(one, intoId))
  if (kept && other) await join(ctx, kept, other)
  // If one of the profiles was public, cached pages are outdated: the other profile's page no longer exists, and the
  // kept profile may now be paused.
  if (kept && other && (isPublic(kept) || isPublic(other))) await catalogueChanged(ctx)
  if (kept) await ctx.db.update(influencers).set({ memberId: intoId }).where(eq(influencers.id, kept.id))
  await ctx.db.execute(sql`insert into influencer_likes (influencer_id, member_id, at)
    select influencer_id, ${intoId}, at from influencer_likes where member_id = ${fromId} on conflict do nothing`)
  await ctx.db.delete(influencerLikes).where(eq(influencerLikes.memberId, fromId))
  if (!kept) return
  const own = and(eq(influencerLikes.influencerId, kept.id), eq(influencerLikes.memberId, intoId))
  await ctx.db.delete(influencerLikes).where(own)
}

const rank = ({ published, memberId }: Row, intoId: string) => (published ? 2 : 0) + (memberId === intoId ? 1 : 0)

async function join(ctx: Context, kept: Row, other: Row) {
  const pictures = withMore(kept.working.pictures, other.working.pictures, maxProfilePictures)
  await ctx.db
    .update(influencerPictures)
    .set({ influencerId: kept.id })
    .where(and(eq(influencerPictures.influencerId, other.id), inArray(influencerPictures.id, pictures)))
  await ctx.db.execute(sql`insert into influencer_likes (influencer_id, member_id, at)
    select ${kept.id}, member_id, at from influencer_likes where influencer_id = ${other.id} on conflict do nothing`)
  await ctx.db.delete(influencers).where(eq(influencers.id, other.id))
  const working = { ...poured(kept.working, other.working), pictures }
  const isMore = JSON.stringify(working) !== JSON.stringify(kept.working)
  // If the kept profile awaits review, its state does not change, and staff review the new version. In any other state,
  // a profile with added content becomes a draft, because no decision of staff covers that content.
  const state = isMore && kept.state !== 'PENDING' ? 'DRAFT' : kept.state
  // If one of the profiles is paused, the kept profile is paused too. Otherwise a paused member could become public
  // through the other account.
  const paused = kept.paused || other.paused
  await ctx.db
    .update(influencers)
    .set({ working, state, paused, version: kept.version + 1 })
    .where(eq(influencers.id, kept.id))
}

function poured(kept: Profile, other: Profile): Profile {
  const had = new Set(kept.links.map(({ url }) => url))
  return {
    ...kept,
    name: inEach((locale) => kept.name[locale] || other.name[locale]),
    bio: inEach((locale) => kept.bio[locale] || other.bio[locale]),
    links: [...kept.links, ...other.links.filter(({ url }) => !had.has(url))].slice(0, maxSocialLinks),
    products: withMore(kept.products, other.products, maxProfilePicks),
    campaigns: withMore(kept.campaigns, other.campaigns, maxProfilePicks),
  }
}

const withMore = (kept: string[], more: string[], max: number) => [...new Set([...kept, ...more])].slice(0, max)
