import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Country } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { Client } from '#contract/client.ts'
import type { Method } from '#contract/fulfilment-methods.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { apiForBasket, basketOf } from '#storefront/basket/basket.ts'
import { attempt, browserApi, isRefusal } from '#storefront/core/data.ts'

/** The fulfilment entered in the form so far. A postal code alone is enough to compute the fee and taxes. */
export interface EstimateInput {
  method: Method | ''
  country: Country
  postCode: string
}

const debounceMs = 250
/** The minimum number of characters before a postal code is sent. */
const minPostCodeLength = 3

/** Requests the bill for a fulfilment method without saving anything. Null if the server rejects the request. */
export async function loadEstimate(api: Client, { method, country, postCode }: EstimateInput): Promise<Bill | null> {
  const isKnown = goesTo(method, 'address') && postCode.replace(/\s/g, '').length >= minPostCodeLength
  const input = {
    methodName: method || undefined,
    ...(isKnown && { country, postCode }),
  }
  const result = await attempt(api.billing.view(input))
  return isRefusal(result) ? null : result
}

/** The loaded bill, replaced by an estimate when the shopper changes the method or the address. */
export function useEstimate(loaded: Bill, input: EstimateInput | null): Bill {
  const [estimate, setEstimate] = useState<{ bill: Bill; from: Bill } | null>(null)
  const { pathname, search } = useLocation()
  const { method, country, postCode } = input ?? {}
  useEffect(() => {
    if (method === undefined || country === undefined || postCode === undefined) return
    let isCurrent = true
    const requestEstimate = async () => {
      const api = apiForBasket(await browserApi(), basketOf({ pathname, search }))
      const bill = await loadEstimate(api, { method, country, postCode })
      if (isCurrent && bill) setEstimate({ bill, from: loaded })
    }
    const timer = setTimeout(() => requestEstimate().catch(() => undefined), debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [loaded, method, country, postCode, pathname, search])
  return estimate?.from === loaded ? estimate.bill : loaded
}
