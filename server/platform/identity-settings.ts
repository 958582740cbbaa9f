import { z } from 'zod'

const url = z.url().transform((value) => value.replace(/\/$/, ''))
const optionalText = z.string().default('')
/** A key in PEM form; a literal `\n` may replace its line breaks. */
const pem = z.string().transform((value) => value.replaceAll('\\n', '\n'))

/**
 * The settings for sign-in with WeChat and Alipay. Each provider is off until its URL is set. The shop can have up to
 * three WeChat apps (official account, website, mini-program), each with an id and a secret. If a URL has the
 * provider's real host, the shop knows the URLs of the sign-in pages. Any other host must serve these pages itself,
 * unless a `_PAGE_URL` or `_SCRIPT_URL` is set.
 */
export const identitySettings = {
  WECHAT_URL: url.optional(),
  WECHAT_PAGE_URL: url.optional(),
  WECHAT_SCRIPT_URL: url.optional(),
  WECHAT_OFFICIAL_APP_ID: optionalText,
  WECHAT_OFFICIAL_SECRET: optionalText,
  WECHAT_WEBSITE_APP_ID: optionalText,
  WECHAT_WEBSITE_SECRET: optionalText,
  WECHAT_MINI_APP_ID: optionalText,
  WECHAT_MINI_SECRET: optionalText,
  ALIPAY_URL: url.optional(),
  ALIPAY_PAGE_URL: url.optional(),
  ALIPAY_APP_ID: optionalText,
  ALIPAY_PRIVATE_KEY: pem.default(''),
  /** The public key of Alipay, not of the shop's app. */
  ALIPAY_PUBLIC_KEY: pem.default(''),
}

const all = z.object(identitySettings)
type Settings = z.output<typeof all>

const weChatApps = ['OFFICIAL', 'WEBSITE', 'MINI'] as const

/** Finds a problem in the combination of these settings. Returns one line that names the wrong or missing setting. */
export function findIdentityProblem(settings: Settings): string | undefined {
  for (const app of weChatApps) {
    const hasId = settings[`WECHAT_${app}_APP_ID`] !== ''
    const hasSecret = settings[`WECHAT_${app}_SECRET`] !== ''
    if (hasId !== hasSecret) return `WECHAT_${app}_APP_ID and WECHAT_${app}_SECRET go together.`
  }
  if (settings.WECHAT_URL && weChatApps.every((app) => !settings[`WECHAT_${app}_APP_ID`]))
    return 'WECHAT_OFFICIAL_APP_ID, WECHAT_WEBSITE_APP_ID or WECHAT_MINI_APP_ID must be set where WECHAT_URL is.'
  if (!settings.ALIPAY_URL) return undefined
  const missing = (['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'] as const).find(
    (name) => settings[name] === '',
  )
  return missing && `${missing} must be set where ALIPAY_URL is.`
}

/** The URLs of WeChat's pages and script. */
export function weChatPages({ WECHAT_URL = '', WECHAT_PAGE_URL, WECHAT_SCRIPT_URL }: Settings) {
  const isProviderHost = new URL(WECHAT_URL).hostname.endsWith('.weixin.qq.com')
  return {
    page: WECHAT_PAGE_URL ?? (isProviderHost ? 'https://open.weixin.qq.com' : WECHAT_URL),
    script: WECHAT_SCRIPT_URL ?? `${isProviderHost ? 'https://res.wx.qq.com' : WECHAT_URL}/open/js/jweixin-1.6.0.js`,
  }
}

/** The URL of Alipay's pages. */
export function alipayPage({ ALIPAY_URL = '', ALIPAY_PAGE_URL }: Settings): string {
  const { hostname, origin } = new URL(ALIPAY_URL)
  return ALIPAY_PAGE_URL ?? (hostname.endsWith('.alipay.com') ? 'https://openauth.alipay.com' : origin)
}

/** The URLs of the configured providers' sign-in pages. */
export function identityPages(settings: Settings): string[] {
  return [
    ...(settings.WECHAT_URL ? [weChatPages(settings).page] : []),
    ...(settings.ALIPAY_URL ? [alipayPage(settings)] : []),
  ]
}
