import { asc } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { memoize } from '#server/platform/memo.ts'
import { locations } from './tables.ts'

export type LocationRow = typeof locations.$inferSelect

/** All locations in the sequence that the owner chose, including hidden and virtual locations. */
export const all = memoize<LocationRow[]>((ctx) =>
  ctx.db.select().from(locations).orderBy(asc(locations.position), asc(locations.id)),
)

/** The location with this id, selectable or not; null if unknown. */
export async function find(ctx: Context, id: string): Promise<LocationRow | null> {
  return (await all(ctx)).find((location) => location.id === id) ?? null
}

/** Whether shoppers can choose this location. */
export function isSelectable({ display, virtual }: Pick<LocationRow, 'display' | 'virtual'>): boolean {
  return display && !virtual
}
