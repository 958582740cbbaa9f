import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Country } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { Client } from '#contract/client.ts'
import type { Method } from '#contract/fulfilment-methods.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { basketOf, callsOn } from '#storefront/basket/basket.ts'
import { attempt, browserApi, isRefusal } from '#storefront/core/data.ts'

/** The fulfilment entered in the form so far. A postal code alone is enough to compute the fee and taxes. */
export interface Supposed {
  method: Method | ''
  country: Country
  postCode: string
}

const typingPauseMs = 250
/** The minimum number of characters before a postal code is sent. */
const fewest = 3

/** Requests the bill for a fulfilment method without saving anything. Null if the server rejects the request. */
export async function estimateOf(api: Client, { method, country, postCode }: Supposed): Promise<Bill | null> {
  const isKnown = goesTo(method, 'address') && postCode.replace(/\s/g, '').length >= fewest
  const wish = {
    methodName: method || undefined,
    ...(isKnown && { country, postCode }),
  }
  const answer = await attempt(api.billing.view(wish))
  return isRefusal(answer) ? null : answer
}

/** The loaded bill, replaced by an estimate when the shopper changes the method or the address. */
export function useEstimate(loaded: Bill, supposed: Supposed | null): Bill {
  const [found, setFound] = useState<{ bill: Bill; from: Bill } | null>(null)
  const { pathname, search } = useLocation()
  const { method, country, postCode } = supposed ?? {}
  useEffect(() => {
    if (method === undefined || country === undefined || postCode === undefined) return
    let isLast = true
    const ask = async () => {
      const api = callsOn(await browserApi(), basketOf({ pathname, search }))
      const bill = await estimateOf(api, { method, country, postCode })
      if (isLast && bill) setFound({ bill, from: loaded })
    }
    const timer = setTimeout(() => ask().catch(() => undefined), typingPauseMs)
    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [loaded, method, country, postCode, pathname, search])
  return found?.from === loaded ? found.bill : loaded
}
