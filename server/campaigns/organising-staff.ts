import { eq } from 'drizzle-orm'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { fill } from '#contract/format.ts'
import { texts } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { stockChanged, transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignRow } from './rows.ts'
import { everyWhole, find, isSoldOut, itemsOf, lock, whole } from './rows.ts'
import { stateOf } from './states.ts'
import { campaigns as rows } from './tables.ts'
import { toSummary } from './wire.ts'

type Asked = { campaign: string }

/** Every campaign, those that close soonest first. */
export async function campaigns(ctx: Context): Promise<{ campaigns: CampaignSummary[] }> {
  return { campaigns: (await everyWhole(ctx)).map((found) => toSummary(ctx, found)) }
}

/** Opens a campaign before its time; `campaigns.state` for one that is open or over. */
export function openCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, ['scheduled'], (now) => ({ opensAt: now }))
}

/** Ends a campaign now: it is settled by what it came to. `campaigns.state` for one that is not open. */
export function closeCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, ['open', 'reached', 'full'], (now) => ({ closesAt: now }))
}

/** Takes a campaign back: everybody has their money back. Again does nothing; one that is decided is `campaigns.state`. */
export function cancelCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, ['scheduled', 'open', 'reached', 'full', 'settling', 'cancelled'], (now, row) => {
    if (row.outcome === 'cancelled') return {}
    return row.outcome ? null : { outcome: 'cancelled', decidedAt: now }
  })
}

function change(
  ctx: Context,
  id: string,
  from: CampaignSummary['state'][],
  to: (now: Date, row: CampaignRow) => Partial<CampaignRow> | null,
): Promise<CampaignSummary> {
  return transact(ctx, async (ctx) => {
    if (!(await find(ctx, id))) fail('staff.unknown', { what: named(id) })
    const row = await lock(ctx, id)
    const now = ctx.app.now()
    const state = stateOf(row, now, isSoldOut(await itemsOf(ctx, id)))
    const values = from.includes(state) ? to(now, row) : null
    if (!values) fail('campaigns.state', { state: textOf(state) })
    if (Object.keys(values).length > 0) {
      await ctx.db.update(rows).set(values).where(eq(rows.id, id))
      stockChanged(ctx)
    }
    return toSummary(ctx, await whole(ctx, id))
  })
}

function named(id: string) {
  const [en, zh] = texts['staff.a_campaign']
  return { en: fill(en, { name: id }), zh: fill(zh, { name: id }) }
}

function textOf(state: CampaignSummary['state']) {
  const [en, zh] = texts[`campaigns.is_${state}`]
  return { en, zh }
}
