import type { ComponentType } from 'react'
import { lazy } from 'react'
import { whenUsed } from '#storefront/core/first-use.ts'

interface Module<Props> {
  default: ComponentType<Props>
}

/**
 * A lazy component that the server renders as HTML. The browser downloads its script when the page is first used. With
 * `atOnce` it downloads the script at once, for components that the first tap may need. `fetch` downloads the script
 * before a navigation. If the download on a page fails, the component renders nothing and the rest of the page works.
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
 * A thenable that resolves synchronously. A resolved promise would still take a tick, and React would render the
 * fallback.
 */
// biome-ignore lint/suspicious/noThenProperty: the thenable resolves synchronously
const resolved = <Value>(value: Value) => ({ then: (go: (value: Value) => void) => go(value) }) as Promise<Value>
