import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { startAlipay } from './alipay.ts'
import type { Row } from './provider-row.ts'
import { startWeChat } from './wechat.ts'

const newSecret = () => randomBytes(16).toString('hex')
const newPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

/**
 * A shop's accounts at sign-in providers. Secrets are new at each start. App ids stay the same, because the ids of
 * users depend on them.
 */
export const identityRows: Row[] = [
  {
    url: 'WECHAT_URL',
    account: () => ({
      WECHAT_OFFICIAL_APP_ID: 'wx00000000official',
      WECHAT_OFFICIAL_SECRET: newSecret(),
      WECHAT_WEBSITE_APP_ID: 'wx000000000website',
      WECHAT_WEBSITE_SECRET: newSecret(),
      WECHAT_MINI_APP_ID: 'wx0123456789abcdef',
      WECHAT_MINI_SECRET: newSecret(),
    }),
    start: (env, port) => {
      const app = (name: string) => ({
        id: env[`WECHAT_${name}_APP_ID`] ?? '',
        secret: env[`WECHAT_${name}_SECRET`] ?? '',
      })
      return startWeChat({ port, official: app('OFFICIAL'), website: app('WEBSITE'), miniProgram: app('MINI') })
    },
  },
  {
    url: 'ALIPAY_URL',
    path: '/gateway.do',
    account: () => {
      const app = newPair()
      const gateway = newPair()
      return {
        ALIPAY_APP_ID: '2021000000000001',
        ALIPAY_PRIVATE_KEY: app.privateKey,
        ALIPAY_PUBLIC_KEY: gateway.publicKey,
        STAND_IN_ALIPAY_KEY: gateway.privateKey,
      }
    },
    start: (env, port) =>
      startAlipay({
        port,
        appId: env.ALIPAY_APP_ID ?? '',
        appKey: createPublicKey(env.ALIPAY_PRIVATE_KEY ?? ''),
        gatewayKey: env.STAND_IN_ALIPAY_KEY ?? '',
      }),
  },
]
