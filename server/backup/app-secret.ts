import type { Config } from '#server/platform/config.ts'
import { secretSetting } from '#server/platform/tables.ts'
import { lastMigration } from './catalog.ts'
import { withDatabase } from './connection.ts'
import { BackupError } from './problem.ts'

/** Reads the shop's secret, which no backup contains: `APP_SECRET`, or the secret that the shop created itself. */
export async function readAppSecret(config: Config): Promise<string> {
  if (config.APP_SECRET) return config.APP_SECRET
  return withDatabase(config, '', async (client) => {
    await lastMigration(client)
    const { rows } = await client.query('select value from settings where key = $1', [secretSetting])
    if (rows.length === 0) throw new BackupError('no_secret_yet')
    return String(rows[0]?.value)
  })
}
