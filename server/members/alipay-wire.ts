import { createSign, createVerify } from 'node:crypto'
import { hourMs } from '#contract/durations.ts'
import type { Config } from '#server/platform/config.ts'
import { parseObject, sendRequest, textOf } from '#server/platform/http/http-client.ts'
import { alipayPage } from '#server/platform/identity-settings.ts'
import type { IdentityFacts } from './identity.ts'

export interface Alipay {
  /** Base URL of the gateway. */
  url: string
  /** Base URL of the authorization page. */
  page: string
  appId: string
  privateKey: string
  /** Alipay's public key, which verifies its responses. */
  publicKey: string
  timeoutMs: number
  now: () => Date
}

/** The shop's app at Alipay; null if not configured. */
export function readAlipay(config: Config, now: () => Date): Alipay | null {
  if (!config.ALIPAY_URL) return null
  return {
    url: config.ALIPAY_URL,
    page: alipayPage(config),
    appId: config.ALIPAY_APP_ID,
    privateKey: config.ALIPAY_PRIVATE_KEY,
    publicKey: config.ALIPAY_PUBLIC_KEY,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    now,
  }
}

/** URL of Alipay's page that asks the visitor to share their identity ("user information authorisation"). */
export function authorizePage(page: string, query: { app_id: string; redirect_uri: string; state: string }): string {
  return `${page}/oauth2/publicAppAuthorize.htm?${new URLSearchParams({ scope: 'auth_user', ...query })}`
}

/** Exchanges a code for the visitor's identity (`alipay.system.oauth.token`). Alipay accepts each code once. */
export async function exchangeAuthCode(alipay: Alipay, code: string): Promise<IdentityFacts> {
  const { facts, error } = await call(alipay, 'alipay.system.oauth.token', { grant_type: 'authorization_code', code })
  if (error) return { outcome: error.code === '40002' ? 'refused' : 'down', answer: String(error.sub_code) }
  if (!facts) return { outcome: 'down', answer: 'no answer' }
  const name = identityNameOf(alipay, facts)
  if (!name) return { outcome: 'down', answer: 'nobody is named' }
  return { outcome: 'known', names: [name], nickname: await fetchNickname(alipay, textOf(facts.access_token)) }
}

/**
 * The id of the visitor. For a new app, Alipay returns an open id, which differs between apps. For an older app, it
 * returns the user's number, which is the same in all apps, so `app` is empty.
 */
function identityNameOf({ appId }: Alipay, { open_id, user_id }: Facts) {
  if (typeof open_id === 'string' && /^[\w-]{1,128}$/.test(open_id)) return { app: appId, subject: open_id }
  return typeof user_id === 'string' && /^2088\d{12}$/.test(user_id) ? { app: '', subject: user_id } : null
}

/** The visitor's nickname. A failure here must not fail the sign-in. */
async function fetchNickname(alipay: Alipay, token: string | null): Promise<string> {
  if (!token) return ''
  const { facts } = await call(alipay, 'alipay.user.info.share', { auth_token: token })
  return textOf(facts?.nick_name)?.slice(0, 64) ?? ''
}

type Facts = Record<string, unknown>

/**
 * Calls a method of Alipay's gateway. Returns `facts` after a success and `error` after a failure. Returns neither if
 * there is no response, or if the response has no valid signature of Alipay; an error response must be signed too.
 */
async function call(
  { url, appId, privateKey, publicKey, timeoutMs, now }: Alipay,
  method: string,
  parameters: Record<string, string>,
): Promise<{ facts?: Facts; error?: Facts }> {
  const common = { app_id: appId, method, format: 'JSON', charset: 'utf-8', sign_type: 'RSA2', version: '1.0' }
  const fields = { ...common, timestamp: chinaTime(now()), ...parameters }
  const body = new URLSearchParams({ ...fields, sign: signFields(fields, privateKey) })
  const response = await sendRequest(`${url}?charset=utf-8`, { body, timeoutMs })
  if (response.kind === 'broken') return {}
  const envelope = parseObject(response.text)
  const name = `${method.replaceAll('.', '_')}_response`
  const node = envelope && (name in envelope ? name : 'error_response')
  const raw = node && rawNode(response.text, node)
  if (!raw || !isSigned(raw, String(envelope?.sign ?? ''), publicKey)) return {}
  const facts = parseObject(raw) ?? {}
  // A successful response has the code 10000, or no code.
  const isSuccess = node === name && (facts.code === undefined || facts.code === '10000')
  return isSuccess ? { facts } : { error: facts }
}

/** Signs the fields of a request, sorted by name, with RSA and SHA-256 (RSA2). Returns the signature in base64. */
export function signFields(fields: Record<string, string>, privateKey: string): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKey, signature, 'base64')
}

/**
 * The exact text of the object with this name, cut out of the response, because Alipay's signature covers this text.
 * Null if the response has no such object.
 */
export function rawNode(text: string, name: string): string | null {
  const key = text.indexOf(`"${name}"`)
  const start = text.indexOf('{', key + name.length)
  if (key < 0 || start < 0) return null
  let depth = 0
  let inText = false
  for (let index = start; index < text.length; index++) {
    const char = text[index]
    if (char === '\\') index++
    else if (char === '"') inText = !inText
    else if (!inText && char === '{') depth++
    else if (!inText && char === '}' && --depth === 0) return text.slice(start, index + 1)
  }
  return null
}

/** Formats a time for the `timestamp` field, which Alipay's gateway reads in China's time zone. */
const chinaTime = (now: Date) => new Date(now.getTime() + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
