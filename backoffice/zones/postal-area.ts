/** The part of a zone that concerns postal codes. */
export interface PostalZone {
  zone: string
  prefixes: string[]
}

export interface Overlap {
  /** The longer of two overlapping prefixes or ranges, one from each zone. Both zones cover at least a part of it. */
  prefix: string
  /** The zone that applies where the two zones overlap, because it comes before `second` in the order of precedence. */
  first: string
  second: string
}

/**
 * Splits a list of prefixes and ranges of postal codes at spaces, commas, semicolons and line breaks. The two halves of
 * a Canadian postal code on one line stay together. The server refuses parts that are not valid.
 */
export function readPrefixes(text: string): string[] {
  const parts = text
    .toUpperCase()
    .replace(/\s*-\s*/g, '-')
    .replace(/\b([A-Z]\d[A-Z])[^\S\n]+(?=\d)/g, '$1')
    .split(/[\s,，;；、]+/)
  return [...new Set(parts.filter((part) => part !== ''))]
}

/**
 * The pairs of zones that cover the same postal codes, each with a prefix or range that both cover at least in part.
 * `zones` must be in order of precedence.
 */
export function findOverlaps(zones: PostalZone[]): Overlap[] {
  return zones.flatMap((first, index) =>
    zones.slice(index + 1).flatMap((second) => {
      const prefix = first.prefixes.flatMap((one) =>
        second.prefixes.flatMap((other) => commonPrefix(one, other) ?? []),
      )[0]
      return prefix === undefined ? [] : [{ prefix, first: first.zone, second: second.zone }]
    }),
  )
}

/**
 * Returns the longer of two overlapping prefixes or ranges of postal codes, or `other` if both are equally long.
 * Returns null if they do not overlap.
 */
function commonPrefix(one: string, other: string): string | null {
  const [range, b] = [rangeOf(one), rangeOf(other)]
  const length = Math.min(range.from.length, b.from.length)
  const cut = (text: string) => text.slice(0, length)
  if (cut(range.from) > cut(b.to) || cut(b.from) > cut(range.to)) return null
  return range.from.length > b.from.length ? one : other
}

function rangeOf(prefix: string): { from: string; to: string } {
  const [from = '', to = from] = prefix.split('-')
  return { from, to }
}
