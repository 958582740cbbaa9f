import { useRouteLoaderData } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Block, BlockOf } from '#contract/blocks.ts'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { readEnvironment } from '#contract/environment.ts'
import { readClientState, writeClientState } from './client-state/client-state.ts'

/** The data of the shell besides app info. */
export interface ShellData {
  /** Null until it is known: pages cached for all visitors are rendered without a cart. */
  cart: Cart | null
  /**
   * The currency shown beside the shop's own. `rate` is its amount per unit of the shop's currency, `at` the rate's
   * time.
   */
  chosenCurrency: { code: string; rate: number; at: string } | null
  isWeChat: boolean
  /** Notices at the top of every page; only the server reads them. */
  notices?: BlockOf<'notice'>[]
}

const unknown: ShellData = { cart: null, chosenCurrency: null, isWeChat: false }

export function useShellData(): ShellData {
  // The route of this id has this loader.
  return (useRouteLoaderData('shell') as ShellData | undefined) ?? unknown
}

/** The visitor's state: the server takes it from the request, the browser from its own storage. */
export async function readCircumstances(api: Client, request: Request): Promise<Omit<ShellData, 'cart' | 'notices'>> {
  const isServer = typeof document === 'undefined'
  const code = isServer
    ? readClientState('currentCurrency', request.headers.get('cookie'))
    : readClientState('currentCurrency')
  const userAgent = (isServer ? request.headers.get('user-agent') : navigator.userAgent) ?? ''
  return {
    chosenCurrency: code === null ? null : await readRate(api, code),
    isWeChat: readEnvironment(userAgent).isWeChat,
  }
}

/** Null if the shop no longer shows the currency. If the rate request fails, the last known rate applies. */
async function readRate(api: Client, code: string): Promise<ShellData['chosenCurrency']> {
  try {
    const { baseCurrency, currencyCode, rate, at } = await api.currency.rate({ currency: code })
    writeClientState('currency', `${code} ${rate} ${at}`)
    writeClientState('baseCurrency', baseCurrency)
    return currencyCode === baseCurrency ? null : { code, rate, at }
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? null : lastRate(code)
  }
}

function lastRate(code: string): ShellData['chosenCurrency'] {
  const [heldCode, rate, at = ''] = readClientState('currency')?.split(' ') ?? []
  return heldCode === code && code !== readClientState('baseCurrency') ? { code, rate: Number(rate), at } : null
}

/** The current notices for this visitor; empty if the request fails. */
export async function readNotices(api: Client): Promise<BlockOf<'notice'>[]> {
  const sections: Block[] = await api.content.sections({ type: 'notice' }).then(
    ({ sections }) => sections,
    () => [],
  )
  return sections.filter((block) => block.kind === 'notice')
}
