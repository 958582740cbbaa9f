/** Ids made from names. */

const maxNameLength = 200

/** Maps the id of an option value, made from its name in the file, to the name. Empty if the name gives no id. */
export function idToName(name: string): Map<string, string> {
  const id = toId(name)
  return id ? new Map([[id, name.slice(0, maxNameLength).toWellFormed()]]) : new Map()
}

/** Converts a name to an id for URLs: letters and digits of any script, joined by hyphens. */
export function toId(name: string): string {
  return name
    .slice(0, 300)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/\p{M}/gu, '')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 150)
}

/** Like `toId`, but with at most `maxLength` characters. */
export const toShortId = (name: string, maxLength: number): string =>
  toId(name)
    .slice(0, maxLength)
    .replace(/[-.]+$/, '')

/**
 * Whether a text can be the id of a stored product. The import takes such an id from an exported file unchanged,
 * because ids of earlier releases can end in a hyphen, which `toId` would remove.
 */
export const isStoredId = (text: string): boolean =>
  /^[\p{L}\p{N}._~-]{1,150}$/u.test(text) && text === text.normalize('NFKC').toLowerCase()
