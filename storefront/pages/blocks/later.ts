import type { ComponentType } from 'react'
import { lazy } from 'react'
import { whenUsed } from '#storefront/core/use.ts'

interface Module<Props> {
  default: ComponentType<Props>
}

/**
 * A component that comes with the pages that show it, as HTML first. Its script is asked for with the first use of the
 * page, or at once where the first tap may be meant for it. `fetch` has it here before a step to such a page is taken.
 * One that cannot be fetched shows nothing, and the rest of the page stays.
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

/** A promise takes a moment even where its answer is known, and React would show a gap meanwhile. */
// biome-ignore lint/suspicious/noThenProperty: that is what it is for
const resolved = <Value>(value: Value) => ({ then: (go: (value: Value) => void) => go(value) }) as Promise<Value>
