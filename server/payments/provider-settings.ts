import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { moreBase } from '#contract/constants.ts'
import type { PaymentProvider, PaymentSetup, ProviderTest, paymentStaffCalls } from '#contract/office/payments.ts'
import { paymentPlaces } from '#contract/payment-methods.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { findProviderProblem, providerKinds } from '#server/platform/provider-settings.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { moneyRules, putRules } from '#server/pricing/pricing.ts'
import type { StoredProvider } from './providers/accounts.ts'
import { loadAccount, sealSecrets, settingsWith, valuesOf } from './providers/accounts.ts'
import type { ProviderName } from './providers/providers.ts'
import { isProvider, openProvider, paymentMethods, providerNames } from './providers/providers.ts'
import { paymentProviders } from './tables.ts'

type ProviderInput = z.output<typeof paymentStaffCalls.writePaymentProvider.input>

/** The payment providers with their settings, in the order that shoppers see. Never includes secrets. */
export async function paymentSetup(ctx: Context): Promise<PaymentSetup> {
  const all = await Promise.all(providerNames.map(async (name) => ({ name, account: await loadAccount(ctx, name) })))
  const isListed = ({ name, account }: (typeof all)[number]) => name in providerKinds || account.isSetByServer
  const providers = all
    .filter(isListed)
    .sort((one, other) => (one.account.row?.position ?? 0) - (other.account.row?.position ?? 0))
    .map(({ name, account: { isOn, isSetByServer, settings, row } }) => ({
      provider: name,
      version: row?.version ?? 0,
      isOn,
      mode: row?.mode ?? 'live',
      modes: selectableModes(name),
      isSetByServer,
      isComplete: settings !== null,
      keys: isSetByServer ? [] : keyFields(name, row?.values ?? {}),
      allPlaces: placesOf(name),
      places: row?.places ?? null,
      least: row?.least ?? null,
      most: row?.most ?? null,
    }))
  const { payAtStore, payOnDelivery } = await moneyRules(ctx)
  return { providers, payAtStore, payOnDelivery, canSimulate: ctx.app.config.SIMULATOR_URL !== undefined }
}

// The cast is safe, because the keys of `addresses` are the modes.
const modesOf = (name: string) => Object.keys(providerKinds[name]?.addresses ?? {}) as PaymentProvider['modes']

/** The modes, live or test, that the owner can choose. Empty if the provider's keys determine the mode. */
const selectableModes = (name: string) => (providerKinds[name]?.modeOf ? [] : modesOf(name))

const placesOf = (name: string) =>
  paymentPlaces.filter((place) => paymentMethods.some((method) => method.provider === name && method.channels[place]))

const keyFields = (name: string, values: Record<string, string>): PaymentProvider['keys'] =>
  (providerKinds[name]?.keys ?? []).map(({ name, isSecret = false, isLong = false, initial = '' }) => ({
    name,
    isSecret,
    isLong,
    isSet: Boolean(values[name]),
    value: isSecret ? '' : (values[name] ?? initial),
  }))

/**
 * Writes the settings of a provider. An empty secret leaves the stored secret unchanged. Fails with
 * `payments.keys_missing` if the provider is switched on without all keys. Fails with `payments.keys_wrong` if a key is
 * unreadable. Fails with `staff.stale` if the settings have changed since `version`. Fails with `not_found` if there is
 * no such provider.
 */
export function writePaymentProvider(ctx: Context, input: ProviderInput): Promise<PaymentSetup> {
  const { provider: name, version } = input
  if (!isProvider(name)) fail('not_found')
  return transact(ctx, async (ctx) => {
    await insertRow(ctx, name)
    const [locked] = await ctx.db.select().from(paymentProviders).where(eq(paymentProviders.name, name)).for('update')
    if (!locked || locked.version !== version) fail('staff.stale')
    const before = valuesOf(ctx.app, locked)
    const { isSetByServer } = await loadAccount(ctx, name)
    const values = isSetByServer ? before : nextValues(name, before, input.keys)
    const mode = providerKinds[name]?.modeOf?.(values) ?? input.mode
    if (input.isOn && !isSetByServer) requireKeys(ctx, { name, mode, values })
    const { places, least, most } = input
    await ctx.db
      .update(paymentProviders)
      .set({
        isOn: input.isOn,
        mode,
        places,
        least,
        most,
        version: version + 1,
        numbers: pickKeys(name, values, { isSecret: false }),
        secrets: sealSecrets(ctx.app, name, pickKeys(name, values, { isSecret: true })),
      })
      .where(eq(paymentProviders.name, name))
    await publishCatalogueChange(ctx)
    const changedKeys = Object.keys(values).filter((key) => values[key] !== before[key])
    ctx.staff?.note({
      subject: name,
      before: pickSettings(locked),
      after: { ...pickSettings({ ...input, mode }), ...(changedKeys.length > 0 && { changedKeys }) },
    })
    return paymentSetup(ctx)
  })
}

const pickSettings = ({ isOn, mode, places, least, most }: Omit<ProviderInput, 'provider' | 'version' | 'keys'>) => ({
  isOn,
  mode,
  places,
  least,
  most,
})

