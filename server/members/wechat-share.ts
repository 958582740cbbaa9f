import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { scriptTicket } from './wechat-tokens.ts'
import { readWeChat } from './wechat-wire.ts'

/**
 * Signs a URL of the shop for WeChat's script, on behalf of the official account. Fails with `not_found` if the URL is
 * not the shop's, if no official account is configured, or if WeChat does not respond. The page then shares without the
 * script.
 */
export async function shareSignature(ctx: Context, { url }: { url: string }) {
  const { app, origin } = ctx
  const weChat = readWeChat(app.config)
  if (!weChat?.official || !URL.canParse(url) || new URL(url).origin !== origin) fail('not_found')
  const ticket = (await scriptTicket(app, weChat, weChat.official)) ?? fail('not_found')
  const timestamp = Math.floor(app.now().getTime() / 1000)
  const nonceStr = randomBytes(8).toString('hex')
  const signature = signAddress({ ticket, nonceStr, timestamp, url })
  return { appId: weChat.official.id, timestamp, nonceStr, signature, script: weChat.script }
}

interface SignatureInput {
  ticket: string
  nonceStr: string
  timestamp: number
  url: string
}

/**
 * The signature of a URL for WeChat ("JS-SDK", appendix 1): the SHA-1 hash of the ticket, the nonce, the timestamp and
 * the URL, in this order. The URL is the one that the browser shows, without `#…`.
 */
export function signAddress({ ticket, nonceStr, timestamp, url }: SignatureInput): string {
  const [address = ''] = url.split('#')
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${address}`
  return createHash('sha1').update(text).digest('hex')
}
