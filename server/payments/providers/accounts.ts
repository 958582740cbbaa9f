import type { PaymentPlace } from '#contract/payment-methods.ts'
import { paymentProviders } from '#server/payments/tables.ts'
import type { Config } from '#server/platform/config.ts'
import type { App, Context } from '#server/platform/context.ts'
import { openWithSecret, sealWithSecret } from '#server/platform/encryption.ts'
import { memoize } from '#server/platform/memo.ts'
import { providerKinds } from '#server/platform/provider-settings.ts'

/** Loads the shop's account at each provider. Keys in the environment take precedence over the owner's keys. */

export type ProviderRow = typeof paymentProviders.$inferSelect

/** The shop's account at a provider, as payments use it. */
export interface Account {
  /** Whether shoppers may choose this provider. */
  isOn: boolean
  /** Whether the account is for tests, in which no money moves. */
  isTest: boolean
  /** Whether the environment configures the account, so that the owner's keys are not used. */
  isSetByServer: boolean
  /** The shop's settings with the values of this account; null while keys are missing. */
  settings: Config | null
  row: StoredProvider | undefined
}

/** A stored provider with its values by name; a secret that can no longer be decrypted is missing. */
export interface StoredProvider extends ProviderRow {
  values: Record<string, string>
}

const storedProviders = memoize(async (ctx) => {
  const rows = await ctx.db.select().from(paymentProviders)
  return new Map(rows.map((row) => [row.name, { ...row, values: valuesOf(ctx.app, row) }]))
})

/** The shop's account at this provider. */
export async function loadAccount(ctx: Context, name: string): Promise<Account> {
  const row = (await storedProviders(ctx)).get(name)
  const { config } = ctx.app
  // The cast is safe: each provider with an API has a setting with a name of this form. For other names, the value is
  // undefined.
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

/** The shop's settings with the values of a stored account; null while keys are missing. */
export function settingsWith(config: Config, row: Pick<StoredProvider, 'name' | 'mode' | 'values'>): Config | null {
  const kind = providerKinds[row.name]
  const address = kind?.addresses[row.mode]
  if (!kind || address === undefined || kind.keys.some(({ name }) => !row.values[name])) return null
  const prefix = `${row.name.toUpperCase()}_`
  const prefixed = Object.entries(row.values).map(([name, value]) => [prefix + name, value])
  return { ...config, ...Object.fromEntries(prefixed), [`${prefix}URL`]: address }
}

/** A row's values by name; without its secrets if they cannot be decrypted. */
export function valuesOf(app: App, { name, numbers, secrets }: ProviderRow): Record<string, string> {
  if (!secrets) return numbers
  try {
    // All values of this JSON are strings, because `sealSecrets` wrote it.
    const decrypted: Record<string, string> = JSON.parse(
      openWithSecret(app, secrets, encryptionContext(name)).toString(),
    )
    return { ...numbers, ...decrypted }
  } catch {
    app.log.warn('the keys of a payment provider cannot be decrypted', { provider: name })
    return numbers
  }
}

/** Encrypts the secrets of a provider. Null if there are none. */
export function sealSecrets(app: App, name: string, secrets: Record<string, string>): Uint8Array | null {
  if (Object.keys(secrets).length === 0) return null
  return sealWithSecret(app, Buffer.from(JSON.stringify(secrets)), encryptionContext(name))
}

const encryptionContext = (name: string) => `payment provider ${name}`

/** Whether shoppers in this kind of app or device may use the account. */
export const isOffered = ({ isOn, row }: Account, place: PaymentPlace) =>
  isOn && (!row?.places || row.places.includes(place))
