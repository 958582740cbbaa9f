import type { App } from '#server/platform/context.ts'
import type { WeChat, WeChatApp } from './wechat-wire.ts'
import { get, post } from './wechat-wire.ts'

interface CachedToken {
  value: Promise<string | null>
  /** The time until which the shop uses this entry, in milliseconds since 1970. */
  until: number
}
const tokenCache = new WeakMap<App, Map<string, CachedToken>>()

/**
 * The shop requests a new token `renewBeforeMs` before the old token expires. After a failed request, the shop waits
 * `retryDelayMs` before the next one.
 */
const renewBeforeMs = 120_000
const retryDelayMs = 30_000

/** The access token for server calls to WeChat on behalf of an app; null while WeChat does not respond. */
export function accessToken(app: App, weChat: WeChat, weChatApp: WeChatApp): Promise<string | null> {
  return getCached(app, `token ${weChatApp.id}`, async () => {
    // Several processes can request a stable token without invalidating each other's tokens.
    const grant = { grant_type: 'client_credential', appid: weChatApp.id, secret: weChatApp.secret }
    return readToken(await post(weChat, '/cgi-bin/stable_token', grant), 'access_token')
  })
}

/** The ticket that signs URLs for WeChat's script (`jsapi_ticket`); null while WeChat does not respond. */
export function scriptTicket(app: App, weChat: WeChat, weChatApp: WeChatApp): Promise<string | null> {
  return getCached(app, `ticket ${weChatApp.id}`, async () => {
    const access_token = await accessToken(app, weChat, weChatApp)
    if (!access_token) return null
    return readToken(await get(weChat, '/cgi-bin/ticket/getticket', { access_token, type: 'jsapi' }), 'ticket')
  })
}

interface Token {
  value: string
  lifeMs: number
}

function readToken(response: Record<string, unknown> | null, name: string): Token | null {
  const value = response?.[name]
  const seconds = Number(response?.expires_in)
  return typeof value === 'string' && seconds > 0 ? { value, lifeMs: seconds * 1000 } : null
}

/**
 * Caches a token until shortly before it expires, and shares one request among parallel callers, because WeChat limits
 * the number of requests.
 */
function getCached(app: App, key: string, request: () => Promise<Token | null>): Promise<string | null> {
  let tokens = tokenCache.get(app)
  if (!tokens) {
    tokens = new Map()
    tokenCache.set(app, tokens)
  }
  const cached = tokens.get(key)
  const now = app.now().getTime()
  if (cached && now < cached.until) return cached.value
  const entry: CachedToken = { value: Promise.resolve(null), until: now + retryDelayMs }
  entry.value = request().then((token) => {
    if (token) entry.until = now + Math.max(token.lifeMs - renewBeforeMs, retryDelayMs)
    return token?.value ?? null
  })
  tokens.set(key, entry)
  return entry.value
}
