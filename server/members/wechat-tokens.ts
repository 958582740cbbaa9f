import type { App } from '#server/platform/context.ts'
import type { WeChat, WeChatApp } from './wechat-wire.ts'
import { get, post } from './wechat-wire.ts'

interface Kept {
  value: Promise<string | null>
  /** The time of expiry, in milliseconds since 1970. */
  until: number
}
const kept = new WeakMap<App, Map<string, Kept>>()

/**
 * The shop requests a new token `earlyMs` before the old token expires. After a failed request, the shop waits
 * `patienceMs` before the next one.
 */
const earlyMs = 120_000
const patienceMs = 30_000

/** The access token for server calls to WeChat on behalf of an app; null while WeChat does not respond. */
export function accessToken(app: App, weChat: WeChat, of: WeChatApp): Promise<string | null> {
  return keep(app, `token ${of.id}`, async () => {
    // Several processes can request a stable token without invalidating each other's tokens.
    const grant = { grant_type: 'client_credential', appid: of.id, secret: of.secret }
    return read(await post(weChat, '/cgi-bin/stable_token', grant), 'access_token')
  })
}

/** The ticket that signs URLs for WeChat's script (`jsapi_ticket`); null while WeChat does not respond. */
export function scriptTicket(app: App, weChat: WeChat, of: WeChatApp): Promise<string | null> {
  return keep(app, `ticket ${of.id}`, async () => {
    const access_token = await accessToken(app, weChat, of)
    if (!access_token) return null
    return read(await get(weChat, '/cgi-bin/ticket/getticket', { access_token, type: 'jsapi' }), 'ticket')
  })
}

interface Token {
  value: string
  lifeMs: number
}

function read(answer: Record<string, unknown> | null, name: string): Token | null {
  const value = answer?.[name]
  const seconds = Number(answer?.expires_in)
  return typeof value === 'string' && seconds > 0 ? { value, lifeMs: seconds * 1000 } : null
}

/**
 * Caches a token until it expires, and shares one request among parallel callers, because WeChat limits the number of
 * requests.
 */
function keep(app: App, key: string, ask: () => Promise<Token | null>): Promise<string | null> {
  let tokens = kept.get(app)
  if (!tokens) {
    tokens = new Map()
    kept.set(app, tokens)
  }
  const known = tokens.get(key)
  const now = app.now().getTime()
  if (known && now < known.until) return known.value
  const entry: Kept = { value: Promise.resolve(null), until: now + patienceMs }
  entry.value = ask().then((token) => {
    if (token) entry.until = now + Math.max(token.lifeMs - earlyMs, patienceMs)
    return token?.value ?? null
  })
  tokens.set(key, entry)
  return entry.value
}
