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
export function lazyBlock<Props>(load: () => Promise<Module<Props>>, { atOnce = false } = {}) {
  let loadedModule: Module<Props> | undefined
  const fetch = async () => {
    loadedModule ??= await load()
  }
  const loadAfterUse = async () => {
    if (!atOnce) await whenUsed()
    return load().catch(() => ({ default: () => null }))
  }
  return Object.assign(
    lazy(() => (loadedModule ? resolved(loadedModule) : loadAfterUse())),
    { fetch },
  )
}

/**
 * A thenable that resolves synchronously. A resolved promise would still take a tick, and React would render the
 * fallback.
 */
const resolved = <Value>(value: Value) => {
  // biome-ignore lint/suspicious/noThenProperty: the thenable resolves synchronously
  return { then: (resolve: (value: Value) => void) => resolve(value) } as Promise<Value>
}
