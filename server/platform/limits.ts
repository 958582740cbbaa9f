import { networkOf } from './addresses.ts'
import type { Config } from './config.ts'
import { fail } from './fail.ts'
import type { Windows } from './windows.ts'
import { createWindows } from './windows.ts'

/** So many times, within so many seconds. */
export interface Limit {
  points: number
  seconds: number
}

/** Counts in this process. `factor` widens every limit, for load tests. */
export function createLimiter(config: Pick<Config, 'RATE_LIMIT_FACTOR'>) {
  const limits = new Map<string, Windows>()
  /** Counts one use of `name` from this address; past the limit `request.too_many`. */
  return async function count(name: string, { points, seconds }: Limit, address: string) {
    const windows = limits.get(name) ?? createWindows(seconds)
    limits.set(name, windows)
    const { count, msLeft } = windows.add(networkOf(address))
    if (count > Math.ceil(points * config.RATE_LIMIT_FACTOR))
      fail('request.too_many', { seconds: Math.ceil(msLeft / 1000) })
  }
}
export type Limiter = ReturnType<typeof createLimiter>
