import { useEffect, useState } from 'react'
import type { Variant } from '#contract/catalogue.ts'
import { browserApi } from '#storefront/core/data.ts'

type Stock = Pick<Variant, 'availability' | 'left'>
const gone: Stock = { availability: 'out', left: null }

/**
 * The stock of the chosen variant. For the initial variant it comes from the page's data, for any other variant from a
 * new request. If the request fails, the page's data is used.
 */
export function useFreshStock(productId: string, variant: Variant | undefined, openingSku: string): Stock {
  const [fresh, setFresh] = useState<(Stock & { sku: string }) | null>(null)
  const sku = variant?.sku
  const optionPair = variant?.optionPair
  useEffect(() => {
    if (sku === undefined || optionPair === undefined || sku === openingSku) return
    let isLate = false
    browserApi()
      .then((api) => api.catalogue.inventory({ id: productId, optionPair }))
      .then(({ availability, purchasable }) => {
        if (!isLate) setFresh({ sku, availability, left: availability === 'low' ? purchasable : null })
      })
      .catch(() => undefined)
    return () => {
      isLate = true
    }
  }, [productId, sku, optionPair, openingSku])
  if (!variant) return gone
  return fresh?.sku === variant.sku ? fresh : variant
}
