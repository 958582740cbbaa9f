import type { Operation } from './operation.ts'
import { done } from './operation.ts'
import type { Play } from './play.ts'

export type Coverage = ReturnType<typeof openCoverage>

/** How often each operation had each outcome, and in how many histories each pair of operations occurred. */
export interface CoverageCounts {
  histories: number
  outcomes: Record<string, Record<string, number>>
  pairs: Record<string, number>
}

/** After this many histories, each operation must have succeeded. */
export const enoughHistories = 300
const maxRefusals = 4

/**
 * Counts pairs of operations. A pair occurs in a history if both operations succeed, one after the other, and touch the
 * same order, product, cart, coupon or credit. A pair is possible if both operations touch subjects of the same kind.
 */
export function openCoverage(
  operations: Record<string, Operation>,
  totals: CoverageCounts = { histories: 0, outcomes: {}, pairs: {} },
) {
  const possible = Object.entries(operations).flatMap(([first, one]) =>
    Object.entries(operations)
      .filter(([, other]) => one.about.some((kind) => other.about.includes(kind)))
      .map(([second]) => `${first} → ${second}`),
  )

  const succeeded = (name: string) => totals.outcomes[name]?.[done] ?? 0

  return {
    add({ touched, outcomes }: Pick<Play, 'touched' | 'outcomes'>) {
      totals.histories++
      for (const { name, outcome } of outcomes) {
        const counts = totals.outcomes[name] ?? {}
        totals.outcomes[name] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
      }
      const pairs = new Set<string>()
      for (const names of touched.values())
        for (const [n, second] of names.entries())
          for (const first of names.slice(0, n)) pairs.add(`${first} → ${second}`)
      for (const pair of pairs) totals.pairs[pair] = (totals.pairs[pair] ?? 0) + 1
    },
    counted: () => totals,
    /** The operations that never succeeded although enough histories were played. */
    missing: () =>
      totals.histories < enoughHistories ? [] : Object.keys(operations).filter((name) => succeeded(name) === 0),
    /**
     * A line for each operation, the rarest first: its successes, its plays, its most frequent refusals. Then the
     * number of pairs that occurred, and a list of the missing pairs if there are at most 100.
     */
    report(): string {
      const missing = possible.filter((pair) => !totals.pairs[pair])
      const lines = Object.keys(operations)
        .sort((one, other) => succeeded(one) - succeeded(other))
        .map((name) => {
          const { [done]: _, ...refused } = totals.outcomes[name] ?? {}
          const sorted = Object.entries(refused).sort(([, one], [, other]) => other - one)
          const all = succeeded(name) + sorted.reduce((sum, [, count]) => sum + count, 0)
          const refusals = sorted.slice(0, maxRefusals).map(([outcome, count]) => `${outcome} ${count}`)
          return `${name.padEnd(14)} succeeded ${succeeded(name)} of ${all}${refusals.length > 0 ? `; ${refusals.join(', ')}` : ''}`
        })
      return [
        ...lines,
        `${totals.histories} histories; ${possible.length - missing.length} of ${possible.length} possible pairs of operations occurred`,
        ...(missing.length > 0 && missing.length <= 100 ? [`missing pairs: ${missing.join(', ')}`] : []),
      ].join('\n')
    },
  }
}
