import type { Limit } from '#contract/call.ts'
import type { App } from '#server/platform/context.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { countAttempt, takeAttemptBack } from './attempts.ts'
import { networkOf } from './client-address.ts'
import type { Windows } from './rate-windows.ts'
import { createWindows } from './rate-windows.ts'

/** Undoes the count of one use. */
type TakeBack = () => Promise<void>

/** For this many seconds after a refusal, further uses are refused without querying the database again. */
const repeatedSeconds = 2

/**
 * Creates a limiter that counts per network prefix or session. `RATE_LIMIT_FACTOR` multiplies every limit, for load
 * tests.
 */
export function createLimiter(app: App) {
  const counts = new Map<string, Windows>()
  const refused = createWindows(repeatedSeconds)
  /**
   * Counts one use of `name`. Call it before the work. `address` is the IP address of the caller, or the token of a
   * session. Fails with `request.too_many` above the limit. Returns a function that undoes the count.
   */
  return async function count(name: string, limit: Limit, address: string): Promise<TakeBack> {
    const subject = networkOf(address)
    const most = Math.ceil(limit.points * app.config.RATE_LIMIT_FACTOR)
    if (limit.isShared) return countShared({ name, subject }, limit.seconds, most)
    const windows = counts.get(name) ?? createWindows(limit.seconds)
    counts.set(name, windows)
    const counted = windows.add(subject)
    if (counted.count > most) failFor(counted.msLeft)
    return async () => windows.takeBack(subject)
  }

  async function countShared(counter: { name: string; subject: string }, seconds: number, most: number) {
    const key = `${counter.name} ${counter.subject}`
    const known = refused.get(key)
    if (known.count > 0) failFor(known.msLeft)
    const counted = await countAttempt(app, counter, seconds)
    if (counted.count > most) {
      refused.add(key)
      failFor(counted.msLeft)
    }
    return () => takeAttemptBack(app, counter)
  }
}
export type Limiter = ReturnType<typeof createLimiter>

/**
 * Runs work that the limiter has counted, and undoes the count after a result that must not count. With `failures`,
 * only failures with these codes count, or all failures for `'any'`. Without `failures`, every result counts.
 */
export async function orUndo<T>({ failures }: Limit, takeBack: TakeBack, work: () => Promise<T>): Promise<T> {
  if (!failures) return work()
  try {
    const result = await work()
    await takeBack()
    return result
  } catch (error) {
    const code = error instanceof Failure ? error.items[0]?.code : undefined
    if (failures !== 'any' && !(code && failures.includes(code))) await takeBack()
    throw error
  }
}

function failFor(ms: number): never {
  return fail('request.too_many', { seconds: Math.max(1, Math.ceil(ms / 1000)) })
}
