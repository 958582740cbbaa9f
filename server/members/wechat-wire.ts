import type { Config } from '#server/platform/config.ts'
import { parseObject, sendRequest, textOf } from '#server/platform/http/http-client.ts'
import { weChatPages } from '#server/platform/identity-settings.ts'
import type { IdentityFacts } from './identity.ts'

/** One of the shop's apps at WeChat. */
export interface WeChatApp {
  id: string
  secret: string
}
export interface WeChat {
  /** Base URL of the API. */
  url: string
  /** Base URL of the authorization page. */
  page: string
  /** URL of WeChat's script for pages in its browser. */
  script: string
  timeoutMs: number
  official: WeChatApp | null
  website: WeChatApp | null
  miniProgram: WeChatApp | null
}

/** The shop's apps at WeChat; null if none is configured. */
export function readWeChat(config: Config): WeChat | null {
  if (!config.WECHAT_URL) return null
  const app = (id: string, secret: string) => (id ? { id, secret } : null)
  return {
    url: config.WECHAT_URL,
    ...weChatPages(config),
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    official: app(config.WECHAT_OFFICIAL_APP_ID, config.WECHAT_OFFICIAL_SECRET),
    website: app(config.WECHAT_WEBSITE_APP_ID, config.WECHAT_WEBSITE_SECRET),
    miniProgram: app(config.WECHAT_MINI_APP_ID, config.WECHAT_MINI_SECRET),
  }
}

/**
 * URL of WeChat's page that asks the visitor to share their identity. In WeChat's browser, it is the official account's
 * page ("web page authorisation"). On a computer it is the website's QR code ("website application, WeChat login").
 */
export function weChatPage(page: string, method: 'official' | 'website', query: Record<string, string>): string {
  const [path, scope] =
    method === 'official' ? ['/connect/oauth2/authorize', 'snsapi_userinfo'] : ['/connect/qrconnect', 'snsapi_login']
  const { appid = '', redirect_uri = '', state = '' } = query
  // WeChat expects the parameters in this order.
  const parameters = new URLSearchParams({ appid, redirect_uri, response_type: 'code', scope, state })
  return `${page}${path}?${parameters}#wechat_redirect`
}

/** Exchanges a code from WeChat's page for the visitor's identity. WeChat accepts each code once. */
export async function exchangeWebCode(weChat: WeChat, app: WeChatApp, code: string): Promise<IdentityFacts> {
  const query = { appid: app.id, secret: app.secret, code, grant_type: 'authorization_code' }
  const response = await get(weChat, '/sns/oauth2/access_token', query)
  const facts = toIdentityFacts(app, response)
  if (facts.outcome !== 'known' || !response) return facts
  return { ...facts, nickname: await fetchNickname(weChat, response) }
}

/** Exchanges a code of `wx.login` for the visitor's identity (code2Session). Does not return WeChat's session key. */
export async function exchangeMiniCode(weChat: WeChat, app: WeChatApp, code: string): Promise<IdentityFacts> {
  const query = { appid: app.id, secret: app.secret, js_code: code, grant_type: 'authorization_code' }
  return toIdentityFacts(app, await get(weChat, '/sns/jscode2session', query))
}

type Facts = Record<string, unknown>

/**
 * WeChat's errors for a refused code: 40029 unknown, 40163 already used, 40226 blocked as a risk, 41008 empty. All
 * other errors are faults of WeChat or the shop.
 */
const refusals = new Set([40029, 40163, 40226, 41008])
const subjectPattern = /^[\w-]{1,128}$/

function toIdentityFacts({ id }: WeChatApp, response: Facts | null): IdentityFacts {
  if (!response) return { outcome: 'down', answer: 'no answer' }
  const { errcode, openid, unionid } = response
  if (errcode) return { outcome: refusals.has(Number(errcode)) ? 'refused' : 'down', answer: `errcode ${errcode}` }
  if (typeof openid !== 'string' || !subjectPattern.test(openid)) return { outcome: 'down', answer: 'no openid' }
  const union = typeof unionid === 'string' && subjectPattern.test(unionid) ? [{ app: '', subject: unionid }] : []
  // The union id comes first, because it is the same in all of the shop's apps. If the union id and the open id belong
  // to different members, the union id determines the member.
  return { outcome: 'known', names: [...union, { app: id, subject: openid }], nickname: '' }
}

/** The visitor's nickname. A failure here must not fail the sign-in. */
async function fetchNickname(weChat: WeChat, { access_token, openid }: Facts): Promise<string> {
  const query = { access_token: String(access_token), openid: String(openid), lang: 'zh_CN' }
  const response = await get(weChat, '/sns/userinfo', query)
  return textOf(response?.nickname)?.slice(0, 64) ?? ''
}

/**
 * Sends a GET request; null if there is no response or it is not JSON. WeChat returns status 200 even for errors and
 * names them in `errcode`.
 */
export async function get(weChat: WeChat, path: string, query: Record<string, string>): Promise<Facts | null> {
  const url = `${weChat.url}${path}?${new URLSearchParams(query)}`
  const response = await sendRequest(url, { method: 'GET', timeoutMs: weChat.timeoutMs })
  return response.kind === 'answered' ? parseObject(response.text) : null
}

/** Like `get`, but with a POST request and a body. */
export async function post(weChat: WeChat, path: string, body: object): Promise<Facts | null> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await sendRequest(weChat.url + path, {
    headers,
    body: JSON.stringify(body),
    timeoutMs: weChat.timeoutMs,
  })
  return response.kind === 'answered' ? parseObject(response.text) : null
}
