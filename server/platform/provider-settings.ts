import { z } from 'zod'

const url = z.url().transform((value) => value.replace(/\/$/, ''))
const optionalText = z.string().default('')
/** The hours that an e-transfer may take to arrive. */
const transferHours = z.coerce.number().int().min(1).max(168)
/** A key in PEM form; a literal `\n` may replace its line breaks. */
const pem = z.string().transform((value) => value.replaceAll('\\n', '\n'))

/**
 * The settings of the payment providers besides SnapPay and PayPal. Each provider is off until its URL is set. If the
 * URL is set, all other settings of that provider are required. E-transfers are an exception: they have no URL.
 */
export const providerSettings = {
  STRIPE_URL: url.optional(),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  OTT_URL: url.optional(),
  OTT_MERCHANT_ID: optionalText,
  OTT_SHOP_ID: optionalText,
  OTT_OPERATOR_ID: optionalText,
  OTT_SIGN_KEY: optionalText,
  CITCON_URL: url.optional(),
  CITCON_TOKEN: optionalText,
  IOTPAY_URL: url.optional(),
  IOTPAY_MERCHANT_ID: optionalText,
  IOTPAY_LOGIN: optionalText,
  IOTPAY_KEY: optionalText,
  OPAY_URL: url.optional(),
  OPAY_MERCHANT_ID: optionalText,
  OPAY_LOGIN: optionalText,
  OPAY_KEY: optionalText,
  SIMULATOR_URL: url.optional(),
  SIMULATOR_MERCHANT_ID: optionalText,
  SIMULATOR_LOGIN: optionalText,
  SIMULATOR_KEY: optionalText,
  WECHATPAY_URL: url.optional(),
  WECHATPAY_APP_ID: optionalText,
  WECHATPAY_MERCHANT_ID: optionalText,
  WECHATPAY_PRIVATE_KEY: pem.default(''),
  WECHATPAY_SERIAL: optionalText,
  WECHATPAY_PLATFORM_KEY: pem.default(''),
  WECHATPAY_PLATFORM_SERIAL: optionalText,
  WECHATPAY_API_KEY: optionalText,
  WECHATPAY_CATEGORY: optionalText,
  // E-transfers have no API, and so no URL setting that could activate them. Only the back office can set them up.
  ETRANSFER_EMAIL: optionalText,
  ETRANSFER_RECIPIENT: optionalText,
  ETRANSFER_HOURS: optionalText,
}

/**
 * A value that the provider gives to the merchant. Its setting is named after the provider and `name`, such as
 * `PAYPAL_CLIENT_ID`.
 */
interface CredentialField {
  name: string
  isSecret?: true
  /** Whether the value is in PEM form, with several lines. */
  isLong?: true
  /** The value that the back office's form shows until the owner stores a value. */
  initial?: string
}

interface ProviderKind {
  /**
   * The URL of the provider's API in each mode. The URL is empty if the provider has no API. A provider without a
   * sandbox has no test URL.
   */
  addresses: Partial<Record<'live' | 'test', string>>
  keys: CredentialField[]
  /** The mode of an account, for a provider whose keys determine the mode. */
  modeOf?(values: Record<string, string>): 'live' | 'test'
}

const merchant = { name: 'MERCHANT_ID' }

/** The providers that an owner can set up. Source of the URLs: the providers' manuals. */
export const providerKinds: Record<string, ProviderKind> = {
  snappay: {
    addresses: { live: 'https://open.snappay.ca' },
    keys: [{ name: 'MERCHANT_NO' }, { name: 'STORE_NO' }, { name: 'APP_ID' }, { name: 'KEY', isSecret: true }],
  },
  paypal: {
    addresses: { live: 'https://api-m.paypal.com', test: 'https://api-m.sandbox.paypal.com' },
    keys: [{ name: 'CLIENT_ID' }, { name: 'SECRET', isSecret: true }, merchant, { name: 'WEBHOOK_ID' }],
  },
  stripe: {
    addresses: { live: 'https://api.stripe.com', test: 'https://api.stripe.com' },
    keys: [
      { name: 'SECRET_KEY', isSecret: true },
      { name: 'WEBHOOK_SECRET', isSecret: true },
    ],
    modeOf: ({ SECRET_KEY = '' }) => modeOfStripeKey(SECRET_KEY),
  },
  ott: {
    addresses: { live: 'https://frontapi.ottpay.com' },
    keys: [merchant, { name: 'SHOP_ID' }, { name: 'OPERATOR_ID' }, { name: 'SIGN_KEY', isSecret: true }],
  },
  citcon: {
    addresses: { live: 'https://api.citconpay.com/v1', test: 'https://api.sandbox.citconpay.com/v1' },
    keys: [{ name: 'TOKEN', isSecret: true }],
  },
  iotpay: {
    addresses: { live: 'https://api.iotpaycloud.com' },
    keys: [merchant, { name: 'LOGIN' }, { name: 'KEY', isSecret: true }],
  },
  wechatpay: {
    addresses: { live: 'https://apihk.mch.weixin.qq.com' },
    keys: [
      { name: 'APP_ID' },
      merchant,
      { name: 'CATEGORY' },
      { name: 'SERIAL' },
      { name: 'PRIVATE_KEY', isSecret: true, isLong: true },
      { name: 'PLATFORM_SERIAL' },
      { name: 'PLATFORM_KEY', isLong: true },
      { name: 'API_KEY', isSecret: true },
    ],
  },
  etransfer: {
    addresses: { live: '' },
    keys: [{ name: 'EMAIL' }, { name: 'RECIPIENT' }, { name: 'HOURS', initial: '24' }],
  },
}

