import { eq } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { settings } from './tables.ts'

/** The result of the last nightly audit, which `/readyz` shows. */
export interface LastAudit {
  /** The date of the audit in the shop's time zone. */
  date: string
  /** The number of checks that found a contradiction. */
  failedChecks: number
}

const key = 'audit.result'

export async function recordAudit(db: Database, value: LastAudit): Promise<void> {
  const row = { value, updatedAt: new Date() }
  await db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
}

/** Returns the result of the last audit; null before the first audit. */
export async function findLastAudit(db: Database): Promise<LastAudit | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return (row?.value as LastAudit | undefined) ?? null
}
