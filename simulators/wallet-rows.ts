import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { startCitcon } from './citcon.ts'
import { startIotPay } from './iotpay.ts'
import { startOtt } from './ott.ts'
import type { Row, Settings } from './provider-row.ts'
import { startStripe } from './stripe.ts'
import { startWeChatPay } from './wechatpay.ts'

const newKey = (bytes: number) => randomBytes(bytes).toString('hex')
const of = (env: Settings, name: string) => env[name] ?? ''

/** The row of a provider that has IOT Pay's interface: IOT Pay itself, OPay, or the provider of test payments. */
const formRow = (name: string, brand: string, merchantId: string): Row => ({
  url: `${name}_URL`,
  account: () => ({ [`${name}_MERCHANT_ID`]: merchantId, [`${name}_LOGIN`]: 'shop', [`${name}_KEY`]: newKey(16) }),
  start: (env, port) =>
    startIotPay({
      port,
      brand,
      merchantId: of(env, `${name}_MERCHANT_ID`),
      login: of(env, `${name}_LOGIN`),
      key: of(env, `${name}_KEY`),
    }),
})

/** The payment providers whose accounts get new keys at each start, so that nobody knows a key in advance. */
export const walletRows: Row[] = [
  {
    url: 'OTT_URL',
    account: () => ({
      OTT_MERCHANT_ID: 'ON00000001',
      OTT_SHOP_ID: '1',
      OTT_OPERATOR_ID: '0000000001',
      OTT_SIGN_KEY: newKey(8).toUpperCase(),
    }),
    start: (env, port) => startOtt({ port, merchantId: of(env, 'OTT_MERCHANT_ID'), signKey: of(env, 'OTT_SIGN_KEY') }),
  },
  {
    url: 'CITCON_URL',
    account: () => ({ CITCON_TOKEN: newKey(16) }),
    start: (env, port) => startCitcon({ port, token: of(env, 'CITCON_TOKEN') }),
  },
  formRow('IOTPAY', 'IOT Pay', '10000001'),
  formRow('OPAY', 'OPay', '20000001'),
  { ...formRow('SIMULATOR', 'TEST', '30000001'), isForTrial: true },
  {
    url: 'STRIPE_URL',
    account: () => ({
      STRIPE_SECRET_KEY: `sk_test_${newKey(24)}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${newKey(24)}`,
    }),
    start: (env, port) =>
      startStripe({
        port,
        secretKey: of(env, 'STRIPE_SECRET_KEY'),
        webhookSecret: of(env, 'STRIPE_WEBHOOK_SECRET'),
        webhookPath: '/api/istore/more/payments/stripe/notification',
      }),
  },
  {
    url: 'WECHATPAY_URL',
    account: weChatAccount,
    start: (env, port) =>
      startWeChatPay({
        port,
        appId: of(env, 'WECHATPAY_APP_ID'),
        merchantId: of(env, 'WECHATPAY_MERCHANT_ID'),
        merchantKey: createPublicKey(of(env, 'WECHATPAY_PRIVATE_KEY')),
        serial: of(env, 'WECHATPAY_SERIAL'),
        platformKey: of(env, 'STAND_IN_WECHATPAY_KEY'),
        platformSerial: of(env, 'WECHATPAY_PLATFORM_SERIAL'),
        apiKey: of(env, 'WECHATPAY_API_KEY'),
      }),
  },
]

function weChatAccount(): Record<string, string> {
  const merchant = newPair()
  const platform = newPair()
  return {
    WECHATPAY_APP_ID: 'wx0123456789abcdef',
    WECHATPAY_MERCHANT_ID: '1900000109',
    WECHATPAY_PRIVATE_KEY: merchant.privateKey,
    WECHATPAY_SERIAL: newKey(20),
    WECHATPAY_PLATFORM_KEY: platform.publicKey,
    WECHATPAY_PLATFORM_SERIAL: newKey(20),
    WECHATPAY_API_KEY: newKey(16),
    WECHATPAY_CATEGORY: '5499',
    STAND_IN_WECHATPAY_KEY: platform.privateKey,
  }
}

const newPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
