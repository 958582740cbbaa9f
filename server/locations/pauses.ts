import { eq } from 'drizzle-orm'
import type { Method } from '#contract/checkout.ts'
import { addDays, nextOpening, openingAt, toInstant, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { all, isSelectable } from './rows.ts'
import { locations } from './tables.ts'

type LocationRow = typeof locations.$inferSelect
interface Meant {
  location: string
  method?: Method | undefined
}
export interface Paused {
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
  const mine = (await all(ctx)).filter(({ id }) => isMine(ctx, 'store.pause', id))
  return {
    stores: mine.map((row) => {
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
export function pause(ctx: Context, { location, method, minutes }: Meant & { minutes?: number | undefined }) {
  const until = minutes === undefined ? null : new Date(ctx.app.now().getTime() + minutes * 60_000).toISOString()
  return change(ctx, { location, method }, (pauses, method) => ({ ...pauses, [method]: until }))
}

/** Ends a pause, for one method or all. */
export function resume(ctx: Context, meant: Meant): Promise<Paused> {
  return change(ctx, meant, (pauses, method) => {
    const { [method]: _, ...rest } = pauses
    return rest
  })
}

/**
 * Makes every order take this many minutes longer until the end of the store's day; 0 removes the delay. Fails with
 * `staff.unknown` if there is no such store.
 */
export function slower(ctx: Context, { location, minutes }: { location: string; minutes: number }): Promise<Paused> {
  return transact(ctx, async (ctx) => {
    const row = await lockStore(ctx, location)
    const { timeZone } = row
    const tomorrow = addDays(toLocal(ctx.app.now(), timeZone).date, 1)
    // If the clock skips midnight, the day ends at 1:00.
    const until = toInstant(tomorrow, '00:00', timeZone) ?? toInstant(tomorrow, '01:00', timeZone)
    const next = minutes > 0 && until ? { minutes, until: until.toISOString() } : null
    await ctx.db.update(locations).set({ slower: next }).where(eq(locations.id, location))
    await catalogueChanged(ctx)
    ctx.staff?.note({ subject: location, location, before: { slower: row.slower }, after: { slower: next } })
    return toPaused(ctx, { ...row, slower: next })
  })
}

/** Locks a store until the transaction ends. Fails with `staff.unknown` if there is no such store. */
export async function lockStore(ctx: Context, location: string): Promise<LocationRow> {
  const [row] = await ctx.db.select().from(locations).where(eq(locations.id, location)).for('update')
  return row ?? fail('staff.unknown', { what: both('staff.a_store', { name: location }) })
}

type Pauses = LocationRow['pauses']

function change(
  ctx: Context,
  { location, method }: Meant,
  next: (pauses: Pauses, method: Method) => Pauses,
): Promise<Paused> {
  return transact(ctx, async (ctx) => {
    const row = await lockStore(ctx, location)
    const methods = method ? [method] : row.methods
    const pauses = methods.reduce<Pauses>((pauses, method) => next(pauses, method), row.pauses)
    await ctx.db.update(locations).set({ pauses }).where(eq(locations.id, location))
    await catalogueChanged(ctx)
    return toPaused(ctx, { ...row, pauses })
  })
}

/** The pauses of a store, as staff see them. */
export function toPaused({ app }: Context, row: LocationRow): Paused {
  const isPaused = (method: Method) => (endOfPause(row, method) ?? 0) > app.now()
  return {
    location: row.id,
    timeZone: row.timeZone,
    pauses: row.methods.filter(isPaused).map((method) => ({ method, until: row.pauses[method] ?? null })),
    slower: row.slower && new Date(row.slower.until) > app.now() ? row.slower : null,
  }
}
