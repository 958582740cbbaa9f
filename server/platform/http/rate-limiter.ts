import type { Limit } from '#contract/call.ts'
import type { App } from '#server/platform/context.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import { countAttempt, uncountAttempt } from './attempts.ts'
import { networkOf } from './client-address.ts'
import type { Windows } from './rate-windows.ts'
import { createWindows } from './rate-windows.ts'

/** Undoes the count of one use. */
type Uncount = () => Promise<void>

/** For this many seconds after a refusal, further uses are refused without querying the database again. */
const refusalCacheSeconds = 2

/** Creates a limiter that counts per network prefix, session or device. */
export function createLimiter(app: App) {
  const counts = new Map<string, Windows>()
  const refusals = createWindows(refusalCacheSeconds)
  /**
   * Counts one use of the limit `name`. Call it before the work that is limited. `address` is the caller's IP address,
   * the token of a session, or the id of a device. Fails with `request.too_many` above the limit. Returns a function
   * that undoes the count.
   */
  return async function count(name: string, limit: Limit, address: string): Promise<Uncount> {
    const subject = networkOf(address)
    const max = scaledLimit(app, limit.points)
    if (limit.isShared) return countShared({ name, subject }, limit.seconds, max)
    const windows = counts.get(name) ?? createWindows(limit.seconds)
    counts.set(name, windows)
    const result = windows.add(subject)
    if (result.count > max) failWithRetryAfter(result.msLeft)
    return async () => windows.subtract(subject)
  }

  async function countShared(counter: { name: string; subject: string }, seconds: number, max: number) {
    const key = `${counter.name} ${counter.subject}`
    const refusal = refusals.get(key)
    if (refusal.count > 0) failWithRetryAfter(refusal.msLeft)
    const result = await countAttempt(app, counter, seconds)
    if (result.count > max) {
      refusals.add(key)
      failWithRetryAfter(result.msLeft)
    }
    return () => uncountAttempt(app, counter)
  }
}
export type Limiter = ReturnType<typeof createLimiter>

/**
 * Runs work that the limiter has counted, and undoes the count after a result that must not count. With `failures`,
 * only failures with these codes count, or all failures for `'any'`. Without `failures`, every result counts.
 */
export async function runCounted<T>({ failures }: Limit, uncount: Uncount, work: () => Promise<T>): Promise<T> {
  if (!failures) return work()
  try {
    const result = await work()
    await uncount()
    return result
  } catch (error) {
    const code = error instanceof Failure ? error.items[0]?.code : undefined
    if (failures !== 'any' && !(code && failures.includes(code))) await uncount()
    throw error
  }
}

function failWithRetryAfter(ms: number): never {
  return fail('request.too_many', { seconds: Math.max(1, Math.ceil(ms / 1000)) })
}
