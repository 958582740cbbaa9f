import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { startCitcon } from './citcon.ts'
import { startIotPay } from './iotpay.ts'
import { startOtt } from './ott.ts'
import type { Row, Settings } from './provider-row.ts'
import { startStripe } from './stripe.ts'
import { startWeChatPay } from './wechatpay.ts'

const newKey = (bytes: number) => randomBytes(bytes).toString('hex')
const setting = (env: Settings, name: string) => env[name] ?? ''

/** The row of a provider that has IOT Pay's interface: IOT Pay itself, OPay, or the provider of test payments. */
const formRow = (name: string, brand: string, merchantId: string): Row => ({
  url: `${name}_URL`,
  account: () => ({ [`${name}_MERCHANT_ID`]: merchantId, [`${name}_LOGIN`]: 'shop', [`${name}_KEY`]: newKey(16) }),
  start: (env, port) =>
    startIotPay({
      port,
      brand,
      merchantId: setting(env, `${name}_MERCHANT_ID`),
      login: setting(env, `${name}_LOGIN`),
      key: setting(env, `${name}_KEY`),
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
    start: (env, port) =>
      startOtt({ port, merchantId: setting(env, 'OTT_MERCHANT_ID'), signKey: setting(env, 'OTT_SIGN_KEY') }),
  },
  {
    url: 'CITCON_URL',
    account: () => ({ CITCON_TOKEN: newKey(16) }),
    start: (env, port) => startCitcon({ port, token: setting(env, 'CITCON_TOKEN') }),
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
        secretKey: setting(env, 'STRIPE_SECRET_KEY'),
        webhookSecret: setting(env, 'STRIPE_WEBHOOK_SECRET'),
        webhookPath: '/api/istore/more/payments/stripe/notification',
      }),
  },
  {
    url: 'WECHATPAY_URL',
    account: weChatAccount,
    start: (env, port) =>
      startWeChatPay({
        port,
        appId: setting(env, 'WECHATPAY_APP_ID'),
        merchantId: setting(env, 'WECHATPAY_MERCHANT_ID'),
        merchantKey: createPublicKey(setting(env, 'WECHATPAY_PRIVATE_KEY')),
        serial: setting(env, 'WECHATPAY_SERIAL'),
        platformKey: setting(env, 'STAND_IN_WECHATPAY_KEY'),
        platformSerial: setting(env, 'WECHATPAY_PLATFORM_SERIAL'),
        apiKey: setting(env, 'WECHATPAY_API_KEY'),
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
