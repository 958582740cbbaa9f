import type { Operation } from './operation.ts'
import type { Play } from './play.ts'

export type Coverage = ReturnType<typeof openCoverage>

/** How often each operation succeeded, and in how many histories each pair occurred. */
export interface Counted {
  operations: Record<string, number>
  pairs: Record<string, number>
}

/**
 * Counts pairs of operations. A pair counts if the second operation succeeded after the first, with the same order,
 * product, cart, coupon or credit. A pair is possible if both operations touch subjects of one kind.
 */
export function openCoverage(operations: Record<string, Operation>, begun: Counted = { operations: {}, pairs: {} }) {
  const possible = Object.entries(operations).flatMap(([first, one]) =>
    Object.entries(operations)
      .filter(([, other]) => one.about.some((kind) => other.about.includes(kind)))
      .map(([second]) => `${first} → ${second}`),
  )

  return {
    add({ touched }: Play) {
      const pairs = new Set<string>()
      for (const names of touched.values()) {
        for (const [n, second] of names.entries()) {
          begun.operations[second] = (begun.operations[second] ?? 0) + 1
          for (const first of names.slice(0, n)) pairs.add(`${first} → ${second}`)
        }
      }
      for (const pair of pairs) begun.pairs[pair] = (begun.pairs[pair] ?? 0) + 1
    },
    counted: () => begun,
    /** The figures in a few lines. */
    report(): string {
      const missing = possible.filter((pair) => !begun.pairs[pair])
      const never = Object.keys(operations).filter((name) => !begun.operations[name])
      return [
        `${possible.length - missing.length} of ${possible.length} possible pairs of operations occurred`,
        ...(never.length > 0 ? [`never succeeded: ${never.join(', ')}`] : []),
        ...(missing.length > 0 && missing.length <= 100 ? [`missing pairs: ${missing.join(', ')}`] : []),
      ].join('\n')
    },
  }
}
