/** Ids made from names. */

const longestName = 200

/** The id and name of a group that the file gives only by name; empty for an empty name. */
export function named(name: string): Map<string, string> {
  const id = toId(name)
  return id ? new Map([[id, name.slice(0, longestName).toWellFormed()]]) : new Map()
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
