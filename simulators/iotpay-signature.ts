import { createHash } from 'node:crypto'

/**
 * Computes IOT Pay's signature for the parameters of a request or response. Shares no code with the shop, so that the
 * shop's implementation and this one check each other.
 */
export function signParameters(parameters: Map<string, string>, key: string): string {
  const names = [...parameters.keys()].filter((name) => name !== 'sign' && parameters.get(name) !== '')
  names.sort()
  let text = ''
  for (const name of names) text += `${name}=${parameters.get(name)}&`
  return createHash('md5').update(`${text}key=${key}`, 'utf8').digest('hex').toUpperCase()
}

/**
 * Converts the members of a JSON object to strings. Nested values become JSON text. Omits members that are null. Throws
 * if the text is not a JSON object.
 */
export function readParameters(json: string): Map<string, string> {
  const value: Record<string, unknown> = JSON.parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not a JSON object')
  return new Map(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, typeof member === 'object' ? JSON.stringify(member) : String(member)]),
  )
}
