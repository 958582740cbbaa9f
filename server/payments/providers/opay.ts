import type { Config } from '#server/platform/config.ts'
import { openForm } from './iotpay-form.ts'
import type { Provider } from './provider.ts'

/**
 * OPay. No publicly documented company answers to this name with wallets for Canada: nothing here was read in a manual
 * of theirs. It is given the form of IOT Pay behind settings of its own, and only the demonstration has them. Before
 * a shop uses it, its real manual must be read and this file with `iotpay-form.ts` be held against it.
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
