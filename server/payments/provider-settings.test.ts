import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { paymentPageMessages } from '#contract/messages/office-payment.ts'
import type { PaymentProvider } from '#contract/office/payments.ts'
import { providerKinds } from '#server/platform/provider-settings.ts'
import type { Simulators } from '#simulators/providers.ts'
import { startSimulators } from '#simulators/providers.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { loadAccount } from './providers/accounts.ts'
import { providerNames } from './providers/providers.ts'

let simulators: Simulators
beforeAll(async () => {
  simulators = await startSimulators({ DEMO: 'false' })
})
afterAll(() => simulators.close())
const shop = setUpShop(() => ({ ...simulators.env, PROVIDER_TIMEOUT_MS: '1500' }))
setUpTill(shop)
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', price: 1000 })
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.errors.map(({ code, field }) => [code, field]) : String(error)),
  )

const keys = { TOKEN: 'token-of-the-shop' }

async function find(name: string): Promise<PaymentProvider> {
  const { providers } = await owner.staff.paymentSetup()
  const found = providers.find(({ provider }) => provider === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** The settings of a provider, as its form sends them. */
async function typed(name: string, changes: object = {}) {
  const { provider, version, isOn, mode, places, least, most } = await find(name)
  return { provider, version, isOn, mode, places, least, most, keys: {}, ...changes }
}
const write = async (name: string, changes: object) => owner.staff.writePaymentProvider(await typed(name, changes))

/** The payment methods that a visitor with one tea in the cart sees. */
async function offered(headers: Record<string, string> = phoneHeaders) {
  const visitor = shop.visitor(headers)
  await visitor.api.cart.add({ sku: 'tea' })
  const { options } = await visitor.api.checkout.paymentConfig({})
  return options.map(({ id, isTest }) => (isTest ? `${id} (test)` : id))
}

describe('a payment provider', () => {
  it('has keys that the owner can enter, and texts for its name, its hint and each key', () => {
    // Only the environment can configure OPay and the simulator. The owner enters no keys for them, so `providerKinds`
    // does not have them.
    expect(providerNames.filter((name) => !(name in providerKinds))).toEqual(['opay', 'simulator'])
    const named = Object.values(providerKinds).flatMap(({ keys }) => keys.map((key) => `key.${key.name}`))
    const texts = [...named, ...providerNames.flatMap((name) => [`provider.${name}`, `provider.${name}_hint`])]
    expect(texts.filter((key) => !(key in paymentPageMessages))).toEqual([])
  })

  it('is offered once the owner entered its keys and switched it on', async () => {
    expect(await offered()).not.toContain('citcon')
    expect(await refusal(write('citcon', { isOn: true }))).toEqual([['payments.keys_missing', 'TOKEN']])
    await write('citcon', { isOn: true, keys })
    expect(await offered()).toContain('citcon')
    await write('citcon', { mode: 'test' })
    expect(await offered()).toContain('citcon (test)')
    await write('citcon', { isOn: false })
    expect(await offered()).not.toContain('citcon (test)')
  })

  it('keeps its secrets encrypted, and no call or log answers them', async () => {
    await write('citcon', { isOn: true, keys })
    await write('citcon', { keys: { TOKEN: '' } })
    expect(await find('citcon')).toMatchObject({
      isComplete: true,
      keys: [{ name: 'TOKEN', isSecret: true, isSet: true, value: '' }],
    })
    const everywhere = JSON.stringify([
      await owner.staff.paymentSetup(),
      await shop.query('select * from staff_log'),
      await shop.query("select name, numbers, encode(secrets, 'escape') from payment_providers"),
    ])
    expect(everywhere).not.toContain(keys.TOKEN)
    expect(everywhere).toContain('changedKeys')
  })

  it('is incomplete when its secrets cannot be decrypted', async () => {
    await write('citcon', { isOn: true, keys })
    await shop.query("update payment_providers set secrets = '\\x00112233445566778899aabbccddeeff00112233445566778899'")
    await write('iotpay', {})
    expect(await find('citcon')).toMatchObject({ isComplete: false, isOn: false })
    expect(await offered()).not.toContain('citcon')
  })

  it('refuses keys that cannot be read, and keeps what was stored', async () => {
    const wrong = Object.fromEntries(
      (await find('wechatpay')).keys.map(({ name }) => [name, name === 'API_KEY' ? 'k'.repeat(32) : 'no key']),
    )
    expect(await refusal(write('wechatpay', { isOn: true, keys: wrong }))).toEqual([['payments.keys_wrong', undefined]])
    expect(await find('wechatpay')).toMatchObject({ isOn: false, isComplete: false, version: 0 })
  })

  it('is offered only in the chosen places and for amounts within the bounds', async () => {
    await write('citcon', { isOn: true, keys, places: ['desktop'] })
    expect(await offered()).not.toContain('citcon')
    await write('citcon', { places: null, least: 1131 })
    expect(await offered()).not.toContain('citcon')
    await write('citcon', { least: 100, most: 1130 })
    expect(await offered()).toContain('citcon')
    expect(await refusal(write('citcon', { least: 200, most: 100 }))).toEqual([['input.invalid', 'most']])
  })

  it('refuses changes based on outdated settings', async () => {
    const [mine, theirs] = [await typed('citcon', { least: 100 }), await typed('citcon', { least: 200 })]
    const answers = await Promise.all(
      [mine, theirs].map((settings) => refusal(owner.staff.writePaymentProvider(settings))),
    )
    expect(answers).toContain(null)
    expect(answers).toContainEqual([['staff.stale', undefined]])
  })

  it('is listed in the order that the owner set', async () => {
    await write('citcon', { isOn: true, keys })
    expect((await offered()).indexOf('citcon')).toBeGreaterThan((await offered()).indexOf('snappay_wechat'))
    await owner.staff.sortPaymentProviders({ providers: ['citcon', 'snappay'] })
    expect((await offered()).filter((id) => id !== 'pay_at_store')[0]).toBe('citcon')
  })

  it('uses the account of the environment rather than the owner’s keys', async () => {
    await write('snappay', { keys: { APP_ID: 'of-the-owner', KEY: 'of-the-owner' } })
    expect(await find('snappay')).toMatchObject({ isSetByServer: true, isOn: true, keys: [] })
    expect((await loadAccount(shop.ctx(), 'snappay')).settings).toBe(shop.app.config)
    await write('snappay', { isOn: false })
    expect(await offered()).not.toContain('snappay_wechat')
  })

  it('tells the owner whether a trial payment works', async () => {
    expect(await refusal(owner.staff.tryPaymentProvider({ provider: 'citcon' }))).toEqual([
      ['payments.keys_missing', undefined],
    ])
    expect(await owner.staff.tryPaymentProvider({ provider: 'snappay' })).toEqual({ outcome: 'works', answer: '' })
    const { config } = shop.app
    const key = config.SNAPPAY_KEY
    config.SNAPPAY_KEY = 'another'
    expect(await owner.staff.tryPaymentProvider({ provider: 'snappay' })).toMatchObject({ outcome: 'unknown' })
    config.SNAPPAY_KEY = key
  })
})

describe('Stripe', () => {
  const keys = { SECRET_KEY: 'sk_test_of_the_shop', WEBHOOK_SECRET: 'whsec_of_the_shop' }

  it('is off until its keys are there, and its secret key decides the mode', async () => {
    expect(await offered()).not.toContain('stripe')
    await write('stripe', { isOn: true, mode: 'live', keys })
    expect(await offered()).toContain('stripe (test)')
    expect(await find('stripe')).toMatchObject({ mode: 'test', modes: [], isComplete: true })
    await write('stripe', { keys: { SECRET_KEY: 'rk_live_of_the_shop' } })
    expect(await offered()).toContain('stripe')
    expect(await find('stripe')).toMatchObject({ mode: 'live' })
  })

  it.each([
    { ...keys, SECRET_KEY: 'pk_test_of_the_shop' },
    { ...keys, WEBHOOK_SECRET: 'sk_test_of_the_shop' },
  ])('refuses a key of another kind', async (wrong) => {
    expect(await refusal(write('stripe', { isOn: true, keys: wrong }))).toEqual([['payments.keys_wrong', undefined]])
  })

  it('is the first choice of English visitors on the web, and absent inside WeChat and Alipay', async () => {
    await write('stripe', { isOn: true, keys })
    expect((await offered({ ...phoneHeaders, 'accept-language': 'en-CA' }))[0]).toBe('stripe (test)')
    expect((await offered({ ...phoneHeaders, 'accept-language': 'zh-CN' }))[0]).not.toBe('stripe (test)')
    for (const app of ['MicroMessenger/8.0', 'MicroMessenger/8.0 miniProgram', 'AlipayClient/10.5'])
      expect(await offered({ 'user-agent': `${phoneHeaders['user-agent']} ${app}` })).not.toContain('stripe (test)')
  })
})

describe('the simulator', () => {
  it('is off until the owner switches it on, and then offers test payments', async () => {
    expect(await offered()).not.toContain('test_payment (test)')
    await write('simulator', { isOn: true })
    expect(await offered()).toContain('test_payment (test)')
  })
})

describe('payment at the store', () => {
  it('is offered until the owner switches it off', async () => {
    expect(await offered()).toContain('pay_at_store')
    const { payAtStore } = await owner.staff.writePayAtStore({ isOn: false })
    expect(payAtStore).toBe(false)
    expect(await offered()).not.toContain('pay_at_store')
  })
})
