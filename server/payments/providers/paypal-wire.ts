import { isRecord } from '#contract/object-keys.ts'
import type { Config } from '#server/platform/config.ts'
import { parseObject, sendRequest, textOf } from '#server/platform/http/http-client.ts'

export type PayPalSettings = Pick<
  Config,
  'PAYPAL_CLIENT_ID' | 'PAYPAL_SECRET' | 'PAYPAL_MERCHANT_ID' | 'PAYPAL_WEBHOOK_ID' | 'PROVIDER_TIMEOUT_MS'
> & { PAYPAL_URL: string }

export type Json = Record<string, unknown>

/**
 * The result of a call. `refused` means that PayPal understood the call and refused it, with the reason in `issue`.
 * `broken` means that the response is unusable.
 */
export type PayPalResult =
  | { kind: 'ok'; body: Json }
  | { kind: 'refused'; status: number; issue: string }
  | { kind: 'broken'; answer: string }

interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /**
   * All calls for one action have the same request id. PayPal responds to a repeated call with the result of the first
   * call.
   */
  requestId?: string
}

const tokens = new Map<string, { token: string; until: number }>()
/** The shop renews a token this long before it expires. */
const renewalMarginMs = 60_000

/** Calls PayPal's REST API with an access token. Renews a token once if PayPal rejects it. */
export async function callPayPal(settings: PayPalSettings, call: Call): Promise<PayPalResult> {
  for (const isSecond of [false, true]) {
    const login = await logIn(settings)
    if ('kind' in login) return login
    const result = await send(settings, call, `Bearer ${login.token}`)
    const isStale = result.kind === 'refused' && result.status === 401
    if (!isStale || isSecond) return isStale ? { kind: 'broken', answer: 'login' } : result
    tokens.delete(keyOf(settings))
  }
  return { kind: 'broken', answer: 'login' }
}

async function logIn(settings: PayPalSettings): Promise<{ token: string } | PayPalResult> {
  const key = keyOf(settings)
  const cached = tokens.get(key)
  if (cached && cached.until > performance.now()) return cached
  const credentials = Buffer.from(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_SECRET}`).toString('base64')
  const call = { method: 'POST', path: '/v1/oauth2/token' } as const
  const result = await send(settings, call, `Basic ${credentials}`)
  if (result.kind !== 'ok') return result.kind === 'broken' ? result : { kind: 'broken', answer: 'login' }
  const { access_token: token, expires_in: seconds } = result.body
  if (typeof token !== 'string' || typeof seconds !== 'number') return { kind: 'broken', answer: 'login' }
  tokens.set(key, { token, until: performance.now() + seconds * 1000 - renewalMarginMs })
  return { token }
}

const keyOf = ({ PAYPAL_URL, PAYPAL_CLIENT_ID, PAYPAL_SECRET }: PayPalSettings) =>
  [PAYPAL_URL, PAYPAL_CLIENT_ID, PAYPAL_SECRET].join('\n')

async function send(settings: PayPalSettings, call: Call, authorization: string): Promise<PayPalResult> {
  const { method, path, body, requestId } = call
  const isLogin = path.startsWith('/v1/oauth2')
  const response = await sendRequest(settings.PAYPAL_URL + path, {
    method,
    headers: {
      Authorization: authorization,
      'Content-Type': isLogin ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(method === 'POST' && !isLogin && { Prefer: 'return=representation' }),
      ...(requestId && { 'PayPal-Request-Id': requestId }),
    },
    ...(method === 'POST' && { body: isLogin ? 'grant_type=client_credentials' : JSON.stringify(body ?? {}) }),
    timeoutMs: settings.PROVIDER_TIMEOUT_MS,
  })
  return response.kind === 'broken'
    ? { kind: 'broken', answer: response.answer }
    : parseResponse(response.status, response.text)
}

function parseResponse(status: number, text: string): PayPalResult {
  if (status === 429) return { kind: 'broken', answer: 'HTTP 429' }
  const body = parseObject(text)
  if (status >= 400) return { kind: 'refused', status, issue: issueOf(body) ?? `HTTP ${status}` }
  return body ? { kind: 'ok', body } : { kind: 'broken', answer: 'not understood' }
}

function issueOf(body: Json | null): string | null {
  const issue = listOf(body?.details).map((detail) => textOf(detail.issue))[0]
  return issue ?? textOf(body?.name)
}

export const objectOf = (value: unknown): Json | null => (isRecord(value) ? value : null)
export const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(objectOf).filter((item) => item !== null) : []
