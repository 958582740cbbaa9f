import { and, eq, inArray, sql } from 'drizzle-orm'
import { maxProfilePicks, maxProfilePictures, maxSocialLinks } from '#contract/constants.ts'
import { perLocale } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
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
  const [target, source] = rows.toSorted((one, two) => rank(two, intoId) - rank(one, intoId))
  if (target && source) await mergeProfiles(ctx, target, source)
  // If one of the profiles was public, cached pages are outdated: the other profile's page no longer exists, and the
  // kept profile may now be paused.
  if (target && source && (isPublic(target) || isPublic(source))) await publishCatalogueChange(ctx)
  if (target) await ctx.db.update(influencers).set({ memberId: intoId }).where(eq(influencers.id, target.id))
  await ctx.db.execute(sql`insert into influencer_likes (influencer_id, member_id, at)
    select influencer_id, ${intoId}, at from influencer_likes where member_id = ${fromId} on conflict do nothing`)
  await ctx.db.delete(influencerLikes).where(eq(influencerLikes.memberId, fromId))
  if (!target) return
  const ownLike = and(eq(influencerLikes.influencerId, target.id), eq(influencerLikes.memberId, intoId))
  await ctx.db.delete(influencerLikes).where(ownLike)
}

const rank = ({ published, memberId }: Row, intoId: string) => (published ? 2 : 0) + (memberId === intoId ? 1 : 0)

async function mergeProfiles(ctx: Context, target: Row, source: Row) {
  const pictures = unionUpTo(target.working.pictures, source.working.pictures, maxProfilePictures)
  await ctx.db
    .update(influencerPictures)
    .set({ influencerId: target.id })
    .where(and(eq(influencerPictures.influencerId, source.id), inArray(influencerPictures.id, pictures)))
  await ctx.db.execute(sql`insert into influencer_likes (influencer_id, member_id, at)
    select ${target.id}, member_id, at from influencer_likes where influencer_id = ${source.id} on conflict do nothing`)
  await ctx.db.delete(influencers).where(eq(influencers.id, source.id))
  const working = { ...mergeContent(target.working, source.working), pictures }
  const hasAdded = JSON.stringify(working) !== JSON.stringify(target.working)
  // If the kept profile awaits review, its state does not change, and staff review the new version. In any other state,
  // a profile with added content becomes a draft, because no decision of staff covers that content.
  const state = hasAdded && target.state !== 'PENDING' ? 'DRAFT' : target.state
  // If one of the profiles is paused, the kept profile is paused too. Otherwise a paused member could become public
  // through the other account.
  const paused = target.paused || source.paused
  await ctx.db
    .update(influencers)
    .set({ working, state, paused, version: target.version + 1 })
    .where(eq(influencers.id, target.id))
}

function mergeContent(target: Profile, source: Profile): Profile {
  const existingUrls = new Set(target.links.map(({ url }) => url))
  return {
    ...target,
    name: perLocale((locale) => target.name[locale] || source.name[locale]),
    bio: perLocale((locale) => target.bio[locale] || source.bio[locale]),
    links: [...target.links, ...source.links.filter(({ url }) => !existingUrls.has(url))].slice(0, maxSocialLinks),
    products: unionUpTo(target.products, source.products, maxProfilePicks),
    campaigns: unionUpTo(target.campaigns, source.campaigns, maxProfilePicks),
  }
}

const unionUpTo = (target: string[], more: string[], max: number) => [...new Set([...target, ...more])].slice(0, max)
