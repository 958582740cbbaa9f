import { eq } from 'drizzle-orm'
import type { Method } from '#contract/checkout.ts'
import {
  addDays,
  clockOf,
  dayMinutes,
  isWithin,
  nextOpening,
  openingAt,
  openingsOf,
  toLocal,
  toMinutes,
  toTime,
} from '#contract/hours.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { all, isSelectable } from './rows.ts'
import { locations } from './tables.ts'

type LocationRow = typeof locations.$inferSelect
interface PauseTarget {
  location: string
  method?: Method | undefined
}
export interface StorePauses {
  location: string
  timeZone: string
  pauses: { method: Method; until: string | null }[]
  slower: { minutes: number; until: string } | null
}

/**
 * The end of a store's pause for a method: null without a pause, and a date in the year 9999 for a pause without an
 * end.
 */
export function endOfPause({ pauses }: Pick<LocationRow, 'pauses'>, method: Method): Date | null {
  const until = pauses[method]
  if (until === undefined) return null
  return until === null ? endOfTime : new Date(until)
}
const endOfTime = new Date('9999-12-31T00:00:00Z')

/** The caller's stores with their pauses, and whether they are open. */
export async function list(ctx: Context) {
  const ownStores = (await all(ctx)).filter(({ id }) => canAccessStore(ctx, 'store.pause', id))
  return {
    stores: ownStores.map((row) => {
      const paused = toPaused(ctx, row)
      return {
        ...paused,
        ...openState(ctx, row),
        name: row.name,
        isAllPaused: paused.pauses.length === row.methods.length,
        methods: row.methods,
      }
    }),
  }
}

/** Whether the store is hidden from shoppers, and when it closes or next opens, in the store's local time. */
function openState({ app }: Context, row: LocationRow) {
  const { date, time } = toLocal(app.now(), row.timeZone)
  const minute = toMinutes(time)
  const opening = openingAt(row, date, minute)
  return {
    isHidden: !isSelectable(row),
    openUntil: opening && toTime(opening.to),
    opensNext: opening ? null : nextOpening(row, date, minute),
  }
}

/**
 * Pauses orders for one method or all methods. The pause lasts this many minutes, or until staff resume orders. Fails
 * with `staff.unknown` if there is no such store.
 */
export function pause(ctx: Context, { location, method, minutes }: PauseTarget & { minutes?: number | undefined }) {
  const until = minutes === undefined ? null : new Date(ctx.app.now().getTime() + minutes * 60_000).toISOString()
  return change(ctx, { location, method }, (pauses, method) => ({ ...pauses, [method]: until }))
}

/** Ends a pause, for one method or all. */
export function resume(ctx: Context, target: PauseTarget): Promise<StorePauses> {
  return change(ctx, target, (pauses, method) => {
    const { [method]: _, ...rest } = pauses
    return rest
  })
}

/**
 * Makes every order take this many minutes longer until the end of the store's day; 0 removes the delay. A day with an
 * opening that passes midnight ends with this opening. Fails with `staff.unknown` if there is no such store.
 */
export function slower(
  ctx: Context,
  { location, minutes }: { location: string; minutes: number },
): Promise<StorePauses> {
  return transact(ctx, async (ctx) => {
    const row = await lockStore(ctx, location)
    const until = endOfDay(row, ctx.app.now())
    const next = minutes > 0 && until ? { minutes, until: until.toISOString() } : null
    await ctx.db.update(locations).set({ slower: next }).where(eq(locations.id, location))
    await publishCatalogueChange(ctx)
    ctx.staff?.note({ subject: location, location, before: { slower: row.slower }, after: { slower: next } })
    return toPaused(ctx, { ...row, slower: next })
  })
}

/** The end of the store's day: midnight, or the end of the day's last opening if it is later. */
function endOfDay(row: LocationRow, now: Date): Date | null {
  const { date, time } = toLocal(now, row.timeZone)
  const minute = toMinutes(time)
  const before = addDays(date, -1)
  const isBefore =
    !openingsOf(row, date).some((opening) => isWithin(opening, minute)) &&
    openingsOf(row, before).some((opening) => isWithin(opening, minute + dayMinutes))
  const day = isBefore ? before : date
  const end = Math.max(dayMinutes, ...openingsOf(row, day).map(({ to }) => to))
  const clock = clockOf(day, row.timeZone)
  // If the clock skips this time, the day ends an hour later.
  return clock(end) ?? clock(end + 60)
}

/** Locks a store until the transaction ends. Fails with `staff.unknown` if there is no such store. */
export async function lockStore(ctx: Context, location: string): Promise<LocationRow> {
  const [row] = await ctx.db.select().from(locations).where(eq(locations.id, location)).for('update')
  return row ?? fail('staff.unknown', { what: bilingualText('staff.a_store', { name: location }) })
}

type Pauses = LocationRow['pauses']

function change(
  ctx: Context,
  { location, method }: PauseTarget,
  next: (pauses: Pauses, method: Method) => Pauses,
): Promise<StorePauses> {
  return transact(ctx, async (ctx) => {
    const row = await lockStore(ctx, location)
    const methods = method ? [method] : row.methods
    const pauses = methods.reduce<Pauses>((pauses, method) => next(pauses, method), row.pauses)
    await ctx.db.update(locations).set({ pauses }).where(eq(locations.id, location))
    await publishCatalogueChange(ctx)
    return toPaused(ctx, { ...row, pauses })
  })
}

/** The pauses of a store, as staff see them. */
export function toPaused({ app }: Context, row: LocationRow): StorePauses {
  const isPaused = (method: Method) => (endOfPause(row, method) ?? 0) > app.now()
  return {
    location: row.id,
    timeZone: row.timeZone,
    pauses: row.methods.filter(isPaused).map((method) => ({ method, until: row.pauses[method] ?? null })),
    slower: row.slower && new Date(row.slower.until) > app.now() ? row.slower : null,
  }
}
