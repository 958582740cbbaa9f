/** The database cannot be used: one line that says why and what to do. */
export class DatabaseError extends Error {}

/**
 * PostgreSQL's code of an error, looked for below what Drizzle wraps around it. Unlike Node's `EPIPE` it has a digit.
 */
export function databaseCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/**
 * PostgreSQL's codes and classes of codes: no connection, no room, an operator at work, only reading, a lock held too
 * long.
 */
const awayCodes = /^(08|53|57P|58030|25P03|25006|55P03)/

/** Whether the database could not be reached or cannot do this now, rather than refused something. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error)
  if (code && awayCodes.test(code)) return true
  for (let at = error; at instanceof Error; at = at.cause) {
    // A query's text holds what people typed, so only the driver's own message is matched.
    if (at.message.startsWith('Failed query')) continue
    if (
      /ECONN|EPIPE|ETIMEDOUT|timeout|terminated|Connection/i.test(`${(at as NodeJS.ErrnoException).code} ${at.message}`)
    )
      return true
  }
  return false
}
