/** The fields of Node's own errors. Other thrown values may lack all of them. */
interface NodeFields {
  code?: string
  path?: string
  syscall?: string
  port?: number
}

/** The fields of a Node error, such as the code `ENOENT`. Fields of another type are left out. */
export function nodeFields(error: unknown): NodeFields {
  if (typeof error !== 'object' || error === null) return {}
  const found: Record<string, unknown> = { ...error }
  const text = (name: 'code' | 'path' | 'syscall') => {
    const value = found[name]
    return typeof value === 'string' && { [name]: value }
  }
  return {
    ...text('code'),
    ...text('path'),
    ...text('syscall'),
    ...(typeof found.port === 'number' && { port: found.port }),
  }
}

/** Converts a thrown value to an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
