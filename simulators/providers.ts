import { identityRows } from './identity-rows.ts'
import { startPayPal } from './paypal.ts'
import type { Row, Settings } from './provider-row.ts'
import { startSnapPay } from './snappay.ts'
import { walletRows } from './wallet-rows.ts'

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
  ...walletRows,
  ...identityRows,
]

export interface Simulators {
  /** The shop's settings for using the simulators, by name. */
  env: Record<string, string>
  close(): Promise<void>
}

/**
 * Starts the simulators of the demonstration or, if `DEMO` is off, only the simulator of test payments. Skips each
 * provider whose URL is in `env`. The first simulator listens on `port`, and each further simulator on the next port.
 * If a port is in use, or if `port` is 0, the simulator listens on any free port.
 */
export async function startSimulators(env: Settings = {}, port = 0): Promise<Simulators> {
  const isDemo = !/^(false|0|no|off|n|disabled)$/i.test(env.DEMO ?? '')
  const simulatedRows = rows.filter(({ url, isForTrial = false }) => !env[url] && isForTrial !== isDemo)
  const accounts: Record<string, string> = Object.assign({}, ...simulatedRows.map(({ account }) => account?.()))
  const settings = { ...env, ...accounts }
  const started = await Promise.all(
    simulatedRows.map((row, index) => row.start(settings, port && port + index).catch(() => row.start(settings, 0))),
  )
  return {
    env: {
      ...Object.fromEntries(Object.entries(accounts).filter(([name]) => !name.startsWith('STAND_IN_'))),
      ...Object.fromEntries(
        simulatedRows.map(({ url, path = '' }, index) => [url, (started[index]?.url ?? '') + path]),
      ),
    },
    async close() {
      await Promise.all(started.map((simulator) => simulator.close()))
    },
  }
}
