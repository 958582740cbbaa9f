import type { PaymentPlace } from '#contract/payment-methods.ts'
import { paymentProviders } from '#server/payments/tables.ts'
import type { Config } from '#server/platform/config.ts'
import type { App, Context } from '#server/platform/context.ts'
import { openWithSecret, sealWithSecret } from '#server/platform/encryption.ts'
import { memoize } from '#server/platform/memo.ts'
import { modeOfKey } from './stripe.ts'

/** The shop's account at each provider: the owner's settings, or those of the environment, which take precedence. */

export type ProviderRow = typeof paymentProviders.$inferSelect
export type Mode = ProviderRow['mode']

/**
 * A value that the provider gives to the merchant. Its setting is named after the provider and `name`, such as
 * `PAYPAL_CLIENT_ID`.
 */
interface Key {
  name: string
  isSecret?: true
  /** Whether the value is in PEM form, with several lines. */
  isLong?: true
  /** The value that the owner's form suggests. */
  initial?: string
}

interface Kind {
  /**
   * For each mode, the URL of the provider's API, or an empty text if it has none. A provider without a sandbox has no
   * test URL.
   */
  addresses: Partial<Record<Mode, string>>
  keys: Key[]
  /** The mode of an account whose keys decide it. */
  modeOf?(values: Record<string, string>): Mode
}

const merchant = { name: 'MERCHANT_ID' }

/** The providers that an owner can set up. Source of the URLs: the providers' manuals. */
export const providerKinds: Record<string, Kind> = {
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
    modeOf: ({ SECRET_KEY = '' }) => modeOfKey(SECRET_KEY),
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

/** The shop's account at a provider, as payments use it. */
export interface Account {
  /** Whether shoppers may choose this provider. */
  isOn: boolean
  /** Whether the account is for tests, in which no money moves. */
  isTest: boolean
  /** Whether the environment configures the account, so that the owner's keys are not used. */
  isSetByServer: boolean
  /** The shop's settings with this account; null while keys are missing. */
  settings: Config | null
  row: StoredProvider | undefined
}

/** A stored provider with its values by name; a secret that can no longer be decrypted is missing. */
export interface StoredProvider extends ProviderRow {
  values: Record<string, string>
}

const stored = memoize(async (ctx) => {
  const rows = await ctx.db.select().from(paymentProviders)
  return new Map(rows.map((row) => [row.name, { ...row, values: valuesOf(ctx.app, row) }]))
})

/** The shop's account at this provider. */
export async function accountOf(ctx: Context, name: string): Promise<Account> {
  const row = (await stored(ctx)).get(name)
  const { config } = ctx.app
  // Each provider has a setting of this name.
  const isSetByServer = config[`${name.toUpperCase()}_URL` as 'OTT_URL'] !== undefined
  if (name === 'simulator') {
    const settings = isSetByServer ? config : null
    return { isOn: settings !== null && row?.isOn === true, isTest: true, isSetByServer, settings, row }
  }
  if (isSetByServer) return { isOn: row?.isOn ?? true, isTest: false, isSetByServer, settings: config, row }
  const settings = row ? settingsWith(config, row) : null
  return {
    isOn: settings !== null && row?.isOn === true,
    isTest: row?.mode === 'test',
    isSetByServer,
    settings,
    row,
  }
}

/** The shop's settings with a stored account; null while keys are missing. */
export function settingsWith(config: Config, row: Pick<StoredProvider, 'name' | 'mode' | 'values'>): Config | null {
  const kind = providerKinds[row.name]
  const address = kind?.addresses[row.mode]
  if (!kind || address === undefined || kind.keys.some(({ name }) => !row.values[name])) return null
  const prefix = `${row.name.toUpperCase()}_`
  const own = Object.entries(row.values).map(([name, value]) => [prefix + name, value])
  return { ...config, ...Object.fromEntries(own), [`${prefix}URL`]: address }
}

/** A row's values by name; without its secrets if they cannot be decrypted. */
export function valuesOf(app: App, { name, numbers, secrets }: ProviderRow): Record<string, string> {
  if (!secrets) return numbers
  try {
    // `sealSecrets` wrote this JSON, so its values are texts.
    return { ...numbers, ...(JSON.parse(openWithSecret(app, secrets, about(name)).toString()) as typeof numbers) }
  } catch {
    app.log.warn('the keys of a payment provider cannot be decrypted', { provider: name })
    return numbers
  }
}

/** Encrypts the secrets of a provider; null for none. */
export function sealSecrets(app: App, name: string, secrets: Record<string, string>): Uint8Array | null {
  if (Object.keys(secrets).length === 0) return null
  return sealWithSecret(app, Buffer.from(JSON.stringify(secrets)), about(name))
}

const about = (name: string) => `payment provider ${name}`

/** Whether shoppers in this place may use the account. */
export const isOffered = ({ isOn, row }: Account, place: PaymentPlace) =>
  isOn && (!row?.places || row.places.includes(place))
