import { eq } from 'drizzle-orm'
import type { Context } from './context.ts'
import { transact } from './database/transactions.ts'
import { settings } from './tables.ts'

/** Reads a stored value of the shop by key; null if missing. */
export async function readSetting<Value = unknown>(ctx: Context, key: string): Promise<Value | null> {
  const [row] = await ctx.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  // The cast is safe: only the caller's module writes this key, always with this type.
  return (row?.value ?? null) as Value | null
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
    // Inserts a row if there is none, so that there is a row to lock.
    await ctx.db.insert(settings).values({ key, value: {}, updatedAt: ctx.app.now() }).onConflictDoNothing()
    const [row] = await ctx.db
      .select({ value: settings.value })
      .from(settings)
      .where(eq(settings.key, key))
      .for('update')
    // The cast is safe: the same caller wrote the stored value with this type.
    await writeSetting(ctx, key, change((row?.value ?? {}) as Partial<Value>))
  })
}
