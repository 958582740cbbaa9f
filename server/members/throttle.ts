import { networkOf } from '#server/platform/addresses.ts'
import type { App } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Windows } from '#server/platform/windows.ts'
import { createWindows } from '#server/platform/windows.ts'

const freeFailures = 5
const windowSeconds = 900
const firstDelayMs = 250
const longestDelayMs = 8000

const uploadsPerHour = 10

interface State {
  failures: Windows
  uploads: Windows
  waiting: Set<string>
}
const states = new WeakMap<App, State>()

/**
 * Slows down guessing at one account: from the sixth failure within 15 minutes on every try waits, ever longer, up to
 * eight seconds. A right password always gets in, so nobody can lock another out; but one network waits only once at a
 * time: `request.too_many`.
 */
export async function slowDown(app: App, account: string, ip: string): Promise<void> {
  const { failures, waiting } = stateOf(app)
  const delayMs = delayAfter(failures.get(account).count, app.config.RATE_LIMIT_FACTOR)
  if (delayMs === 0) return
  const who = `${account} ${networkOf(ip)}`
  if (waiting.has(who)) fail('request.too_many', { seconds: Math.ceil(delayMs / 1000) })
  waiting.add(who)
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  waiting.delete(who)
}

/** Counts a picture that a member sends: more than ten an hour are refused (`request.too_many`). */
export function countUpload(app: App, memberId: string): void {
  const { count, msLeft } = stateOf(app).uploads.add(memberId)
  const most = uploadsPerHour * app.config.RATE_LIMIT_FACTOR
  if (count > most) fail('request.too_many', { seconds: Math.ceil(msLeft / 1000) })
}

/** Counts a wrong password. */
export function countFailure(app: App, account: string): void {
  stateOf(app).failures.add(account)
}

/** Forgets the failures of somebody who got in. */
export function forgiveFailures(app: App, account: string): void {
  stateOf(app).failures.forget(account)
}

/** Milliseconds to wait after so many failures; `factor` widens what is free. */
export function delayAfter(failures: number, factor = 1): number {
  const beyond = failures - Math.ceil(freeFailures * factor)
  return beyond < 0 ? 0 : Math.min(firstDelayMs * 2 ** beyond, longestDelayMs)
}

function stateOf(app: App): State {
  let state = states.get(app)
  if (!state) {
    state = { failures: createWindows(windowSeconds), uploads: createWindows(3600), waiting: new Set() }
    states.set(app, state)
  }
  return state
}
