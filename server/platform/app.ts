import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { eq } from 'drizzle-orm'
import { openClock } from './clock.ts'
import type { Config } from './config.ts'
import type { App, EventHandlers } from './context.ts'
import type { Database, OpenDatabase } from './database/database.ts'
import { openDatabase } from './database/database.ts'
import { readOrCreateStaffSecret } from './http/staff-secret.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/mail.ts'
import { secretSetting, settings } from './tables.ts'

/** Sets up what all work of the process shares, such as the log, the migrated database, the mailer and the secrets. */
export async function openApp(config: Config, events: EventHandlers, opened?: OpenDatabase): Promise<App> {
  const log = createLog(config.LOG)
  const database = opened ?? (await openDatabase(config, log))
  const clock = await openClock(database.db, log)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  return {
    config,
    database,
    log,
    mailer: createMailer(config),
    secret: config.APP_SECRET ?? (await sharedSecret(database.db)),
    staffSecret: config.STAFF_SECRET ?? (await readOrCreateStaffSecret(config.DATA_DIR)),
    events,
    stopping: stopping.signal,
    stop: () => stopping.abort(),
    clock,
    now: () => clock.now(),
    checkHints: async () => {},
    onCatalogueChange: () => {},
    onMemberChange: () => {},
  }
}

/**
 * Returns the shop's secret from the database. The first process creates it, and all processes on the same database
 * share it.
 */
async function sharedSecret(db: Database): Promise<string> {
  await db
    .insert(settings)
    .values({ key: secretSetting, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.key, secretSetting))
  return String(row?.value)
}
