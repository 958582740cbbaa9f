const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]
type Fields = Record<string, unknown>
export type Log = Record<Level, (message: string, fields?: Fields) => void>

/**
 * Writes one JSON line per event to standard error, from level `minLevel` upwards. Callers must not pass secrets,
 * tokens or query strings.
 */
export function createLog(minLevel: Level | 'silent'): Log {
  const minIndex = minLevel === 'silent' ? levels.length : levels.indexOf(minLevel)
  const writerFor = (level: Level) =>
    levels.indexOf(level) < minIndex
      ? () => {}
      : (message: string, fields: Fields = {}) => {
          const line = { time: new Date().toISOString(), level, message, ...describeErrors(fields) }
          process.stderr.write(`${JSON.stringify(line)}\n`)
        }
  return { debug: writerFor('debug'), info: writerFor('info'), warn: writerFor('warn'), error: writerFor('error') }
}

function describeErrors(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? describeError(value) : value]),
  )
}

const maxMessageLength = 600

/** Describes an error in a few lines. Omits the parameters of a failed query, because they may be personal data. */
export function describeError(error: Error): { name: string; message: string; cause?: string; stack?: string } {
  const { name, message, cause, stack } = error
  const text = shorten(message)
  const frames = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
  return {
    name,
    message: text,
    ...(cause instanceof Error && { cause: shorten(cause.message) }),
    ...(frames?.length && { stack: frames.join('\n') }),
  }
}

function shorten(message: string): string {
  const [text = ''] = message.split('\nparams:')
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)} …` : text
}
