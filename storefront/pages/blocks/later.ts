import type { ComponentType } from 'react'
import { lazy } from 'react'
import { whenUsed } from '#storefront/core/first-use.ts'

interface Module<Props> {
  default: ComponentType<Props>
}

/**
 * A lazy component that the server renders as HTML first. Its script loads at the first use of the page. With `atOnce`
 * it loads at once, because the first tap may need it. `fetch` loads it before navigation to such a page. If the
 * download fails, it renders nothing and the rest of the page stays.
 */
export function later<Props>(load: () => Promise<Module<Props>>, { atOnce = false } = {}) {
  let here: Module<Props> | undefined
  const fetch = async () => {
    here ??= await load()
  }
  const afterUse = async () => {
    if (!atOnce) await whenUsed()
    return load().catch(() => ({ default: () => null }))
  }
  return Object.assign(
    lazy(() => (here ? resolved(here) : afterUse())),
    { fetch },
  )
}

/**
 * A thenable that resolves synchronously. A promise takes a tick even if resolved, and React would render the fallback.
 */
// biome-ignore lint/suspicious/noThenProperty: the thenable resolves synchronously
const resolved = <Value>(value: Value) => ({ then: (go: (value: Value) => void) => go(value) }) as Promise<Value>
