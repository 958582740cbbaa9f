import { and, arrayOverlaps, eq, inArray } from 'drizzle-orm'
import { sum } from '#contract/sum.ts'
import type { Persons } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignLine } from './campaign-stock.ts'
import type { CampaignRow, JoinRow } from './rows.ts'
import { findItems } from './rows.ts'
import { campaignJoins } from './tables.ts'

/**
 * Fails with `campaigns.limit` if the lines exceed a limit per person, for one item or in total. Counts the person's
 * earlier orders that are paid or being paid, except the unpaid order that an order of these lines would replace.
 * Returns the counted orders.
 */
export async function requireWithinLimits(
  ctx: Context,
  { id, title, perPerson }: CampaignRow,
  { persons, lines, replacedOrderId }: { persons: Persons; lines: CampaignLine[]; replacedOrderId: string | null },
): Promise<JoinRow[]> {
  const earlierJoins = (await findJoins(ctx, id, persons.counted)).filter(({ orderId }) => orderId !== replacedOrderId)
  const orderedBefore = (sku?: string) =>
    sum(
      earlierJoins
        .flatMap(({ items }) => items)
        .filter((item) => !sku || item.sku === sku)
        .map(({ quantity }) => quantity),
    )
  const refuse = (name: CampaignLine['name'], max: number, before: number) =>
    fail('campaigns.limit', { name, max, left: Math.max(0, max - before) })
  const all = sum(lines.map(({ quantity }) => quantity))
  if (perPerson !== null && orderedBefore() + all > perPerson) refuse(title, perPerson, orderedBefore())
  const items = await findItems(ctx, id)
  for (const { sku, quantity, name } of lines) {
    const max = items.find((item) => item.sku === sku)?.perPerson ?? null
    if (max !== null && orderedBefore(sku) + quantity > max) refuse(name, max, orderedBefore(sku))
  }
  return earlierJoins
}

async function findJoins(ctx: Context, campaignId: string, persons: string[]): Promise<JoinRow[]> {
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
