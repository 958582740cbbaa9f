import { nodeFields } from '#server/platform/node-errors.ts'
/** The database is not usable. The message is one line with the reason and the remedy. */
export class DatabaseError extends Error {}

/**
 * Returns the PostgreSQL code of an error, even if Drizzle has wrapped the error. A PostgreSQL code contains a digit.
 * Codes of Node such as `EPIPE` contain none.
 */
export function databaseCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = nodeFields(at)
    if (code && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/**
 * PostgreSQL's error codes and classes for a lost connection, missing resources such as disk space, a shutdown by the
 * operator, read-only mode, and a lock that is held too long.
 */
const awayCodes = /^(08|53|57P|58030|25P03|25006|55P03)/

/**
 * Whether the database is unreachable or temporarily unable to work. False if the database only refused a statement.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error)
  if (code && awayCodes.test(code)) return true
  for (let at = error; at instanceof Error; at = at.cause) {
    // Skips the message of a failed query, because it contains visitors' input. Matches only the driver's own messages.
    if (at.message.startsWith('Failed query')) continue
    if (/ECONN|EPIPE|ETIMEDOUT|timeout|terminated|Connection/i.test(`${nodeFields(at).code} ${at.message}`)) return true
  }
  return false
}
