import { eq } from 'drizzle-orm'
import type { Context } from './context.ts'
import { transact } from './database/transactions.ts'
import { settings } from './tables.ts'

/** What the shop remembers about itself under a key, or null. */
export async function readSetting(ctx: Context, key: string): Promise<unknown> {
  const [row] = await ctx.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row?.value ?? null
}

/** Remembers a value under a key, in place of what was there. */
export async function writeSetting(ctx: Context, key: string, value: NonNullable<unknown>): Promise<void> {
  const row = { value, updatedAt: ctx.app.now() }
  await ctx.db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
}

/**
 * Changes the value under a key, one who does so after the other: what it makes of the value that is there is there
 * after.
 */
export async function updateSetting<Value extends object>(
  ctx: Context,
  key: string,
  change: (before: Partial<Value>) => Partial<Value>,
): Promise<void> {
  await transact(ctx, async (ctx) => {
    // So that there is a row to wait for.
    await ctx.db.insert(settings).values({ key, value: {}, updatedAt: ctx.app.now() }).onConflictDoNothing()
    const [row] = await ctx.db
      .select({ value: settings.value })
      .from(settings)
      .where(eq(settings.key, key))
      .for('update')
    await writeSetting(ctx, key, change((row?.value ?? {}) as Partial<Value>))
  })
}
