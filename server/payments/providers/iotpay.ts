import type { Config } from '#server/platform/config.ts'
import { openForm } from './iotpay-form.ts'
import type { Provider } from './provider.ts'

/**
 * IOT Pay (Canada): Alipay in browsers and by QR code, WeChat Pay inside WeChat (develop.iotpay.ca). Null if IOT Pay is
 * not configured.
 */
export function openIotPay(config: Config): Provider | null {
  if (!config.IOTPAY_URL) return null
  return openForm({
    name: 'iotpay',
    url: config.IOTPAY_URL,
    merchantId: config.IOTPAY_MERCHANT_ID,
    login: config.IOTPAY_LOGIN,
    key: config.IOTPAY_KEY,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
}
