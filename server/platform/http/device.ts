import type { DeviceWallet } from '#contract/payment-methods.ts'

const browsers: [RegExp, string][] = [
  [/MicroMessenger/i, 'WeChat'],
  [/AlipayClient/i, 'Alipay'],
  [/EdgA?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/OPR\//, 'Opera'],
  [/FxiOS|Firefox\//, 'Firefox'],
  [/CriOS|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const devices: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** Names the browser and device of a user agent, such as "Safari · iPhone". Empty if unknown. */
export function nameDevice(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(browsers), find(devices)].filter(Boolean).join(' · ')
}

/**
 * Matches the user agents of browsers inside other apps. Pages in such a browser cannot open the wallet of the device.
 */
const inApp = /; wv\)|FBA[NV]|Instagram|Line\//

/**
 * The wallet that a browser can open: Apple Pay in Safari on a Mac and in Safari or Chrome on an iPhone or iPad, and
 * Google Pay in Chrome on all other devices. Null for all other browsers. The server cannot see whether the wallet
 * holds a card.
 */
export function walletOfDevice(userAgent: string): DeviceWallet | null {
  if (inApp.test(userAgent)) return null
  const [browser, device = ''] = nameDevice(userAgent).split(' · ')
  if (browser === 'Safari' && device === 'Mac') return 'apple_pay'
  if (browser !== 'Safari' && browser !== 'Chrome') return null
  if (device === 'iPhone' || device === 'iPad') return 'apple_pay'
  return browser === 'Chrome' ? 'google_pay' : null
}
