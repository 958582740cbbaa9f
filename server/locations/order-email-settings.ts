import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Locale } from '#contract/languages.ts'
import type { OrderEmail, storeStaffCalls } from '#contract/office/stores.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { all } from './rows.ts'
import { locations } from './tables.ts'

/** The order-email settings of the stores that the caller may change, in the sequence that the owner chose. */
export async function orderEmails(ctx: Context): Promise<{ stores: OrderEmail[] }> {
  return {
    stores: (await findOwnStores(ctx)).map((row) => ({
      location: row.id,
      name: row.name,
      email: row.orderEmail,
      locale: row.orderEmailLocale,
      isOn: row.isOrderEmailOn,
    })),
  }
}

const findOwnStores = async (ctx: Context) =>
  (await all(ctx)).filter(({ id }) => canAccessStore(ctx, 'store.write', id))

const loggedColumns = {
  email: locations.orderEmail,
  locale: locations.orderEmailLocale,
  isOn: locations.isOrderEmailOn,
}

/**
 * Sets the address or the language of a store's order emails, or switches these emails on or off. Omitted settings stay
 * unchanged. Fails with `staff.unknown` if there is no such store.
 */
export async function writeOrderEmail(
  ctx: Context,
  { location, email, locale, isOn }: z.output<typeof storeStaffCalls.writeOrderEmail.input>,
): Promise<{ stores: OrderEmail[] }> {
  await transact(ctx, async (ctx) => {
    const [before] = await ctx.db.select(loggedColumns).from(locations).where(eq(locations.id, location)).for('update')
    if (!before) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: location }) })
    const [after] = await ctx.db
      .update(locations)
      .set({
        id: location,
        ...(email !== undefined && { orderEmail: email }),
        ...(locale !== undefined && { orderEmailLocale: locale }),
        ...(isOn !== undefined && { isOrderEmailOn: isOn }),
      })
      .where(eq(locations.id, location))
      .returning(loggedColumns)
    // The log keeps the address, because the address is the store's and not a shopper's, and because the log must show
    // who receives the data of the store's orders.
    ctx.staff?.note({ subject: location, location, before, after: after ?? null })
    await publishCatalogueChange(ctx)
  })
  return orderEmails(ctx)
}

/**
 * Sets the address and language of the order emails of every store that has no address. With `location`, does so only
 * for this store. Stores that have an address keep it.
 */
export async function fillOrderEmails(
  ctx: Context,
  { email, locale, location }: { email: string; locale: Locale; location?: string },
): Promise<void> {
  await transact(ctx, async (ctx) => {
    await ctx.db
      .update(locations)
      .set({ orderEmail: email, orderEmailLocale: locale })
      .where(and(eq(locations.orderEmail, ''), location ? eq(locations.id, location) : undefined))
    await publishCatalogueChange(ctx)
  })
}
