const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]
type Fields = Record<string, unknown>
export type Log = Record<Level, (message: string, fields?: Fields) => void>

/** One JSON line per event on standard error, from `least` upwards. Never given secrets, tokens or query strings. */
export function createLog(least: Level | 'silent'): Log {
  const from = least === 'silent' ? levels.length : levels.indexOf(least)
  const at = (level: Level) =>
    levels.indexOf(level) < from
      ? () => {}
      : (message: string, fields: Fields = {}) => {
          const line = { time: new Date().toISOString(), level, message, ...describeErrors(fields) }
          process.stderr.write(`${JSON.stringify(line)}\n`)
        }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function describeErrors(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error
        ? { name: value.name, message: value.message, stack: value.stack, cause: String(value.cause ?? '') }
        : value,
    ]),
  )
}
