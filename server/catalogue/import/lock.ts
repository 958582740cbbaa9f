import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { settings } from '#server/platform/tables.ts'
import { importError } from './refusal.ts'

const key = 'catalogue.import'
const renewedEveryMs = 5000
/** If the holder of the lock has not renewed it for this long, another import can take the lock. */
const lasts = sql`interval '20 seconds'`

/** Takes the shop-wide import lock, across processes. Throws `ImportError` if another import holds it. */
export async function takeTurn({ app }: Context): Promise<{ end(): Promise<void> }> {
  const { db } = app.database
  const value = randomUUID()
  const [taken] = await db
    .insert(settings)
    .values({ key, value, updatedAt: sql`now()` })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value, updatedAt: sql`now()` },
      setWhere: sql`${settings.updatedAt} < now() - ${lasts}`,
    })
    .returning({ key: settings.key })
  if (!taken) throw importError('import.busy')
  const mine = and(eq(settings.key, key), eq(settings.value, value))
  const renew = setInterval(() => {
    db.update(settings)
      .set({ updatedAt: sql`now()` })
      .where(mine)
      .catch((error: unknown) => app.log.warn('the turn of an import was not renewed', { error }))
  }, renewedEveryMs).unref()
  return {
    async end() {
      clearInterval(renew)
      await db.delete(settings).where(mine)
    },
  }
}
