import type Stripe from 'stripe'
import { agentOf, recordConnection } from '#server/platform/http/http-client.ts'

export interface StripeSettings {
  url: string
  secretKey: string
  webhookSecret: string
  timeoutMs: number
}

/**
 * The result of a call. `refused` means that Stripe understood the call and refused it. `denied` means that Stripe does
 * not accept the secret key. `broken` means that the result is unknown.
 */
export type StripeResult<T> =
  | { kind: 'ok'; body: T }
  | { kind: 'refused'; status: number; answer: string }
  | { kind: 'denied' | 'broken'; answer: string }

/** Loads the library at the first use, because it takes 0.1 s and most shops start without Stripe. */
export const loadStripe = async () => (await import('stripe')).default

const maxAnswerLength = 200
const clients = new Map<string, Stripe>()

async function clientOf({ url, secretKey, timeoutMs }: StripeSettings): Promise<Stripe> {
  const key = [url, secretKey, timeoutMs].join('\n')
  const cached = clients.get(key)
  if (cached) return cached
  const Library = await loadStripe()
  const { protocol, hostname, port } = new URL(url)
  const client = new Library(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpAgent: agentOf(url),
    timeout: timeoutMs,
    // The library must not repeat a failed call. The shop repeats the call itself, with the same idempotency key.
    maxNetworkRetries: 0,
    telemetry: false,
  })
  clients.set(key, client)
  return client
}

/**
 * Calls Stripe through its library. Returns each failure that the library reports, instead of throwing it. If Stripe
 * closed the connection, the library repeats the request once in spite of `maxNetworkRetries`, with the same
 * idempotency key.
 */
export async function callStripe<T>(
  settings: StripeSettings,
  work: (stripe: Stripe) => Promise<T>,
): Promise<StripeResult<T>> {
  const client = await clientOf(settings)
  let timer: NodeJS.Timeout | undefined
  // The library's timeout starts again with each byte that arrives. This timeout limits the whole call.
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer in time', 'TimeoutError')), settings.timeoutMs)
  })
  try {
    const body = await Promise.race([work(client), timeout])
    recordConnection('up')
    return { kind: 'ok', body }
  } catch (error) {
    return toFailure(await loadStripe(), error)
  } finally {
    clearTimeout(timer)
  }
}

function toFailure({ errors }: typeof Stripe, error: unknown): Exclude<StripeResult<never>, { kind: 'ok' }> {
  if (error instanceof DOMException) return broken('down', 'timeout')
  if (!(error instanceof errors.StripeError)) throw error
  if (error instanceof errors.StripeConnectionError) return broken('down', 'connection')
  // The library throws this error for HTTP 5xx and for a response that is not JSON.
  if (error instanceof errors.StripeAPIError) return broken('down', `HTTP ${error.statusCode ?? ''}`.trim())
  recordConnection('up')
  const answer = [error.code, error.message].filter(Boolean).join(': ').slice(0, maxAnswerLength)
  const isDenied = error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError
  if (isDenied) return { kind: 'denied', answer }
  const isRefused = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError
  return isRefused ? { kind: 'refused', status: error.statusCode ?? 400, answer } : { kind: 'broken', answer }
}

function broken(line: 'up' | 'down', answer: string) {
  recordConnection(line)
  return { kind: 'broken', answer } as const
}
