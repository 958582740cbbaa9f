import { mayPrefetch } from '#storefront/core/shell-rules.ts'

/** The `prefetch` property of `Link`: on intent, or never. */
export function prefetch(): 'intent' | 'none' {
  return mayPrefetch((globalThis.navigator as NetworkNavigator | undefined)?.connection) ? 'intent' : 'none'
}

/** The Network Information API; not every browser has it. */
interface NetworkNavigator {
  connection?: { saveData?: boolean; effectiveType?: string }
}
