import { useRouteLoaderData } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Block, BlockOf } from '#contract/blocks.ts'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { readEnvironment } from '#contract/environment.ts'
import { readClientState, writeClientState } from './client-state/client-state.ts'

/** The data of the shell, except app info. */
export interface ShellData {
  /** Null until loaded, because pages that are cached for all visitors are rendered without a cart. */
  cart: Cart | null
  /**
   * The currency shown beside the shop's own. `rate` is the amount of this currency for one unit of the shop's
   * currency, and `at` is the time of the rate.
   */
  chosenCurrency: { code: string; rate: number; at: string } | null
  isWeChat: boolean
  /** Notices at the top of every page. Only the server loads them. */
  notices?: BlockOf<'notice'>[]
}

const emptyShellData: ShellData = { cart: null, chosenCurrency: null, isWeChat: false }

export function useShellData(): ShellData {
  // The type is correct, because the loader of the route with the id `shell` returns this data.
  return useRouteLoaderData<ShellData>('shell') ?? emptyShellData
}

/**
 * The parts of the shell's data that depend on the visitor's chosen currency and on the browser. The server reads the
 * currency cookie and the user agent from the request, and the browser reads them from its globals.
 */
export async function loadVisitorData(api: Client, request: Request): Promise<Omit<ShellData, 'cart' | 'notices'>> {
  const isServer = typeof document === 'undefined'
  const code = isServer
    ? readClientState('currentCurrency', request.headers.get('cookie'))
    : readClientState('currentCurrency')
  const userAgent = (isServer ? request.headers.get('user-agent') : navigator.userAgent) ?? ''
  return {
    chosenCurrency: code === null ? null : await loadRate(api, code),
    isWeChat: readEnvironment(userAgent).isWeChat,
  }
}

/**
 * The rate of a chosen currency. Null if it is the shop's own currency, or if the API refuses it, for example because
 * the shop no longer shows it. If the API is unreachable or fails, returns the last known rate, if any.
 */
async function loadRate(api: Client, code: string): Promise<ShellData['chosenCurrency']> {
  try {
    const { baseCurrency, currencyCode, rate, at } = await api.currency.rate({ currency: code })
    writeClientState('currency', `${code} ${rate} ${at}`)
    writeClientState('baseCurrency', baseCurrency)
    return currencyCode === baseCurrency ? null : { code, rate, at }
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? null : storedRate(code)
  }
}

function storedRate(code: string): ShellData['chosenCurrency'] {
  const [storedCode, rate, at = ''] = readClientState('currency')?.split(' ') ?? []
  return storedCode === code && code !== readClientState('baseCurrency') ? { code, rate: Number(rate), at } : null
}

/** The current notices for this visitor. Empty if the request fails. */
export async function loadNotices(api: Client): Promise<BlockOf<'notice'>[]> {
  const sections: Block[] = await api.content.sections({ type: 'notice' }).then(
    ({ sections }) => sections,
    () => [],
  )
  return sections.filter((block) => block.kind === 'notice')
}
