import type { Config } from '#server/platform/config.ts'
import { openForm } from './iotpay-form.ts'
import type { Provider } from './provider.ts'

/**
 * The built-in simulator, which lets an owner try the shop. It uses IOT Pay's API. No money moves, and the payment
 * options mark it as a test.
 */
export function openSimulator(config: Config): Provider | null {
  if (!config.SIMULATOR_URL) return null
  return openForm({
    name: 'simulator',
    url: config.SIMULATOR_URL,
    merchantId: config.SIMULATOR_MERCHANT_ID,
    login: config.SIMULATOR_LOGIN,
    key: config.SIMULATOR_KEY,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
}
