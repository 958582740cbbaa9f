import type { Context } from '#server/platform/context.ts'
import * as dining from './dining.ts'

interface AtTable {
  location: string
  number: string
}
interface Tables {
  location: string
  tables: { number: string; isTaken: boolean; code: string }[]
}

/** The tables of a store in its order, with the code to print and whether a party sits there. */
export async function tables(ctx: Context, { location }: { location: string }): Promise<Tables> {
  const all = await dining.list(ctx, location)
  return { location, tables: all.map(({ number, isTaken, code }) => ({ number, isTaken, code })) }
}

/** Opens a table for a new party and ends the one before. `tables.unknown` for an unknown table. */
export async function openTable(ctx: Context, { location, number }: AtTable): Promise<Tables> {
  await dining.open(ctx, { locationId: location, number })
  return tables(ctx, { location })
}

/** Ends the party at a table, if there is one. `tables.unknown` for an unknown table. */
export async function closeTable(ctx: Context, { location, number }: AtTable): Promise<Tables> {
  await dining.close(ctx, { locationId: location, number })
  return tables(ctx, { location })
}
