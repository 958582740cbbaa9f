import type { Slot, SlotDay } from '#contract/checkout.ts'
import type { TimedMethod } from '#contract/fulfilment-methods.ts'
import { fulfilmentMethods, isAddressMethod } from '#contract/fulfilment-methods.ts'
import { addDays, toLocal } from '#contract/hours.ts'
import type { MethodTimes } from '#contract/office/stores.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Zone } from './delivery.ts'
import { zonesOf } from './delivery.ts'
import type { LocationRow } from './rows.ts'
import { find, isSelectable } from './rows.ts'
import type { SlotRules } from './slot-rules.ts'
import { earliestReadyAt, gridOf, orderableAt, rulesOf, takesOrders } from './slot-rules.ts'
import { firstFree, times } from './slots.ts'

type Reason = MethodTimes['reason']

/** The maximum number of days with slots that `methodTimes` returns. */
const maxDays = 2

/**
 * The times that shoppers can choose for one fulfilment method of a store, or why they can choose none. A method
 * without slots has no times. For a delivery, uses `zone`, or the store's first active zone if `zone` is not an active
 * zone of the store.
 */
export async function methodTimes(
  ctx: Context,
  { location: id, method, zone: requestedZone }: { location: string; method: TimedMethod; zone?: string | undefined },
): Promise<MethodTimes> {
  const location = (await find(ctx, id)) ?? fail('not_found')
  const zones = isAddressMethod(method) ? await zonesOf(ctx, location.id) : []
  const road = zones.find(({ id }) => id === requestedZone) ?? zones[0]
  const zone = road?.id ?? null
  const rules = rulesOf(location, method, { road })
  const now = toLocal(ctx.app.now(), rules.timeZone)
  const refusal = refusalOf(location, method, road)
  if (refusal) return { now, asap: null, days: [], reason: refusal, zone }
  if (fulfilmentMethods[method].time !== 'slot') {
    return { now, asap: null, days: [], reason: findClosedReason(rules, ctx.app.now()), zone }
  }
  const { asap, days } = await times(ctx, location, rules)
  const reason = findNoSlotReason(rules, { asap, days, now: ctx.app.now() })
  return { now, asap, days: days.slice(0, maxDays), reason, zone }
}

/** The reason why shoppers can never choose the method, or null. */
function refusalOf(location: LocationRow, method: TimedMethod, road: Zone | undefined): Reason {
  if (!location.methods.includes(method)) return 'off'
  if (!isSelectable(location)) return 'hidden'
  return isAddressMethod(method) && !road ? 'no_zone' : null
}

function findClosedReason(rules: SlotRules, now: Date): Reason {
  if (isPaused(rules, now)) return 'paused'
  if (takesOrders(rules, now)) return null
  return takesOrders({ ...rules, lastOrderMinutes: 0 }, now) ? 'last_order' : 'closed'
}

function findNoSlotReason(
  rules: SlotRules,
  { asap, days, now }: { asap: Slot | null; days: SlotDay[]; now: Date },
): Reason {
  if (asap || firstFree(days)) return null
  if (days.length > 0) return 'full'
  const { date } = toLocal(now, rules.timeZone)
  const slots = Array.from({ length: rules.daysAhead + 1 }, (_, ahead) => gridOf(rules, addDays(date, ahead))).flat()
  const future = slots.filter(({ endsAt }) => endsAt > now)
  if (future.length === 0) return 'closed'
  if (!future.some(orderableAt(rules, now))) return 'last_order'
  const { pausedUntil: _, ...unpaused } = rules
  const isInTime = future.some(({ startsAt }) => startsAt.getTime() >= earliestReadyAt(unpaused, now))
  return isPaused(rules, now) && isInTime ? 'paused' : 'too_late'
}

const isPaused = ({ pausedUntil }: SlotRules, now: Date) => pausedUntil != null && pausedUntil > now
