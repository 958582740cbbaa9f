import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from './config.ts'
import { fail } from './fail.ts'

/** So many times, within so many seconds. */
export interface Limit {
  points: number
  seconds: number
}

/** Counts in this process. `factor` widens every limit, for load tests. */
export function createLimiter(config: Config) {
  const limiters = new Map<string, RateLimiterMemory>()
  /** Counts one use of `name` by `who`; past the limit `request.too_many`. */
  return async function count(name: string, { points, seconds }: Limit, who: string) {
    let limiter = limiters.get(name)
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: Math.ceil(points * config.RATE_LIMIT_FACTOR), duration: seconds })
      limiters.set(name, limiter)
    }
    try {
      await limiter.consume(who)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      fail('request.too_many', { seconds: Math.ceil(refusal.msBeforeNext / 1000) })
    }
  }
}
export type Limiter = ReturnType<typeof createLimiter>
