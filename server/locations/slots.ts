import type { Method, Slot, SlotDay } from '#contract/checkout.ts'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memoize } from '#server/platform/memo.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { recordTopics } from '#server/platform/topics.ts'
import { insertPlace, insertPlaceOrAbort, selectSlotUse, updateReleasedPlace } from './queries.ts'
import type { SlotRules } from './slot-rules.ts'
import { earliestReadyAt, findPromise, firstOrderable, gridOf, rulesOf, slotsOfDay, stateOf } from './slot-rules.ts'
import type { locations } from './tables.ts'

export type { DaySlot, SlotRules, ZoneRules } from './slot-rules.ts'
export { gridOf, rulesOf, slotsOfDay, takesOrders } from './slot-rules.ts'

type LocationRow = typeof locations.$inferSelect

/** The key of a store's slot. */
export interface SlotUse {
  locationId: string
  method: Method
  startsAt: Date
}

/** A store's times for one method, with full slots marked. */
export interface Times {
  days: SlotDay[]
  /** The earliest slot that the store can promise to an as-soon-as-possible order; null if there is none. */
  asap: Slot | null
}

/**
 * The days with slots for this method, in order, and the earliest slot for an as-soon-as-possible order. Has no days
 * and no slot if the store does not offer the method.
 */
export async function times(ctx: Context, location: LocationRow, rules: SlotRules): Promise<Times> {
  if (!location.methods.includes(rules.method)) return { days: [], asap: null }
  recordTopics(ctx, `slots ${location.id}`)
  const now = ctx.app.now()
  const used = await loadUsage(ctx, location.id, rules)
  const today = toLocal(now, rules.timeZone).date
  const days = Array.from({ length: rules.daysAhead + 1 }, (_, ahead) => addDays(today, ahead))
    .map((date) => ({ date, slots: slotsOfDay(rules, date, { now, used }).map(({ startsAt: _, ...slot }) => slot) }))
    .filter(({ slots }) => slots.length > 0)
  const asapPromise = findPromise(rules, now, used)
  return { days, asap: asapPromise && toAsap(asapPromise) }
}

/** The days with slots for this method, in order; empty if the store does not offer it. */
export async function days(
  ctx: Context,
  location: LocationRow,
  { method, goodsMinutes = 0 }: { method: Method; goodsMinutes?: number | undefined },
): Promise<SlotDay[]> {
  return (await times(ctx, location, rulesOf(location, method, { goodsMinutes }))).days
}

/**
 * The first pickup time for goods with this lead time. `orderBy` is the deadline for orders for that day. Null if no
 * time is free.
 */
export async function firstDay(
  ctx: Context,
  location: LocationRow,
  goodsMinutes: number,
): Promise<{ date: string; time: string; orderBy: string; timeZone: string } | null> {
  const rules = rulesOf(location, 'PICKUP', { goodsMinutes })
  const { lastOrder, timeZone } = rules
  const { days } = await times(ctx, location, rules)
  const first = firstFree(days)
  const last = days.find(({ date }) => date === first?.date)?.slots.at(-1)
  const lastStart = first && last && toInstant(first.date, last.time, timeZone)
  if (!first?.time || !lastStart) return null
  const byLead = lastStart.getTime() - rules.leadMinutes * 60_000
  const byRule = lastOrder && toInstant(addDays(first.date, -lastOrder.daysBefore), lastOrder.time, timeZone)
  const closesAt = gridOf(rules, first.date).find(({ time }) => time === last.time)?.closesAt
  const byClosing = closesAt ? closesAt.getTime() - rules.lastOrderMinutes * 60_000 : byLead
  const orderBy = new Date(Math.min(byLead, byClosing, byRule?.getTime() ?? byLead)).toISOString()
  return { date: first.date, time: first.time, orderBy, timeZone }
}

/** The first slot of these days with a free place, or null. */
export function firstFree(days: SlotDay[]): Slot | null {
  for (const { date, slots } of days) {
    const slot = slots.find(({ state }) => state !== 'full')
    if (slot) return { date, time: slot.time }
  }
  return null
}

/**
 * The earliest as-soon-as-possible time that the store can promise and that has a free place; null if there is none.
 */
export async function findAsap(ctx: Context, location: LocationRow, rules: SlotRules): Promise<Slot | null> {
  if (!location.methods.includes(rules.method)) return null
  const found = findPromise(rules, ctx.app.now(), await loadUsage(ctx, location.id, rules))
  return found && toAsap(found)
}

interface SlotContext {
  location: LocationRow
  rules: SlotRules
}

/**
 * The start of the given slot. For an as-soon-as-possible promise, the start of the slot that contains the promised
 * time. Fails with `checkout.slot_unavailable` if the slot is past, closed or not offered.
 */
