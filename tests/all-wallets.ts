import { afterAll, beforeAll } from 'vitest'
import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { Simulators } from '#simulators/providers.ts'
import { startSimulators } from '#simulators/providers.ts'
import type { TestShop } from './harness.ts'
import { setUpShop } from './harness.ts'
import type { Till } from './payments.ts'
import { setUpTill } from './payments.ts'

/** All payment providers, by the names in `payment_attempts`. */
export const providerNames = ['snappay', 'paypal', 'stripe', 'ott', 'citcon', 'iotpay', 'opay', 'wechatpay'] as const
export type ProviderName = (typeof providerNames)[number]

const starters: Record<ProviderName, (ctx: Context, orderID: string) => Promise<unknown>> = {
  snappay: (ctx, orderID) => payments.startSnapPayAlipay(ctx, { orderID }),
  paypal: (ctx, orderID) => payments.payPal(ctx, { orderID }),
  stripe: (ctx, orderID) => payments.start(ctx, { orderID, option: 'stripe' }),
  ott: (ctx, orderID) => payments.startOtt(ctx, { orderID }),
  citcon: (ctx, orderID) => payments.startCitcon(ctx, { orderID }),
  iotpay: (ctx, orderID) => payments.startIotPay(ctx, { orderID }),
  opay: (ctx, orderID) => payments.startOPay(ctx, { orderID }),
  wechatpay: (ctx, orderID) => payments.startMiniProgram(ctx, { orderID, weChatOpenId: 'oX-1' }),
}

export interface Wallets {
  shop: TestShop
  till: Till
  /** Creates an unpaid order of a shopper, and its first payment attempt at this provider. */
  begin(name: ProviderName, changes?: Parameters<Till['order']>[1]): Promise<StartedOrder>
  start(name: ProviderName, ctx: Context, orderID: string): Promise<unknown>
  control(name: ProviderName, reference: string, command: object): Promise<void>
  /** The refunds of a payment as the provider recorded them, each with the shop's refund number and the amount. */
  refundsOf(name: ProviderName, reference: string): Promise<[string, number][]>
  /** Runs `work` while the shop has no URL for the provider. */
  without(name: ProviderName, work: () => Promise<unknown>): Promise<void>
}

export interface StartedOrder {
  ctx: Context
  id: string
  reference: string
}

/** Sets up a shop with a simulator of every provider. */
export function setUpWallets(): Wallets {
  let simulators: Simulators
  beforeAll(async () => {
    simulators = await startSimulators({ SNAPPAY_URL: 'none' })
  })
  afterAll(() => simulators.close())
  const shop = setUpShop(() => ({ PROVIDER_TIMEOUT_MS: '1500', ...simulators.env }))
  const till = setUpTill(shop)
  const urlName = (name: ProviderName) => `${name.toUpperCase()}_URL` as 'OTT_URL'
  const urlOf = (name: ProviderName) => (name === 'snappay' ? till.simulator.url : simulators.env[urlName(name)])
  return {
    shop,
    till,
    async begin(name, changes) {
      const ctx = await till.shopper()
      if (name === 'wechatpay') Object.assign(ctx.environment, { kind: 'mini_program', isWeChat: true })
      const { id } = await till.order(ctx, changes)
      await starters[name](ctx, id)
      return { ctx, id, reference: `${id}-A1` }
    },
    start: (name, ctx, orderID) => starters[name](ctx, orderID),
    async control(name, reference, command) {
      const response = await fetch(`${urlOf(name)}/control/${reference}`, {
        method: 'POST',
        body: JSON.stringify(command),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async refundsOf(name, reference) {
      const response = await fetch(`${urlOf(name)}/control/${reference}`)
      return ((await response.json()) as { refunds: [string, number][] }).refunds
    },
    async without(name, work) {
      const { config } = shop.app
      const url = config[urlName(name)]
      config[urlName(name)] = undefined
      await work()
      config[urlName(name)] = url
    },
  }
}
