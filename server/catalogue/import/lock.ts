import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { settings } from '#server/platform/tables.ts'
import { importError } from './refusal.ts'

const key = 'catalogue.import'
const renewIntervalMs = 5000
/** If the holder of the lock has not renewed it for this long, another import can take the lock. */
const leaseDuration = sql`interval '20 seconds'`

/** Takes the shop-wide import lock, across processes. Throws `ImportError` if another import holds it. */
export async function acquireImportLock({ app }: Context): Promise<{ release(): Promise<void> }> {
  const { db } = app.database
  const value = randomUUID()
  const [acquired] = await db
    .insert(settings)
    .values({ key, value, updatedAt: sql`now()` })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value, updatedAt: sql`now()` },
      setWhere: sql`${settings.updatedAt} < now() - ${leaseDuration}`,
    })
    .returning({ key: settings.key })
  if (!acquired) throw importError('import.busy')
  const ownLock = and(eq(settings.key, key), eq(settings.value, value))
  const renew = setInterval(() => {
    db.update(settings)
      .set({ updatedAt: sql`now()` })
      .where(ownLock)
      .catch((error: unknown) => app.log.warn('the turn of an import was not renewed', { error }))
  }, renewIntervalMs).unref()
  return {
    async release() {
      clearInterval(renew)
      await db.delete(settings).where(ownLock)
    },
  }
}