export function requireStart(ctx: Context, { location, rules, slot }: SlotContext & { slot: Slot }): Date {
  const startsAt = location.methods.includes(rules.method) ? startOf(rules, slot, ctx.app.now()) : undefined
  return startsAt && rules.slotCapacity > 0 ? startsAt : fail('checkout.slot_unavailable')
}

/** Takes a place in the slot that begins at `startsAt`. Fails with `checkout.slot_unavailable` if the slot is full. */
export async function reserve(
  ctx: Context,
  { location, rules, startsAt }: SlotContext & { startsAt: Date },
): Promise<void> {
  const { method, slotCapacity: capacity } = rules
  const place = { locationId: location.id, method, startsAt, taken: 1, capacity }
  const reserveWith = async (insertSlotPlace: typeof insertPlace) => {
    const [slot] = await insertSlotPlace(ctx.db, place)
    if (!slot) fail('checkout.slot_unavailable')
    if (stateOf(slot.taken, capacity) !== stateOf(slot.taken - 1, capacity)) publishSlotState(ctx, location.id)
  }
  await writeWithCommit(
    ctx,
    () => reserveWith(insertPlaceOrAbort),
    () => reserveWith(insertPlace),
  )
}

/** The start of the given slot, if shoppers can still order it at this time. Does not check for a free place. */
export function startOf(rules: SlotRules, { date, time, asap }: Slot, now: Date): Date | undefined {
  if (!asap) return slotsOfDay(rules, date, { now, used: () => 0 }).find((slot) => slot.time === time)?.startsAt
  // The store checked the lead time and the last order before closing when it promised this time. They are not checked
  // again here.
  const promised = time === null ? undefined : instantsOf(date, time, rules.timeZone).find((at) => at >= now)
  if (!promised) return undefined
  const slot = gridOf(rules, date).find(({ startsAt, endsAt }) => startsAt <= promised && promised < endsAt)
  return slot && slot.day >= firstOrderable(rules, now) ? slot.startsAt : undefined
}

/**
 * All instants at which the local clock shows this time: two if the clock goes back, and none if the clock skips the
 * time.
 */
function instantsOf(date: string, time: string, timeZone: string): Date[] {
  const first = toInstant(date, time, timeZone)
  if (!first) return []
  return [0, 30, 60, 120]
    .map((minutes) => new Date(first.getTime() + minutes * 60_000))
    .filter((at) => toLocal(at, timeZone).time === time)
}

/** Releases one place. Call it once for each taken place. */
export async function release(ctx: Context, { locationId, method, startsAt }: SlotUse): Promise<void> {
  const [slot] = await updateReleasedPlace(ctx.db, { locationId, method, startsAt })
  if (slot && stateOf(slot.taken, slot.capacity) !== stateOf(slot.taken + 1, slot.capacity)) {
    publishSlotState(ctx, locationId)
  }
}

/**
 * How long this process may show a slot as free after another process filled it. Taking a place always checks the
 * database.
 */
const usesCacheMs = 500
const cachedUses = memoize(async () => ({ slots: new Map<string, Uses>() }), usesCacheMs)

/**
 * `taken` maps the start of a slot, in milliseconds, to the number of taken places. It has all slots with taken places
 * that start at `from` or later.
 */
interface Uses {
  from: Date
  taken: Map<number, number>
}

/** Publishes that the state of a slot changed, and empties the cache after the commit. */
function publishSlotState(ctx: Context, locationId: string) {
  publishTopics(ctx, [`slots ${locationId}`])
  const poolCtx = { ...ctx, db: ctx.app.database.db }
  afterCommit(ctx, async () => {
    const cache = await cachedUses(poolCtx)
    // Replaces the map instead of emptying it. A query that is still running writes its outdated result into the old
    // map.
    cache.slots = new Map()
  })
}

/** Returns a function that converts a slot's start to the slot's number of taken places. Uses the cache. */
async function loadUsage(ctx: Context, locationId: string, rules: SlotRules): Promise<(startsAt: Date) => number> {
  const { method } = rules
  // Begins one slot length before the order is ready, because a promised time may lie in a slot that began earlier.
  const from = new Date(earliestReadyAt(rules, ctx.app.now()) - rules.slotMinutes * 60_000)
  const { slots } = await cachedUses(ctx)
  const key = `${locationId}|${method}`
  const cached = slots.get(key)
  const uses = cached && cached.from <= from ? cached : await readUses(ctx, { locationId, method, from })
  slots.set(key, uses)
  return (startsAt) => uses.taken.get(startsAt.getTime()) ?? 0
}

async function readUses(ctx: Context, query: { locationId: string; method: Method; from: Date }): Promise<Uses> {
  const rows = await selectSlotUse(ctx.db, query)
  return { from: query.from, taken: new Map(rows.map(({ startsAt, taken }) => [startsAt.getTime(), taken])) }
}

const toAsap = ({ date, time, until }: { date: string; time: string; until: string }): Slot => ({
  date,
  time,
  until,
  asap: true,
})