/** The mode of a secret or restricted key of Stripe. */
export const modeOfStripeKey = (key: string) => (/^[a-z]+_test_/.test(key) ? 'test' : 'live')

/**
 * Maps the host of a provider's API to the hosts of its payment pages, if they differ. Source: the providers' manuals.
 * If a payment page is on any other host, browsers block a form whose response redirects there. The shop then responds
 * with a page that contains a link (`server/platform/http/form-targets.ts`).
 */
const pageHosts: Record<string, string[]> = {
  'open.snappay.ca': ['https://*.snappay.ca'],
  'api.stripe.com': ['https://checkout.stripe.com'],
  'api-m.paypal.com': ['https://www.paypal.com'],
  'api-m.sandbox.paypal.com': ['https://www.sandbox.paypal.com'],
  'frontapi.ottpay.com': ['https://*.ottpay.com'],
  'api.citconpay.com': ['https://*.citconpay.com'],
  'api.sandbox.citconpay.com': ['https://*.citconpay.com'],
  'api.iotpaycloud.com': ['https://*.iotpaycloud.com'],
}
const names = Object.keys(providerSettings).flatMap((name) => (name.endsWith('_URL') ? [name.slice(0, -4)] : []))
const urls = ['SNAPPAY', 'PAYPAL', ...names].map((name) => `${name}_URL`)

/** The URLs of the configured providers and of their payment pages, for a content security policy. */
export function providerPages(settings: Record<string, unknown>): string[] {
  return urls.flatMap((name) => {
    const url = settings[name]
    return typeof url === 'string' && url ? [url, ...(pageHosts[new URL(url).hostname] ?? [])] : []
  })
}

const all = z.object(providerSettings)
type Settings = z.output<typeof all>

/** Finds a problem in the combination of these settings. Returns one line that names the wrong or missing setting. */
export function findProviderProblem(
  settings: Settings & { DEMO: boolean; PUBLIC_URL?: string | undefined },
): string | undefined {
  const entries = Object.entries(settings)
  for (const name of names) {
    // The cast is safe: each provider has a setting of this name.
    if (!settings[`${name}_URL` as keyof Settings]) continue
    const [missing] = entries.find(([other, value]) => other.startsWith(`${name}_`) && value === '') ?? []
    if (missing) return `${missing} must be set where ${name}_URL is.`
  }
  if (settings.STRIPE_URL && !/^(sk|rk)_(test|live)_/.test(settings.STRIPE_SECRET_KEY)) {
    return 'STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_ or rk_test_.'
  }
  if (settings.STRIPE_URL && !settings.STRIPE_WEBHOOK_SECRET.startsWith('whsec_')) {
    return 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'
  }
  if (settings.OPAY_URL && !settings.DEMO) {
    return 'OPAY_URL is for the demonstration alone: no manual of OPay was ever read (server/payments/providers/opay.ts).'
  }
  if (settings.SIMULATOR_URL && settings.PUBLIC_URL?.startsWith('https:')) {
    return 'SIMULATOR_URL is for trying a shop out: it takes no money, so it is refused where PUBLIC_URL is https.'
  }
  if (settings.WECHATPAY_URL && settings.WECHATPAY_API_KEY.length !== 32) {
    return 'WECHATPAY_API_KEY must have 32 characters.'
  }
  if (settings.ETRANSFER_EMAIL && !z.email().safeParse(settings.ETRANSFER_EMAIL).success) {
    return 'ETRANSFER_EMAIL must be an email address.'
  }
  if (settings.ETRANSFER_HOURS && !transferHours.safeParse(settings.ETRANSFER_HOURS).success) {
    return 'ETRANSFER_HOURS must be a whole number from 1 to 168.'
  }
  return undefined
}
