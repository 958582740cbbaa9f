import { useRef, useState } from 'react'
import type { Country } from '#contract/addresses.ts'
import type { DeliveryAnswer } from '#contract/delivery.ts'
import { apiForBasket, useBasket } from '#storefront/basket/basket.ts'
import { attempt, browserApi, isRefusal } from '#storefront/core/data.ts'

/** The delivery options for a postal code. Null while the code is too short. */
export type Preview = DeliveryAnswer | null

const debounceMs = 250
/** The minimum number of characters before a postal code is sent. */
const minPostCodeLength = 3

/**
 * Requests the delivery fee when the shopper pauses while typing a postal code. Ignores responses to older requests.
 */
export function useDeliveryPreview(initial: Preview) {
  const [state, setState] = useState<{ preview: Preview; from: Preview }>({ preview: initial, from: initial })
  const basket = useBasket()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastRequest = useRef(0)
  if (state.from !== initial) setState({ preview: initial, from: initial })
  const requestPreview = (country: Country, text: string) => {
    clearTimeout(timer.current)
    const requestNumber = ++lastRequest.current
    if (text.replace(/\s/g, '').length < minPostCodeLength) return setState({ preview: null, from: initial })
    timer.current = setTimeout(async () => {
      const result = await attempt(
        browserApi().then((api) => apiForBasket(api, basket).locations.delivery({ postCode: text, country })),
      ).catch(() => null)
      if (requestNumber === lastRequest.current && result && !isRefusal(result))
        setState({ preview: result, from: initial })
    }, debounceMs)
  }
  return { currentPreview: state.preview, requestPreview }
}
