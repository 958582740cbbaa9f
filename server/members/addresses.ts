import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { account, SavedAddress } from '#contract/account.ts'
import type { Address, AddressType } from '#contract/addresses.ts'
import { addressType } from '#contract/addresses.ts'
import { normaliseAddress } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memberIdOf } from './rows.ts'
import { memberAddresses } from './tables.ts'

/**
 * The maximum number of saved addresses of each type. Above this number, `saveAddress` deletes the addresses whose last
 * use is longest ago, but never the default address.
 */
const maxSavedAddresses = 20

/** The visitor's saved addresses of a type, last used first; empty for guests. */
export async function savedAddresses(ctx: Context, type: AddressType): Promise<Address[]> {
  const { memberId } = ctx
  return memberId ? (await rowsOf(ctx, memberId, type)).map(({ address }) => address) : []
}

/** Saves an address for the member, or records that it was used again. Does nothing for guests. */
export async function saveAddress(ctx: Context, type: AddressType, address: Address): Promise<void> {
  const { memberId } = ctx
  if (!memberId) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`addresses ${memberId}`}))`)
    const now = ctx.app.now()
    const rows = await rowsOf(ctx, memberId, type)
    const same = rows.find((row) => isSameAddress(row.address, address))
    if (same) {
      await ctx.db.update(memberAddresses).set({ address, usedAt: now }).where(eq(memberAddresses.id, same.id))
      return
    }
    await ctx.db.insert(memberAddresses).values({ memberId, type, address, isDefault: rows.length === 0, usedAt: now })
    const others = rows.filter(({ isDefault }) => !isDefault)
    const keptCount = maxSavedAddresses - 1 - (rows.length - others.length)
    const surplus = others.slice(keptCount)
    if (surplus.length > 0)
      await ctx.db.delete(memberAddresses).where(
        inArray(
          memberAddresses.id,
          surplus.map(({ id }) => id),
        ),
      )
  })
}

/**
 * The member's saved addresses of a type, with their labels. Fails with `not_found` if the id belongs to another
 * member.
 */
export async function addresses(
  ctx: Context,
  { id, type }: { id: string; type: AddressType },
): Promise<{ addresses: SavedAddress[] }> {
  if (id !== memberIdOf(ctx)) fail('not_found')
  const rows = await rowsOf(ctx, id, type)
  return {
    addresses: rows.map(({ id: addressId, label, isDefault, address }) => ({ addressId, label, isDefault, address })),
  }
}

/**
 * Adds, replaces or deletes a saved address, and returns all saved addresses of its type. Fails with
 * `checkout.address_invalid` if the address is invalid, and with `account.addresses_full` if the member already has the
 * maximum number of addresses of this type. Fails with `not_found` if `id` is not the visitor's own, or if the member
 * has no such address of this type.
 */
export function updateAddresses(
  ctx: Context,
  { id, type, put, remove }: z.output<typeof account.updateAddresses.input>,
): Promise<{ addresses: SavedAddress[] }> {
  if (id !== memberIdOf(ctx)) fail('not_found')
  const ownAddressCondition = (addressId: number) =>
    and(eq(memberAddresses.id, addressId), eq(memberAddresses.memberId, id), eq(memberAddresses.type, type))
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`addresses ${id}`}))`)
    const rows = await rowsOf(ctx, id, type)
    const addressIds = [put?.addressId, remove].filter((addressId) => addressId !== undefined)
    if (addressIds.some((addressId) => !rows.some((row) => row.id === addressId))) fail('not_found')
    if (remove !== undefined) await ctx.db.delete(memberAddresses).where(ownAddressCondition(remove))
    if (put) {
      if (put.addressId === undefined && rows.length >= maxSavedAddresses)
        fail('account.addresses_full', { max: maxSavedAddresses })
      const isDefault = put.isDefault || rows.length === 0
      if (isDefault)
        await ctx.db
          .update(memberAddresses)
          .set({ isDefault: false })
          .where(and(eq(memberAddresses.memberId, id), eq(memberAddresses.type, type)))
      const values = { label: put.label, address: normaliseAddress(put.address), isDefault, usedAt: ctx.app.now() }
      if (put.addressId === undefined) await ctx.db.insert(memberAddresses).values({ ...values, memberId: id, type })
      else await ctx.db.update(memberAddresses).set(values).where(ownAddressCondition(put.addressId))
    }
    return addresses(ctx, { id, type })
  })
}

/** Moves one member's saved addresses to another, up to the limit and without duplicates. */
export async function transferAddresses(ctx: Context, fromId: string, intoId: string): Promise<void> {
  for (const type of addressType.options) {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`addresses ${intoId}`}))`)
    const targetRows = await rowsOf(ctx, intoId, type)
    const movedRows = (await rowsOf(ctx, fromId, type)).filter(
      (row) => !targetRows.some((existing) => isSameAddress(existing.address, row.address)),
    )
    for (const row of movedRows.slice(0, Math.max(0, maxSavedAddresses - targetRows.length))) {
      const isDefault = row.isDefault && !targetRows.some((existing) => existing.isDefault)
      const change = { memberId: intoId, isDefault }
      await ctx.db.update(memberAddresses).set(change).where(eq(memberAddresses.id, row.id))
    }
  }
}

function rowsOf(ctx: Context, memberId: string, type: AddressType) {
  return ctx.db
    .select()
    .from(memberAddresses)
    .where(and(eq(memberAddresses.memberId, memberId), eq(memberAddresses.type, type)))
    .orderBy(desc(memberAddresses.usedAt), desc(memberAddresses.id))
}

/** Whether both addresses lead to the same door. Notes for the courier may differ. */
function isSameAddress(first: Address, second: Address): boolean {
  const door = ({ country, postCode, city, street, unit }: Address) =>
    [country, postCode, city, street, unit].join('|').toLowerCase()
  return door(first) === door(second)
}
