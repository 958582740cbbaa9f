import { useRouteLoaderData } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { currencyCookie } from '#contract/constants.ts'

/** What the shell knows beside app info. */
export interface ShellData {
  /** Null until it is known: pages that are kept for everybody are rendered without. */
  cart: Cart | null
  /** The currency that prices are shown in beside the shop's own, and how much of it one unit of the shop's is. */
  chosenCurrency: { code: string; rate: number } | null
  isWeChat: boolean
}

const unknown: ShellData = { cart: null, chosenCurrency: null, isWeChat: false }

export function useShellData(): ShellData {
  return (useRouteLoaderData('shell') as ShellData | undefined) ?? unknown
}

/** The visitor's circumstances: from the request on the server, from the browser itself there. */
export async function readCircumstances(api: Client, request: Request): Promise<Omit<ShellData, 'cart'>> {
  const isServer = typeof document === 'undefined'
  const cookies = (isServer ? request.headers.get('cookie') : document.cookie) ?? ''
  const userAgent = (isServer ? request.headers.get('user-agent') : navigator.userAgent) ?? ''
  return {
    chosenCurrency: await readRate(api, cookies),
    isWeChat: /MicroMessenger/i.test(userAgent),
  }
}

/** A currency that the shop does not show any more is none. */
async function readRate(api: Client, cookies: string): Promise<ShellData['chosenCurrency']> {
  const code = new RegExp(`(?:^|; )${currencyCookie}=([A-Z]{3})`).exec(cookies)?.[1]
  if (!code) return null
  const found = await api.currency.rate({ currency: code }).catch(() => null)
  return found && found.currencyCode !== found.baseCurrency ? { code, rate: found.rate } : null
}
