import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { reviewStaffCalls, StaffInfluencer } from '#contract/office/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { Row } from './rows.ts'
import { isPublic } from './rows.ts'
import { influencerPictures, influencers as table } from './tables.ts'

type Input<Name extends keyof typeof reviewStaffCalls> = z.output<(typeof reviewStaffCalls)[Name]['input']>

/**
 * Lists the profiles that await a decision, or the profiles in every state if `all` is set. The oldest submission comes
 * first.
 */
export async function influencers(ctx: Context, { all }: Input<'influencers'>) {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(all ? undefined : eq(table.state, 'PENDING'))
    .orderBy(asc(table.submittedAt), asc(table.id))
    .limit(500)
  return { influencers: rows.map(toListed) }
}

/** Returns the influencer's working version, which becomes public when staff approve it. */
export async function influencer(ctx: Context, { influencer: id }: Input<'influencer'>) {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id))
  if (!row) fail('staff.unknown', { what: id })
  const pictures = await ctx.db.select().from(influencerPictures).where(eq(influencerPictures.influencerId, id))
  const { bio, links, products, campaigns } = row.working
  return {
    ...toListed(row),
    bio,
    links,
    products,
    campaigns,
    reason: row.reason,
    pictures: row.working.pictures.flatMap((pictureId) =>
      pictures
        .filter((picture) => picture.id === pictureId)
        .map(({ large }) => ({ id: pictureId, picture: Buffer.from(large).toString('base64') })),
    ),
  }
}

/**
 * Approves or refuses the version that staff saw, or pauses or resumes the public page. Fails with
 * `influencers.changed` if the profile has changed since that version.
 */
export function decideInfluencer(ctx: Context, { influencer: id, decision, version, note }: Input<'decideInfluencer'>) {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(table).where(eq(table.id, id)).for('update')
    if (!row) fail('staff.unknown', { what: id })
    if (row.version !== version) fail('influencers.changed')
    const changes = {
      approve: { state: 'APPROVED' as const, published: row.working, reason: '' },
      refuse: { state: 'REFUSED' as const, reason: note },
      pause: { paused: true, reason: note },
      resume: { paused: false, reason: '' },
    }[decision]
    const now = ctx.app.now()
    const [updated] = await ctx.db
      .update(table)
      .set({ ...changes, decidedAt: now })
      .where(eq(table.id, id))
      .returning()
    if (isPublic(row) || (updated && isPublic(updated))) await publishCatalogueChange(ctx)
    if (hasChanged(row, updated))
      await emit(ctx, 'influencer.decided', { influencerId: id, decision, note, at: now.toISOString() })
    return toListed(updated ?? row)
  })
}

/** Whether a decision changed the profile. A decision that changes nothing, such as a repeated one, sends no email. */
const hasChanged = (before: Row, after: Row | undefined) =>
  before.state !== after?.state || before.paused !== after.paused || before.reason !== after.reason

function toListed(row: Row): StaffInfluencer {
  const { id, working, state, paused, version, submittedAt } = row
  const since = submittedAt?.toISOString() ?? null
  return { id, name: working.name, state, isPublic: isPublic(row), paused, version, since }
}
