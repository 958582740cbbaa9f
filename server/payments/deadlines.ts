import type { Line } from '#contract/cart.ts'
import type { Method, Slot } from '#contract/checkout.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { toInstant } from '#contract/hours.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import { leadMinutesOf } from '#server/cart/cart.ts'
import { find as findLocation, slots } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'

/** The facts of a bill or an order that limit how long the shop can wait for its money. */
export interface Awaited {
  method: Method
  slot: Slot | null
  lines: Line[]
  locationId: string
  campaignId: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** If less time than this is left, the shop does not offer e-transfers, because banks need time. */
const leastMs = hourMs

/**
 * The time by which an e-transfer must have arrived: `hours` from now, or earlier if the store must begin the order or
 * the group-buy closes before that. Null if too little time is left, if the order is for a table, or if the group-buy's
 * organiser does not allow e-transfers.
 */
export async function transferDeadline(ctx: Context, hours: number, awaited: Awaited): Promise<Date | null> {
  const now = ctx.app.now().getTime()
  const latest = await latestOf(ctx, awaited)
  const until = Math.min(now + hours * hourMs, latest)
  // Rounds the deadline down to a whole minute, because pages and emails show no seconds.
  return until >= now + leastMs ? new Date(Math.floor(until / minuteMs) * minuteMs) : null
}

/**
 * The latest possible deadline in milliseconds, without the owner's limit in hours; infinity if nothing else limits it.
 * 0 if the shop accepts no e-transfer for this order.
 */
async function latestOf(ctx: Context, awaited: Awaited): Promise<number> {
  const { method, slot, lines, locationId, campaignId } = awaited
  if (goesTo(method, 'table')) return 0
  const location = await findLocation(ctx, locationId)
  if (!location) return 0
  const { timeZone } = location
  const campaign = campaignId ? await campaigns.find(ctx, campaignId) : null
  if (campaign) {
    const collectedFrom = slot && toInstant(slot.date, '00:00', timeZone)
    if (!campaign.allowsTransfer) return 0
    return Math.min(campaign.closesAt.getTime(), collectedFrom?.getTime() ?? Number.POSITIVE_INFINITY)
  }
  const startsAt = slot?.time ? toInstant(slot.date, slot.time, timeZone) : null
  if (!startsAt) return Number.POSITIVE_INFINITY
  const { leadMinutes } = slots.rulesOf(location, method, { goodsMinutes: leadMinutesOf(lines) })
  return startsAt.getTime() - leadMinutes * minuteMs
}

/**
 * When to remind the buyer: when a quarter of the time is left, but at least one hour before the deadline. Null if the
 * reminder would come less than an hour after the start.
 */
export function remindAtOf(startedAt: Date, until: Date): Date | null {
  const allMs = until.getTime() - startedAt.getTime()
  const at = until.getTime() - Math.max(hourMs, allMs / 4)
  return at - startedAt.getTime() >= hourMs ? new Date(at) : null
}
