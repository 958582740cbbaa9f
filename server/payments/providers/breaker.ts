import type { App } from '#server/platform/context.ts'
import { watchConnection } from '#server/platform/http/http-client.ts'
import type { Provider } from './provider.ts'
import { unknownReport } from './provider.ts'

/** So many calls in a row that did not reach it, and a provider is left alone for a while. */
const failuresToOpen = 5
const openMs = 20_000

interface Breaker {
  failures: number
  /** Until then nobody asks; the one who asks after it decides. */
  openUntil: number
}
const breakers = new WeakMap<App, Map<string, Breaker>>()
const silent = 'not asked: it did not answer lately'

/** Whether a provider is left alone just now: shoppers are told to take another way. */
export function isDown(app: App, name: string): boolean {
  return isOpen(breakerOf(app, name), app.now().getTime())
}

/** A time further away than it is ever set is of a clock that was put back since. */
const isOpen = ({ openUntil }: Breaker, now: number) => openUntil > now && openUntil - now <= openMs

/**
 * A provider that is left alone while it cannot be reached, so that a hanging one costs nobody a wait. Once in a while
 * one call is let through, and its answer opens the way again. What was not asked is unknown, and a start refused. Only
 * the line counts: a provider that does not know a payment has answered.
 */
export function guard(app: App, provider: Provider): Provider {
  const breaker = breakerOf(app, provider.name)

  async function through<T extends { outcome: string }>(call: () => Promise<T>, otherwise: () => T): Promise<T> {
    const now = app.now().getTime()
    if (isOpen(breaker, now)) return otherwise()
    const { openUntil } = breaker
    // Half open: the next ones wait for what this one finds out.
    if (openUntil > 0) breaker.openUntil = now + openMs
    const { result, line } = await watchConnection(call)
    if (line === 'up') Object.assign(breaker, { failures: 0, openUntil: 0 })
    else if (line === 'unused') breaker.openUntil = openUntil
    else if (++breaker.failures >= failuresToOpen) open(app, provider.name, breaker)
    return result
  }

  const { capture } = provider
  return {
    ...provider,
    start: (payment) =>
      through(
        () => provider.start(payment),
        () => ({ outcome: 'refused', answer: silent }),
      ),
    check: (tried) =>
      through(
        () => provider.check(tried),
        () => unknownReport(tried, silent),
      ),
    ...(capture && {
      capture: (tried) =>
        through(
          () => capture(tried),
          () => unknownReport(tried, silent),
        ),
    }),
    cancel: (tried) =>
      through(
        () => provider.cancel(tried),
        () => ({ outcome: 'unknown', answer: silent }),
      ),
    refund: (refund) => through(() => provider.refund(refund), unknownRefund),
    checkRefund: (refund) => through(() => provider.checkRefund(refund), unknownRefund),
  }
}

const unknownRefund = () => ({ outcome: 'unknown', providerReference: null, answer: silent }) as const

function breakerOf(app: App, name: string): Breaker {
  const all = breakers.get(app) ?? new Map<string, Breaker>()
  breakers.set(app, all)
  const breaker = all.get(name) ?? { failures: 0, openUntil: 0 }
  all.set(name, breaker)
  return breaker
}

function open(app: App, name: string, breaker: Breaker) {
  if (breaker.failures === failuresToOpen) app.log.warn('a payment provider does not answer', { provider: name })
  breaker.openUntil = app.now().getTime() + openMs
}
