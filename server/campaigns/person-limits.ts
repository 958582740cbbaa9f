import { and, arrayOverlaps, eq, inArray } from 'drizzle-orm'
import type { Persons } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignLine } from './campaign-stock.ts'
import type { CampaignRow, JoinRow } from './rows.ts'
import { itemsOf } from './rows.ts'
import { campaignJoins } from './tables.ts'

/**
 * Fails with `campaigns.limit` if the lines exceed a limit per person, for one item or in total. Counts the person's
 * earlier orders that are paid or being paid. Returns these orders.
 */
export async function refuseBeyond(
  ctx: Context,
  { id, title, perPerson }: CampaignRow,
  { persons, lines }: { persons: Persons; lines: CampaignLine[] },
): Promise<JoinRow[]> {
  const mine = await joinsOf(ctx, id, persons.judged)
  const had = (sku?: string) =>
    mine.flatMap(({ items }) => items).reduce((sum, item) => sum + (!sku || item.sku === sku ? item.quantity : 0), 0)
  const refuse = (name: CampaignLine['name'], max: number, before: number) =>
    fail('campaigns.limit', { name, max, left: Math.max(0, max - before) })
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (perPerson !== null && had() + all > perPerson) refuse(title, perPerson, had())
  const items = await itemsOf(ctx, id)
  for (const { sku, quantity, name } of lines) {
    const max = items.find((item) => item.sku === sku)?.perPerson ?? null
    if (max !== null && had(sku) + quantity > max) refuse(name, max, had(sku))
  }
  return mine
}

async function joinsOf(ctx: Context, campaignId: string, persons: string[]): Promise<JoinRow[]> {
  if (persons.length === 0) return []
  return ctx.db
    .select()
    .from(campaignJoins)
    .where(
      and(
        eq(campaignJoins.campaignId, campaignId),
        inArray(campaignJoins.state, ['held', 'paid']),
        arrayOverlaps(campaignJoins.persons, persons),
      ),
    )
    .orderBy(campaignJoins.joinedAt)
}
