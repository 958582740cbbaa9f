import type { ScanWallet } from '#contract/checkout.ts'
import type { Environment } from '#contract/environment.ts'
import { isKeyOf, keysOf } from '#contract/object-keys.ts'
import type { PaymentMethodId, PaymentPlace, PaymentWallet } from '#contract/payment-methods.ts'
import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import { isOffered, loadAccount } from './accounts.ts'
import { withBreaker } from './breaker.ts'
import { openCitcon } from './citcon.ts'
import { openEtransfer } from './etransfer.ts'
import { openIotPay } from './iotpay.ts'
import { openOPay } from './opay.ts'
import { openOtt } from './ott.ts'
import { openPayPal } from './paypal.ts'
import type { Provider } from './provider.ts'
import { openSimulator } from './simulator.ts'
import { openSnapPay } from './snappay.ts'
import { openStripe } from './stripe.ts'
import { openWeChatPay } from './wechatpay.ts'

/** Creates the client of a provider from the shop's settings; null if the provider is not configured. */
export type Factory = (config: Config, now: () => Date) => Provider | null

/** Every provider by name. A name must not change, because notification URLs and stored attempts contain it. */
const factories = {
  snappay: openSnapPay,
  paypal: openPayPal,
  stripe: openStripe,
  ott: openOtt,
  citcon: openCitcon,
  iotpay: openIotPay,
  opay: openOPay,
  wechatpay: openWeChatPay,
  etransfer: openEtransfer,
  simulator: openSimulator,
} satisfies Record<string, Factory>
export type ProviderName = keyof typeof factories

interface PaymentMethod {
  option: PaymentMethodId
  provider: ProviderName
  /** The wallet that the method opens. Inside WeChat the method opens `inWeChat` instead, if given. */
  wallet: PaymentWallet
  inWeChat?: PaymentWallet
  /**
   * The provider's channel for each kind of app or device. The shop does not offer the method where it has no channel.
   */
  channels: Partial<Record<PaymentPlace, string>>
  /** If true, the shop offers no other methods in the apps and devices where it offers this method. */
  isOnly?: boolean
  /** Whether the provider's page also accepts Apple Pay and Google Pay. */
  acceptsDeviceWallets?: boolean
}

/** Maps each channel that shows a code to the wallet that scans the code. */
export const codeWallets: Record<string, ScanWallet> = {
  'qrcodepay/WECHATPAY': 'wechat',
  'ACTIVEPAY/WECHATPAY': 'wechat',
  'pay_qr/alipay': 'alipay',
  ALIPAY_QR: 'alipay',
}

const onAllDevices = (channel: string) => ({ desktop: channel, phone: channel })

/** The channels of the API that IOT Pay, OPay and the simulator share. */
const h5Form = { desktop: 'ALIPAY_PC', phone: 'ALIPAY_WAP', alipay: 'ALIPAY_WAP', wechat: 'WX_JSAPI' }

/** The wallets of a provider that opens WeChat Pay inside WeChat and Alipay elsewhere. */
const ownWallet = { wallet: 'alipay', inWeChat: 'wechat' } as const

/**
 * Every payment method that uses a provider. Methods of the same wallet are offered in this order, unless the owner
 * sorts the providers.
 */
