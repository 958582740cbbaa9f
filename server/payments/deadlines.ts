import type { Line } from '#contract/cart.ts'
import type { Method, Slot } from '#contract/checkout.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { toInstant } from '#contract/hours.ts'
import { limits } from '#contract/limits.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import { leadMinutesOf } from '#server/cart/cart.ts'
import { find as findLocation, slots } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'

/** The facts of a bill or an order that limit how long the shop can wait for its money. */
export interface TransferFacts {
  method: Method
  slot: Slot | null
  lines: Line[]
  locationId: string
  campaignId: string
  /** When the order was placed. Missing for a bill, whose order would be placed now. */
  placedAt?: Date
}

/** If less time than this is left, the shop does not offer e-transfers, because banks need time. */
const minLeadMs = hourMs
const checkoutMs = limits.minutesToPay * minuteMs

/**
 * The time by which the money of an e-transfer must arrive: `hours` after the order is placed, or earlier if the store
 * must begin the order earlier or the group-buy closes earlier. A shopper who changes to another method and back gets
 * no more time, because the order would otherwise keep its goods for ever. Null if too little time is left, if the
 * order is for a table, if the group-buy's organiser does not allow e-transfers, or if the group-buy is decided.
 */
export async function transferDeadline(ctx: Context, hours: number, facts: TransferFacts): Promise<Date | null> {
  const now = ctx.app.now().getTime()
  const latest = await findLatestDeadline(ctx, facts)
  const allMs = hours * hourMs
  const byOwner = (facts.placedAt?.getTime() ?? now) + allMs
  // If the owner allows only one hour, a part of it passes during the checkout. So the required time is at most the
  // owner's limit minus `checkoutMs`.
  const isEnough = latest >= now + minLeadMs && byOwner >= now + Math.min(minLeadMs, allMs - checkoutMs)
  // Rounds the deadline down to a whole minute, because pages and emails show no seconds.
  return isEnough ? new Date(Math.floor(Math.min(byOwner, latest) / minuteMs) * minuteMs) : null
}

/**
 * The latest possible deadline in milliseconds, without the owner's limit in hours; infinity if nothing else limits it.
 * 0 if the shop accepts no e-transfer for this order.
 */
async function findLatestDeadline(ctx: Context, facts: TransferFacts): Promise<number> {
  const { method, slot, lines, locationId, campaignId } = facts
  if (goesTo(method, 'table')) return 0
  const location = await findLocation(ctx, locationId)
  if (!location) return 0
  const { timeZone } = location
  const campaign = campaignId ? await campaigns.find(ctx, campaignId) : null
  if (campaign) {
    const collectedFrom = slot && toInstant(slot.date, '00:00', timeZone)
    if (!campaign.allowsTransfer || campaign.outcome) return 0
    return Math.min(campaign.closesAt.getTime(), collectedFrom?.getTime() ?? Number.POSITIVE_INFINITY)
  }
  const startsAt = slot?.time ? toInstant(slot.date, slot.time, timeZone) : null
  if (!startsAt) return Number.POSITIVE_INFINITY
  const { leadMinutes } = slots.rulesOf(location, method, { goodsMinutes: leadMinutesOf(lines) })
  return startsAt.getTime() - leadMinutes * minuteMs
}

/**
 * When to remind the buyer of an e-transfer: when a quarter of the time is left, but at least one hour before the
 * deadline `until`. Null if the reminder would come less than an hour after `startedAt`.
 */
export function reminderTime(startedAt: Date, until: Date): Date | null {
  const durationMs = until.getTime() - startedAt.getTime()
  const at = until.getTime() - Math.max(hourMs, durationMs / 4)
  return at - startedAt.getTime() >= hourMs ? new Date(at) : null
}
