import { mayPrefetch } from '#storefront/core/shell-rules.ts'

/** The value for the `prefetch` property of `Link`. */
export function prefetch(): 'intent' | 'none' {
  return mayPrefetch((globalThis.navigator as NetworkNavigator | undefined)?.connection) ? 'intent' : 'none'
}

/** The Network Information API, which not every browser supports. */
interface NetworkNavigator {
  connection?: { saveData?: boolean; effectiveType?: string }
}
