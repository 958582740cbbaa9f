import { and, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Method, Slot, SlotDay } from '#contract/checkout.ts'
import { addDays, clockOf, openingsOf, toLocal, toTime } from '#contract/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { placeholders, prepared } from '#server/platform/prepared.ts'
import type { locations } from './tables.ts'
import { slotUse } from './tables.ts'

type LocationRow = typeof locations.$inferSelect
type Day = SlotDay
type Rules = Pick<
  LocationRow,
  'hours' | 'exceptions' | 'timeZone' | 'leadMinutes' | 'slotMinutes' | 'daysAhead' | 'slotCapacity'
>

export interface DaySlot {
  time: string
  until: string
  state: 'free' | 'few' | 'full'
  startsAt: Date
}

/** What one slot of a store is known by. */
export interface SlotUse {
  locationId: string
  method: Method
  startsAt: Date
}

/**
 * The slots of a local date that can still be reached from `now`, full ones included: within the opening hours to their
 * very end, after the lead time, not further than the days ahead. `used` counts orders by the slot's start.
 */
export function slotsOfDay(rules: Rules, date: string, now: Date, used: (startsAt: Date) => number): DaySlot[] {
  const today = toLocal(now, rules.timeZone).date
  if (rules.slotMinutes < 1 || date < today || date > addDays(today, rules.daysAhead)) return []
  const slotMs = rules.slotMinutes * 60_000
  const soonest = now.getTime() + rules.leadMinutes * 60_000
  const clock = clockOf(date, rules.timeZone)
  const slots: DaySlot[] = []
  for (const { from, to } of openingsOf(rules, date)) {
    for (let minute = from; minute + rules.slotMinutes <= to; minute += rules.slotMinutes) {
      const startsAt = clock(minute)
      if (!startsAt || startsAt.getTime() < soonest) continue
      const end = minute + rules.slotMinutes
      slots.push({
        time: toTime(minute),
        // Where clocks leap over its end, the end has another name.
        until: clock(end) ? toTime(end) : toLocal(new Date(startsAt.getTime() + slotMs), rules.timeZone).time,
        state: stateOf(used(startsAt), rules.slotCapacity),
        startsAt,
      })
    }
  }
  return slots
}

/** The days that have slots for this method, in order; none where the store does not offer it. */
export async function days(ctx: Context, location: LocationRow, method: Method): Promise<Day[]> {
  const all = await daysWithSlots(ctx, location, method)
  return all.map(({ date, slots }) => ({ date, slots: slots.map(({ startsAt: _, ...slot }) => slot) }))
}

/** The first slot with a place, or null. */
export async function earliest(ctx: Context, location: LocationRow, method: Method): Promise<Slot | null> {
  for (const { date, slots } of await daysWithSlots(ctx, location, method)) {
    const slot = slots.find(({ state }) => state !== 'full')
    if (slot) return { date, time: slot.time }
  }
  return null
}

/** Takes a place in the slot that starts then. Refuses what is past, closed, full or not offered: `checkout.slot_unavailable`. */
export async function take(
  ctx: Context,
  { location, method, date, time }: { location: LocationRow; method: Method; date: string; time: string },
): Promise<{ startsAt: Date }> {
  if (!location.methods.includes(method)) fail('checkout.slot_unavailable')
  const slot = slotsOfDay(location, date, ctx.app.now(), () => 0).find((slot) => slot.time === time)
  if (!slot || location.slotCapacity < 1) fail('checkout.slot_unavailable')
  const { startsAt } = slot
  const capacity = location.slotCapacity
  const [taken] = await takePlace(ctx.db, { locationId: location.id, method, startsAt, taken: 1, capacity })
  if (!taken) fail('checkout.slot_unavailable')
  return { startsAt }
}

const takePlace = prepared((db) =>
  db
    .insert(slotUse)
    .values(placeholders(slotUse))
    .onConflictDoUpdate({
      target: [slotUse.locationId, slotUse.method, slotUse.startsAt],
      set: { taken: sql`${slotUse.taken} + 1`, capacity: sql`excluded.capacity` },
      setWhere: lt(slotUse.taken, sql`excluded.capacity`),
    })
    .returning({ startsAt: slotUse.startsAt }),
)

/** Gives one place back; call it once for each that was taken. */
export async function give(ctx: Context, { locationId, method, startsAt }: SlotUse): Promise<void> {
  await givePlace(ctx.db, { locationId, method, startsAt })
}

async function daysWithSlots(ctx: Context, location: LocationRow, method: Method) {
  if (!location.methods.includes(method)) return []
  const now = ctx.app.now()
  const uses = await selectUse(ctx.db, { locationId: location.id, method, now })
  const taken = new Map(uses.map((use) => [use.startsAt.getTime(), use.taken]))
  const today = toLocal(now, location.timeZone).date
  return Array.from({ length: location.daysAhead + 1 }, (_, ahead) => addDays(today, ahead))
    .map((date) => ({ date, slots: slotsOfDay(location, date, now, (at) => taken.get(at.getTime()) ?? 0) }))
    .filter(({ slots }) => slots.length > 0)
}

const isSlot = and(eq(slotUse.locationId, sql.placeholder('locationId')), eq(slotUse.method, sql.placeholder('method')))
const selectUse = prepared((db) =>
  db
    .select({ startsAt: slotUse.startsAt, taken: slotUse.taken })
    .from(slotUse)
    .where(and(isSlot, gte(slotUse.startsAt, sql.placeholder('now')))),
)
const givePlace = prepared((db) =>
  db
    .update(slotUse)
    .set({ taken: sql`${slotUse.taken} - 1` })
    .where(and(isSlot, eq(slotUse.startsAt, sql.placeholder('startsAt')), gt(slotUse.taken, 0))),
)

/** `few` from a quarter of the places on. */
function stateOf(used: number, capacity: number): DaySlot['state'] {
  const left = capacity - used
  if (left <= 0) return 'full'
  return left * 4 <= capacity ? 'few' : 'free'
}
