/** A zone, as far as its postal codes matter. */
export interface PostalZone {
  zone: string
  prefixes: string[]
}

export interface Overlap {
  /** The longer of the two beginnings, which both zones cover. */
  prefix: string
  /** The zone that counts: the first in order. */
  first: string
  second: string
}

const shape = /^[A-Z\d]{1,7}(-[A-Z\d]{1,7})?$/

/** Reads beginnings of postal codes and ranges, separated by commas, semicolons or lines. */
export function readPrefixes(text: string): { prefixes: string[]; wrong: string | null } {
  const parts = text
    .toUpperCase()
    .split(/[,，;；、\n]+/)
    .map((part) => part.replace(/\s+/g, ''))
    .filter((part) => part !== '')
  const wrong = parts.find((part) => !shape.test(part)) ?? null
  return { prefixes: [...new Set(parts)], wrong }
}

/** Pairs of zones with a postal code in common, each with one example. `zones` stand in the order that counts. */
export function findOverlaps(zones: PostalZone[]): Overlap[] {
  return zones.flatMap((first, index) =>
    zones.slice(index + 1).flatMap((second) => {
      const prefix = first.prefixes.flatMap((one) => second.prefixes.flatMap((other) => common(one, other) ?? []))[0]
      return prefix === undefined ? [] : [{ prefix, first: first.zone, second: second.zone }]
    }),
  )
}

/** A code that both cover; null if there is none. */
function common(one: string, other: string): string | null {
  const [a, b] = [ends(one), ends(other)]
  const length = Math.min(a.from.length, b.from.length)
  const cut = (text: string) => text.slice(0, length)
  if (cut(a.from) > cut(b.to) || cut(b.from) > cut(a.to)) return null
  return a.from.length > b.from.length ? one : other
}

function ends(prefix: string): { from: string; to: string } {
  const [from = '', to = from] = prefix.split('-')
  return { from, to }
}
