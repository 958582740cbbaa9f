import type { StandIn } from './frame/stand-in.ts'
import { startPayPal } from './paypal.ts'
import { startSnapPay } from './snappay.ts'

type Settings = Record<string, string | undefined>

/** A payment provider's stand-in: the setting that takes its address, and how it starts with the shop's settings. */
interface Row {
  url: string
  start(env: Settings, port: number): Promise<StandIn>
}

const rows: Row[] = [
  {
    url: 'SNAPPAY_URL',
    start: (env, port) =>
      startSnapPay({
        port,
        appId: env.SNAPPAY_APP_ID || 'demo-app',
        merchantNo: env.SNAPPAY_MERCHANT_NO || '901800000116',
        key: env.SNAPPAY_KEY || 'demo-key-of-the-stand-in',
      }),
  },
  {
    url: 'PAYPAL_URL',
    start: (env, port) =>
      startPayPal({
        port,
        clientId: env.PAYPAL_CLIENT_ID || 'demo-client',
        secret: env.PAYPAL_SECRET || 'demo-secret-of-the-stand-in',
        merchantId: env.PAYPAL_MERCHANT_ID || 'DEMOMERCHANT1',
        webhookId: env.PAYPAL_WEBHOOK_ID || 'DEMO-WEBHOOK-1',
        webhookPath: '/api/istore/more/payments/paypal/notification',
      }),
  },
]

export interface StandIns {
  /** What the shop has to be told, by the names of its settings. */
  env: Record<string, string>
  close(): Promise<void>
}

/**
 * A stand-in for every payment provider for which `env` names no address, on the ports from `port` on where they are
 * free, else anywhere.
 */
export async function startStandIns(env: Settings = {}, port = 0): Promise<StandIns> {
  const missing = rows.filter(({ url }) => !env[url])
  const started = await Promise.all(
    missing.map((row, index) => row.start(env, port && port + index).catch(() => row.start(env, 0))),
  )
  return {
    env: Object.fromEntries(missing.map(({ url }, index) => [url, started[index]?.url ?? ''])),
    async close() {
      await Promise.all(started.map((standIn) => standIn.close()))
    },
  }
}
