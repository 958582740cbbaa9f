import { mayPrefetch } from './shell-rules.ts'

/** When links fetch the page that they lead to, as `Link` takes it: once somebody means to follow them, or never. */
export function prefetch(): 'intent' | 'none' {
  return mayPrefetch((globalThis.navigator as NetworkNavigator | undefined)?.connection) ? 'intent' : 'none'
}

/** The Network Information API, where a browser has it. */
interface NetworkNavigator {
  connection?: { saveData?: boolean; effectiveType?: string }
}
