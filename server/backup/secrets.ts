import type { Config } from '#server/platform/config.ts'
import { settingNames } from '#server/platform/config.ts'
import { secretSetting } from '#server/platform/tables.ts'

/** Whether a setting contains a key, a secret, or a URL with a password. */
const isSecret = (name: string) =>
  /_(SECRET|KEYS?|TOKEN)$/.test(name) || /^(DATABASE|DATABASE_LISTEN|SMTP)_URL$/.test(name)

/**
 * The name under which an archive lists the app secret's database row, if the archive leaves this row out. A move of
 * the database within one `DATA_DIR` keeps the row.
 */
export const secretRow = `${secretSetting} (database)`

/** Lists the names of the shop's keys and secrets that an archive omits. */
export function listSecrets(
  env: Record<string, string | undefined>,
  has: { staffSecretFile: boolean; appSecretRow: boolean },
): string[] {
  return [
    ...settingNames.filter((name) => isSecret(name) && env[name]).sort(),
    ...(has.staffSecretFile ? ['DATA_DIR/staff-secret'] : []),
    ...(has.appSecretRow ? [secretRow] : []),
  ]
}

/** Whether this environment has the key of an encrypted record. The key `demo` is derived from the shop's secret. */
export function canDecrypt(keyId: string, config: Config, hasAppSecret: boolean): boolean {
  if (config.CONTACT_KEYS.some(({ id }) => id === keyId)) return true
  const usesDemoKey = config.DEMO && config.CONTACT_KEYS.length === 0
  return keyId === 'demo' && usesDemoKey && (hasAppSecret || config.APP_SECRET !== undefined)
}
