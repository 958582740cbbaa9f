import type { App } from '#server/platform/context.ts'
import { watchConnection } from '#server/platform/http/http-client.ts'
import type { Provider } from './provider.ts'
import { unknownReport } from './provider.ts'

/** After this many calls in a row without a response, the shop stops calling a provider for a while. */
const failuresToOpen = 5
const openMs = 20_000

interface Breaker {
  failures: number
  /**
   * The breaker blocks calls until this time, in milliseconds. The first call after this time decides whether the
   * breaker closes. 0 if the breaker is closed.
   */
  openUntil: number
}
const breakers = new WeakMap<App, Map<string, Breaker>>()
const unavailableAnswer = 'not asked: it did not answer lately'

/** Whether the shop has stopped calling a provider. Shoppers must then choose another payment method. */
export function isDown(app: App, name: string): boolean {
  return isOpen(breakerOf(app, name), app.now().getTime())
}

/**
 * Whether the breaker blocks calls. If `openUntil` is more than `openMs` ahead, the clock was set back, and the breaker
 * is treated as closed.
 */
const isOpen = ({ openUntil }: Breaker, now: number) => openUntil > now && openUntil - now <= openMs

/**
 * Wraps a provider in a circuit breaker, so that an unreachable provider does not slow down shoppers. While the breaker
 * is open, `start` returns `refused`, `checkDispute` returns null, and any other call returns `unknown`. After `openMs`
 * the breaker lets one call through. If that call gets a response, the breaker closes. Only HTTP 5xx and a missing
 * response count as failures, not a response that the payment is unknown.
 */
export function withBreaker(app: App, provider: Provider): Provider {
  const breaker = breakerOf(app, provider.name)

  async function callGuarded<T extends { outcome: string }>(call: () => Promise<T>, fallback: () => T): Promise<T> {
    const now = app.now().getTime()
    if (isOpen(breaker, now)) return fallback()
    const { openUntil } = breaker
    // The breaker is half open: other calls stay blocked until this call has its response.
    if (openUntil > 0) breaker.openUntil = now + openMs
    const { result, line } = await watchConnection(call)
    if (line === 'up') Object.assign(breaker, { failures: 0, openUntil: 0 })
    else if (line === 'unused') breaker.openUntil = openUntil
    else if (++breaker.failures >= failuresToOpen) open(app, provider.name, breaker)
    return result
  }

  const { capture, checkDispute } = provider
  return {
    ...provider,
    start: (payment) =>
      callGuarded(
        () => provider.start(payment),
        () => ({ outcome: 'refused', answer: unavailableAnswer }),
      ),
    check: (attempt) =>
      callGuarded(
        () => provider.check(attempt),
        () => unknownReport(attempt, unavailableAnswer),
      ),
    ...(capture && {
      capture: (attempt) =>
        callGuarded(
          () => capture(attempt),
          () => unknownReport(attempt, unavailableAnswer),
        ),
    }),
    cancel: (attempt) =>
      callGuarded(
        () => provider.cancel(attempt),
        () => ({ outcome: 'unknown', answer: unavailableAnswer }),
      ),
    ...(checkDispute && {
      checkDispute: async (reference) => {
        const found = await callGuarded(
          async () => ({ outcome: 'asked', report: await checkDispute(reference) }),
          () => ({ outcome: 'unknown', report: null }),
        )
        return found.report
      },
    }),
    refund: (refund) => callGuarded(() => provider.refund(refund), unknownRefund),
    checkRefund: (refund) => callGuarded(() => provider.checkRefund(refund), unknownRefund),
  }
}

const unknownRefund = () => ({ outcome: 'unknown', providerReference: null, answer: unavailableAnswer }) as const

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
