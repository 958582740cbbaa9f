import { eq } from 'drizzle-orm'
import type { Context } from './context.ts'
import { transact } from './database/transactions.ts'
import { settings } from './tables.ts'

/** Reads a stored value of the shop by key; null if missing. */
export async function readSetting(ctx: Context, key: string): Promise<unknown> {
  const [row] = await ctx.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row?.value ?? null
}

/** Stores a value under a key, replacing any earlier value. */
export async function writeSetting(ctx: Context, key: string, value: NonNullable<unknown>): Promise<void> {
  const row = { value, updatedAt: ctx.app.now() }
  await ctx.db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
}

/** Changes the value under a key. Concurrent changes run one after the other, so none is lost. */
export async function updateSetting<Value extends object>(
  ctx: Context,
  key: string,
  change: (before: Partial<Value>) => Partial<Value>,
): Promise<void> {
  await transact(ctx, async (ctx) => {
    // Ensures that there is a row to lock.
    await ctx.db.insert(settings).values({ key, value: {}, updatedAt: ctx.app.now() }).onConflictDoNothing()
    const [row] = await ctx.db
      .select({ value: settings.value })
      .from(settings)
      .where(eq(settings.key, key))
      .for('update')
    // The stored value has this type, because the same caller wrote it.
    await writeSetting(ctx, key, change((row?.value ?? {}) as Partial<Value>))
  })
}