export const paymentMethods: PaymentMethod[] = [
  {
    option: 'wechat_mini_program',
    provider: 'wechatpay',
    wallet: 'wechat',
    channels: { mini_program: 'JSAPI' },
    isOnly: true,
  },
  {
    option: 'snappay_wechat',
    provider: 'snappay',
    wallet: 'wechat',
    channels: {
      desktop: 'qrcodepay/WECHATPAY',
      phone: 'h5pay/WECHATPAY',
      wechat: 'h5pay/WECHATPAY',
      mini_program: 'h5pay/WECHATPAY',
    },
  },
  {
    option: 'snappay_alipay',
    provider: 'snappay',
    wallet: 'alipay',
    channels: { ...onAllDevices('webpay/ALIPAY'), alipay: 'webpay/ALIPAY' },
  },
  { option: 'snappay_unionpay', provider: 'snappay', wallet: 'unionpay', channels: onAllDevices('webpay/UNIONPAY') },
  { option: 'stripe', provider: 'stripe', wallet: 'card', channels: onAllDevices('card'), acceptsDeviceWallets: true },
  { option: 'paypal', provider: 'paypal', wallet: 'paypal', channels: onAllDevices('checkout') },
  {
    option: 'ott',
    provider: 'ott',
    wallet: 'wechat',
    channels: { desktop: 'ACTIVEPAY/WECHATPAY', phone: 'WECHATPAY' },
  },
  {
    option: 'citcon',
    provider: 'citcon',
    ...ownWallet,
    channels: { desktop: 'pay_qr/alipay', phone: 'alipay', alipay: 'alipay', wechat: 'wechatpay' },
  },
  { option: 'iotpay', provider: 'iotpay', ...ownWallet, channels: { ...h5Form, desktop: 'ALIPAY_QR' } },
  { option: 'opay', provider: 'opay', ...ownWallet, channels: h5Form },
  {
    option: 'etransfer',
    provider: 'etransfer',
    wallet: 'etransfer',
    channels: { ...onAllDevices('transfer'), wechat: 'transfer' },
  },
  { option: 'test_payment', provider: 'simulator', wallet: 'test', channels: h5Form },
]

/** The wallet that this method opens in this kind of app or device. */
export function walletOf({ wallet, inWeChat }: PaymentMethod, place: PaymentPlace): PaymentWallet {
  return (place === 'wechat' && inWeChat) || wallet
}

/**
 * The kind of app or device in which the visitor opens the shop. The browser inside WeChat or Alipay is a separate
 * kind, because no other wallet works there.
 */
export function placeOf({ kind, isWeChat, isMobile }: Environment): PaymentPlace {
  if (kind === 'mini_program') return 'mini_program'
  if (kind === 'payment_app') return 'alipay'
  if (isWeChat) return 'wechat'
  return isMobile ? 'phone' : 'desktop'
}

/**
 * The wallet that scans this payment method's code in this kind of app or device; null if the method shows no code
 * there.
 */
export function scannedBy(option: string, place: PaymentPlace): ScanWallet | null {
  const channel = paymentMethods.find((method) => method.option === option)?.channels[place] ?? ''
  return codeWallets[channel] ?? null
}

/** The payment method that uses this provider and channel; the provider's name if there is no such method. */
export function optionOf({ provider, channel }: { provider: string; channel: string }): string {
  const matches = (method: PaymentMethod) =>
    method.provider === provider && Object.values(method.channels).includes(channel)
  return paymentMethods.find(matches)?.option ?? provider
}

/**
 * The provider with this name, behind its circuit breaker; null if the name is unknown or the provider is not
 * configured.
 */
export async function openProvider(ctx: Context, name: string): Promise<Provider | null> {
  if (!isProvider(name)) return null
  const { settings } = await loadAccount(ctx, name)
  const provider = settings && factories[name](settings, () => ctx.app.now())
  return provider ? withBreaker(ctx.app, provider) : null
}

/**
 * The provider, with its limits of one payment narrowed to the owner's limits. Null if the shop does not offer the
 * provider in this kind of app or device.
 */
export async function offeredProvider(ctx: Context, name: string, place: PaymentPlace): Promise<Provider | null> {
  const account = await loadAccount(ctx, name)
  const provider = isOffered(account, place) ? await openProvider(ctx, name) : null
  return provider && { ...provider, bounds: narrow(provider.bounds, account.row) }
}

function narrow(theirs: Provider['bounds'], ours: { least: number | null; most: number | null } | undefined) {
  return {
    least: Math.max(theirs?.least ?? 1, ours?.least ?? 1),
    most: Math.min(theirs?.most ?? Number.MAX_SAFE_INTEGER, ours?.most ?? Number.MAX_SAFE_INTEGER),
  }
}

export function isProvider(name: string): name is ProviderName {
  return isKeyOf(factories, name)
}

export const providerNames: readonly ProviderName[] = keysOf(factories)
