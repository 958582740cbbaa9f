import type { ShopDetail } from '#contract/office/stores.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { defaultSettings } from './defaults.ts'
import { shop } from './tables.ts'

/** The shop's name and main colour. */
export async function shopSettings(ctx: Context): Promise<ShopDetail> {
  const [row] = await ctx.db.select().from(shop)
  const settings = row?.settings ?? defaultSettings
  return { version: row?.version ?? 0, name: settings.storeName, colour: settings.css.varButton?.background ?? '' }
}

/** Writes the shop's name and main colour. `staff.stale` if somebody changed them meanwhile. */
export function writeShop(ctx: Context, { version, name, colour }: ShopDetail): Promise<ShopDetail> {
  return transact(ctx, async (ctx) => {
    // A new shop has no row that two requests could lock.
    await ctx.db.insert(shop).values({ settings: defaultSettings, version: 0 }).onConflictDoNothing()
    const [row] = await ctx.db.select().from(shop).for('update')
    if (!row || row.version !== version) fail('staff.stale')
    const before = await shopSettings(ctx)
    const { css } = row.settings
    const settings = {
      ...row.settings,
      storeName: name,
      css: { ...css, varButton: { ...css.varButton, background: colour }, varHeaderNavActive: { color: colour } },
    }
    await ctx.db.update(shop).set({ settings, version: version + 1, updatedAt: ctx.app.now() })
    await catalogueChanged(ctx)
    ctx.staff?.note({
      subject: name,
      before: { name: before.name, colour: before.colour },
      after: { name, colour },
    })
    return shopSettings(ctx)
  })
}
