import { nodeFields } from '#server/platform/node-errors.ts'
/** The database is not usable. The message is one line with the reason and the remedy. */
export class DatabaseError extends Error {}

/**
 * Returns the PostgreSQL code of an error, even if Drizzle has wrapped the error. A PostgreSQL code contains a digit.
 * Codes of Node such as `EPIPE` contain none.
 */
export function databaseCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = nodeFields(current)
    if (code && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/**
 * PostgreSQL's error codes and classes for a lost connection, missing resources such as disk space, a shutdown or
 * start of the server, an I/O error, a transaction that was idle too long, read-only mode, and a lock that was not
 * free in time.
 */
const unavailableCodes = /^(08|53|57P|58030|25P03|25006|55P03)/

/**
 * Whether the database is unreachable or temporarily unable to work. False if the database only refused a statement.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = databaseCode(error)
  if (code && unavailableCodes.test(code)) return true
  for (let current = error; current instanceof Error; current = current.cause) {
    // Skips the message of a failed query, because it contains visitors' input. Matches only the driver's own messages.
    if (current.message.startsWith('Failed query')) continue
    if (/ECONN|EPIPE|ETIMEDOUT|timeout|terminated|Connection/i.test(`${nodeFields(current).code} ${current.message}`))
      return true
  }
  return false
}
