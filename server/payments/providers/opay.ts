import type { Config } from '#server/platform/config.ts'
import { openForm } from './iotpay-form.ts'
import type { Provider } from './provider.ts'

/**
 * OPay. No publicly documented company of this name offers wallets in Canada, so no manual is the source of this file.
 * It uses the form of IOT Pay with settings of its own, and only the demonstration has these settings. Before a shop
 * uses it, a developer must check this file and `iotpay-form.ts` against OPay's manual.
 */
export function openOPay(config: Config): Provider | null {
  if (!config.OPAY_URL) return null
  return openForm({
    name: 'opay',
    url: config.OPAY_URL,
    merchantId: config.OPAY_MERCHANT_ID,
    login: config.OPAY_LOGIN,
    key: config.OPAY_KEY,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
}
