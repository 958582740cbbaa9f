import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Address, AddressType } from '#contract/addresses.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { memberAddresses } from './tables.ts'

/** So many of a type are kept; the one that was not used longest makes room. */
const kept = 20

/** The addresses that the visitor keeps for something, the one used last first; none of guests. */
export async function savedAddresses(ctx: Context, type: AddressType): Promise<Address[]> {
  const { memberId } = ctx
  return memberId ? (await rowsOf(ctx, memberId, type)).map(({ address }) => address) : []
}

/** Keeps an address among the member's own, or notes that it was used again. Guests have nowhere to keep it: nothing happens. */
export async function saveAddress(ctx: Context, type: AddressType, address: Address): Promise<void> {
  const { memberId } = ctx
  if (!memberId) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`addresses ${memberId}`}))`)
    const now = ctx.app.now()
    const rows = await rowsOf(ctx, memberId, type)
    const same = rows.find((row) => isSame(row.address, address))
    if (same) {
      await ctx.db.update(memberAddresses).set({ address, usedAt: now }).where(eq(memberAddresses.id, same.id))
      return
    }
    await ctx.db.insert(memberAddresses).values({ memberId, type, address, isDefault: rows.length === 0, usedAt: now })
    const over = rows.filter(({ isDefault }) => !isDefault).slice(kept - 1)
    if (over.length > 0)
      await ctx.db.delete(memberAddresses).where(
        inArray(
          memberAddresses.id,
          over.map(({ id }) => id),
        ),
      )
  })
}

function rowsOf(ctx: Context, memberId: string, type: AddressType) {
  return ctx.db
    .select()
    .from(memberAddresses)
    .where(and(eq(memberAddresses.memberId, memberId), eq(memberAddresses.type, type)))
    .orderBy(desc(memberAddresses.usedAt), desc(memberAddresses.id))
}

/** The same door: what is written for whoever brings it may differ. */
function isSame(one: Address, other: Address): boolean {
  const door = ({ country, postCode, city, street, unit }: Address) =>
    [country, postCode, city, street, unit].join('|').toLowerCase()
  return door(one) === door(other)
}
