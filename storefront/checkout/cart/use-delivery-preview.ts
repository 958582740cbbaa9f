import { useRef, useState } from 'react'
import type { Country } from '#contract/addresses.ts'
import type { DeliveryAnswer } from '#contract/delivery.ts'
import { callsOn, useBasket } from '#storefront/basket/basket.ts'
import { attempt, browserApi, isRefusal } from '#storefront/core/data.ts'

/** The delivery options for a postal code. Null while the code is too short. */
export type Preview = DeliveryAnswer | null

const typingPauseMs = 250
/** The minimum number of characters before a postal code is sent. */
const fewest = 3

/**
 * Requests the delivery fee when the shopper pauses while typing a postal code. Ignores responses to older requests.
 */
export function useDeliveryPreview(first: Preview) {
  const [found, setFound] = useState<{ preview: Preview; from: Preview }>({ preview: first, from: first })
  const basket = useBasket()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const turn = useRef(0)
  if (found.from !== first) setFound({ preview: first, from: first })
  const ask = (country: Country, text: string) => {
    clearTimeout(timer.current)
    const own = ++turn.current
    if (text.replace(/\s/g, '').length < fewest) return setFound({ preview: null, from: first })
    timer.current = setTimeout(async () => {
      const answer = await attempt(
        browserApi().then((api) => callsOn(api, basket).locations.delivery({ postCode: text, country })),
      ).catch(() => null)
      if (own === turn.current && answer && !isRefusal(answer)) setFound({ preview: answer, from: first })
    }, typingPauseMs)
  }
  return { shown: found.preview, ask }
}
