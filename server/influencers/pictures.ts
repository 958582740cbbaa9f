import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { maxProfilePictures } from '#contract/constants.ts'
import type { Image } from '#contract/shapes.ts'
import { countUpload, memberIdOf } from '#server/members/members.ts'
import type { App, Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { securityHeaders } from '#server/platform/http/responses.ts'
import { fittedPicture } from '#server/platform/pictures/images.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { isPublic, lockOwn, ownRow, publicCondition, toOwn } from './rows.ts'
import type { Profile } from './tables.ts'
import { influencerPictures, influencers } from './tables.ts'

const largeSide = 1440
const smallSide = 640
const type = 'image/webp'

/**
 * Adds a picture to the working version of the member's profile. An approved profile then awaits a new approval. Fails
 * with `input.picture` if the file is not a valid picture, `influencers.none` if the member has not applied, and
 * `influencers.pictures_full` at the limit.
 */
export async function uploadPicture(ctx: Context, { file }: { file: File }) {
  if (!(await ownRow(ctx))) fail('influencers.none')
  countUpload(ctx.app, memberIdOf(ctx))
  const [large, small] = await fittedPicture(Buffer.from(await file.arrayBuffer()), [largeSide, smallSide])
  if (!large || !small) throw new Error('a picture was not made')
  const id = randomBytes(16).toString('base64url')
  return transact(ctx, async (ctx) => {
    const row = await lockOwn(ctx)
    if (row.working.pictures.length >= maxProfilePictures)
      fail('influencers.pictures_full', { max: maxProfilePictures })
    const { width, height } = large
    await ctx.db.insert(influencerPictures).values({
      id,
      influencerId: row.id,
      large: large.bytes,
      small: small.bytes,
      width,
      height,
      createdAt: ctx.app.now(),
    })
    const needsReview = row.state === 'APPROVED'
    const [changed] = await ctx.db
      .update(influencers)
      .set({
        working: { ...row.working, pictures: [...row.working.pictures, id] },
        version: row.version + 1,
        ...(needsReview && { state: 'PENDING' as const, submittedAt: ctx.app.now() }),
      })
      .where(eq(influencers.id, row.id))
      .returning()
    return { profile: await toOwn(ctx, changed ?? row) }
  })
}

/**
 * Removes a picture from the member's profile and public page, without an approval. Fails with `not_found` if the
 * member has no picture with this id.
 */
export async function removePicture(ctx: Context, { id }: { id: string }) {
  return transact(ctx, async (ctx) => {
    if (!(await ownRow(ctx))) fail('not_found')
    const row = await lockOwn(ctx)
    const [deleted] = await ctx.db
      .delete(influencerPictures)
      .where(and(eq(influencerPictures.id, id), eq(influencerPictures.influencerId, row.id)))
      .returning({ id: influencerPictures.id })
    if (!deleted) fail('not_found')
    const without = (profile: Profile) => ({
      ...profile,
      pictures: profile.pictures.filter((pictureId) => pictureId !== id),
    })
    const [changed] = await ctx.db
      .update(influencers)
      .set({
        working: without(row.working),
        published: row.published && without(row.published),
        version: row.version + 1,
      })
      .where(eq(influencers.id, row.id))
      .returning()
    if (isPublic(row) && row.published?.pictures.includes(id)) await publishCatalogueChange(ctx)
    return { profile: await toOwn(ctx, changed ?? row) }
  })
}

/** The member's own picture, public or not; null if there is none with this id. */
export async function findPicture(ctx: Context, { id }: { id: string }): Promise<File | null> {
  const [found] = await ctx.db
    .select({ large: influencerPictures.large })
    .from(influencerPictures)
    .innerJoin(influencers, eq(influencers.id, influencerPictures.influencerId))
    .where(and(eq(influencerPictures.id, id), eq(influencers.memberId, memberIdOf(ctx))))
  return found ? new File([new Uint8Array(found.large)], 'picture.webp', { type }) : null
}

/**
 * Serves an approved picture to everybody, at the URL of `toImage`. Fails with `not_found` for all other pictures.
 * Browsers cache it for an hour.
 */
export async function servePicture(app: App, path: string): Promise<Response> {
  const [, id = '', width] = /\/([\w-]{22})\/(\d{1,4})\.webp$/.exec(path) ?? []
  const bytes = Number(width) === smallSide ? influencerPictures.small : influencerPictures.large
  const [found] = await app.database.db
    .select({ bytes })
    .from(influencerPictures)
    .innerJoin(influencers, eq(influencers.id, influencerPictures.influencerId))
    .where(and(eq(influencerPictures.id, id), publicCondition, sql`${influencers.published} -> 'pictures' ? ${id}`))
  if (!found) fail('not_found')
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      ...securityHeaders,
      'Content-Type': type,
      'Content-Disposition': 'inline; filename="picture.webp"',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': 'public, max-age=3600',
    },
  })
}

/** The pictures with these ids, in the shape that pages use. */
export async function readImages(ctx: Context, ids: string[], alt: Image['alt']): Promise<Map<string, Image>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: influencerPictures.id, width: influencerPictures.width, height: influencerPictures.height })
    .from(influencerPictures)
    .where(sql`${influencerPictures.id} = any(${sql.param(ids)}::text[])`)
  return new Map(rows.map((row) => [row.id, toImage(row, alt)]))
}

function toImage({ id, width, height }: { id: string; width: number; height: number }, alt: Image['alt']): Image {
  const scale = Math.min(1, smallSide / Math.max(width, height))
  const widths = scale < 1 ? [smallSide, largeSide] : [largeSide]
  return { src: `/influencer-pictures/${id}`, widths, width, height, alt }
}