/** Inserts the provider's row if there is none, so that a request can lock it. */
async function insertRow(ctx: Context, name: ProviderName) {
  const { isOn } = await loadAccount(ctx, name)
  await ctx.db
    .insert(paymentProviders)
    .values({ name, isOn, mode: modesOf(name)[0] ?? 'live', numbers: {}, position: 0, version: 0 })
    .onConflictDoNothing()
}

/**
 * The provider's settings after a change. An empty secret keeps the stored secret. In a key in PEM form, line breaks
 * may be written as `\n`.
 */
function nextValues(name: string, before: Record<string, string>, input: Record<string, string>) {
  const next = { ...before }
  for (const { name: key, isSecret, isLong } of providerKinds[name]?.keys ?? []) {
    const value = input[key]
    if (value === undefined || (value === '' && isSecret)) continue
    next[key] = isLong ? value.replaceAll('\\n', '\n') : value
  }
  return next
}

function pickKeys(
  name: string,
  values: Record<string, string>,
  { isSecret }: { isSecret: boolean },
): Record<string, string> {
  const keys = (providerKinds[name]?.keys ?? []).filter((key) => (key.isSecret ?? false) === isSecret)
  return Object.fromEntries(keys.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])))
}

function requireKeys(ctx: Context, row: Pick<StoredProvider, 'mode' | 'values'> & { name: ProviderName }) {
  const missing = providerKinds[row.name]?.keys.find(({ name }) => !row.values[name])
  if (missing) fail('payments.keys_missing', undefined, missing.name)
  const settings = settingsWith(ctx.app.config, row)
  if (!settings) fail('payments.keys_missing')
  const isUnreadable = providerKinds[row.name]?.keys.some((key) => key.isLong && !isPem(row.values[key.name], key))
  if (isUnreadable || findProviderProblem(settings)) fail('payments.keys_wrong')
}

function isPem(text = '', { isSecret }: { isSecret?: true }): boolean {
  try {
    return (isSecret ? createPrivateKey(text) : createPublicKey(text)).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Sets the order in which shoppers see the providers. Providers that the list omits come last. */
export function sortPaymentProviders(ctx: Context, { providers }: { providers: string[] }): Promise<PaymentSetup> {
  return transact(ctx, async (ctx) => {
    const before = (await paymentSetup(ctx)).providers.map(({ provider }) => provider)
    const named = providers.filter(isProvider)
    const after = [...new Set([...named, ...providerNames])]
    for (const name of providerNames) await insertRow(ctx, name)
    for (const [index, name] of after.entries()) {
      await ctx.db
        .update(paymentProviders)
        .set({ position: index + 1 })
        .where(eq(paymentProviders.name, name))
    }
    await publishCatalogueChange(ctx)
    const setup = await paymentSetup(ctx)
    ctx.staff?.note({ before: { order: before }, after: { order: setup.providers.map(({ provider }) => provider) } })
    return setup
  })
}

/**
 * Starts a payment of 1.00 at the provider and cancels it. Fails with `payments.keys_missing` if keys are missing,
 * `payments.try_elsewhere` if the provider works only inside a mini-program, and `not_found` if there is no such
 * provider.
 */
export async function tryPaymentProvider(
  ctx: Context,
  { provider: name }: { provider: string },
): Promise<ProviderTest> {
  if (!isProvider(name)) fail('not_found')
  const provider = (await openProvider(ctx, name)) ?? fail('payments.keys_missing')
  const channels = paymentMethods.find((method) => method.provider === name)?.channels
  const channel = channels?.desktop ?? channels?.phone
  if (!channel) fail('payments.try_elsewhere')
  const payment = {
    reference: `TRY-${randomBytes(8).toString('hex')}`,
    channel,
    amount: { amount: 100, currency: provider.currencies[0] ?? 'CAD' },
    description: 'Test',
    returnUrl: `${ctx.origin}/office/payment`,
    notifyUrl: `${ctx.app.config.PUBLIC_URL ?? ctx.origin}${moreBase}/payments/${name}/notification`,
    minutes: 15,
    locale: ctx.locale,
    isMobile: false,
    ip: ctx.ip,
    openId: null,
  }
  const started = await provider.start(payment)
  if (started.outcome !== 'started') return started
  await provider.cancel({ ...payment, providerReference: started.providerReference ?? null })
  return { outcome: 'works', answer: '' }
}

/** Turns payment at the store, or payment to the delivery driver, on or off. */
export function writePayAtStore(
  ctx: Context,
  { isOn, place }: { isOn: boolean; place: 'store' | 'delivery' },
): Promise<PaymentSetup> {
  return transact(ctx, async (ctx) => {
    const rule = place === 'store' ? 'payAtStore' : 'payOnDelivery'
    const before = (await moneyRules(ctx))[rule]
    await putRules(ctx, { [rule]: isOn })
    ctx.staff?.note({ before: { [rule]: before }, after: { [rule]: isOn } })
    return paymentSetup(ctx)
  })
}
