import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { startCitcon } from './citcon.ts'
import type { StandIn } from './frame.ts'
import { startIotPay } from './iotpay.ts'
import { startOtt } from './ott.ts'
import { startWeChatPay } from './wechatpay.ts'

/** Providers that a shop was given, and what it must be told of them. */
export interface Demonstration {
  /** The shop's settings. */
  env: Record<string, string>
  standIns: Record<'ott' | 'citcon' | 'iotpay' | 'opay' | 'wechatpay', StandIn>
  close(): Promise<void>
}

/**
 * Starts the stand-ins of OTT Pay, Citcon, IOT Pay, OPay and WeChat Pay, each with an account for the shop whose keys are
 * new every time. `port` is the first of five; where one is taken, another is. `now` is the time that they believe.
 */
export async function startDemonstration({
  port = 0,
  host = '127.0.0.1',
  now = () => new Date(),
} = {}): Promise<Demonstration> {
  const keys = {
    ott: newKey(8).toUpperCase(),
    citcon: newKey(16),
    iotpay: newKey(16),
    opay: newKey(16),
    api: newKey(16),
  }
  const merchant = newPair()
  const platform = newPair()
  const weChat = { appId: 'wx0123456789abcdef', merchantId: '1900000109', serial: newKey(20), apiKey: keys.api }
  const platformSerial = newKey(20)
  const at = (offset: number) => ({ host, port: port && port + offset })
  const [ott, citcon, iotpay, opay, wechatpay] = await Promise.all([
    start(startOtt, { ...at(0), merchantId: 'ON00000001', signKey: keys.ott }),
    start(startCitcon, { ...at(1), token: keys.citcon }),
    start(startIotPay, { ...at(2), merchantId: '10000001', login: 'shop', key: keys.iotpay }),
    start(startIotPay, { ...at(3), merchantId: '20000001', login: 'shop', key: keys.opay, brand: 'OPay' }),
    start(startWeChatPay, {
      ...at(4),
      ...weChat,
      merchantKey: merchant.publicKey,
      platformKey: platform.privateKey,
      platformSerial,
      now,
    }),
  ])
  const standIns = { ott, citcon, iotpay, opay, wechatpay }
  return {
    standIns,
    env: {
      OTT_URL: ott.url,
      OTT_MERCHANT_ID: 'ON00000001',
      OTT_SHOP_ID: '1',
      OTT_OPERATOR_ID: '0000000001',
      OTT_SIGN_KEY: keys.ott,
      CITCON_URL: citcon.url,
      CITCON_TOKEN: keys.citcon,
      IOTPAY_URL: iotpay.url,
      IOTPAY_MERCHANT_ID: '10000001',
      IOTPAY_LOGIN: 'shop',
      IOTPAY_KEY: keys.iotpay,
      OPAY_URL: opay.url,
      OPAY_MERCHANT_ID: '20000001',
      OPAY_LOGIN: 'shop',
      OPAY_KEY: keys.opay,
      WECHATPAY_URL: wechatpay.url,
      WECHATPAY_APP_ID: weChat.appId,
      WECHATPAY_MERCHANT_ID: weChat.merchantId,
      WECHATPAY_PRIVATE_KEY: merchant.privateKey,
      WECHATPAY_SERIAL: weChat.serial,
      WECHATPAY_PLATFORM_KEY: platform.publicKey,
      WECHATPAY_PLATFORM_SERIAL: platformSerial,
      WECHATPAY_API_KEY: weChat.apiKey,
      WECHATPAY_CATEGORY: '5499',
    },
    close: async () => void (await Promise.all(Object.values(standIns).map((standIn) => standIn.close()))),
  }
}

const start = <Settings extends { port: number }>(open: (settings: Settings) => Promise<StandIn>, settings: Settings) =>
  open(settings).catch(() => open({ ...settings, port: 0 }))

const newKey = (bytes: number) => randomBytes(bytes).toString('hex')

const newPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
