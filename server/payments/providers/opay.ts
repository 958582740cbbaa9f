import type { Config } from '#server/platform/config.ts'
import { openForm } from './iotpay-form.ts'
import type { Provider } from './provider.ts'

/**
 * OPay. No publicly documented company of this name offers wallets in Canada, so this file is not based on a manual. It
 * uses IOT Pay's API with separate settings, which only the demonstration has. Before a shop uses it, a developer must
 * check this file and `iotpay-form.ts` against OPay's manual.
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
