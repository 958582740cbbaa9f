import { useRouteLoaderData } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Block, BlockOf } from '#contract/blocks.ts'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { readEnvironment } from '#contract/environment.ts'
import { hold, readHeld } from './client-state/held.ts'

/** What the shell knows beside app info. */
export interface ShellData {
  /** Null until it is known: pages that are kept for everybody are rendered without. */
  cart: Cart | null
  /**
   * The currency that prices are shown in beside the shop's own, how much of it one unit of the shop's is, and since
   * when.
   */
  chosenCurrency: { code: string; rate: number; at: string } | null
  isWeChat: boolean
  /** What every page says at its top; the server alone reads them. */
  notices?: BlockOf<'notice'>[]
}

const unknown: ShellData = { cart: null, chosenCurrency: null, isWeChat: false }

export function useShellData(): ShellData {
  return (useRouteLoaderData('shell') as ShellData | undefined) ?? unknown
}

/** The visitor's circumstances: from the request on the server, from the browser itself there. */
export async function readCircumstances(api: Client, request: Request): Promise<Omit<ShellData, 'cart' | 'notices'>> {
  const isServer = typeof document === 'undefined'
  const code = isServer ? readHeld('currentCurrency', request.headers.get('cookie')) : readHeld('currentCurrency')
  const userAgent = (isServer ? request.headers.get('user-agent') : navigator.userAgent) ?? ''
  return {
    chosenCurrency: code === null ? null : await readRate(api, code),
    isWeChat: readEnvironment(userAgent).isWeChat,
  }
}

/** A currency that the shop does not show any more is none; one that cannot be asked about has the rate told last. */
async function readRate(api: Client, code: string): Promise<ShellData['chosenCurrency']> {
  try {
    const { baseCurrency, currencyCode, rate, at } = await api.currency.rate({ currency: code })
    hold('currency', `${code} ${rate} ${at}`)
    hold('baseCurrency', baseCurrency)
    return currencyCode === baseCurrency ? null : { code, rate, at }
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? null : lastRate(code)
  }
}

function lastRate(code: string): ShellData['chosenCurrency'] {
  const [heldCode, rate, at = ''] = readHeld('currency')?.split(' ') ?? []
  return heldCode === code && code !== readHeld('baseCurrency') ? { code, rate: Number(rate), at } : null
}

/** The notices that this visitor is to see now; none where they cannot be read. */
export async function readNotices(api: Client): Promise<BlockOf<'notice'>[]> {
  const sections: Block[] = await api.content.sections({ type: 'notice' }).then(
    ({ sections }) => sections,
    () => [],
  )
  return sections.filter((block) => block.kind === 'notice')
}
