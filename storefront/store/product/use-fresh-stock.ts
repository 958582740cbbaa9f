import { useEffect, useState } from 'react'
import type { Variant } from '#contract/catalogue.ts'
import { browserApi } from '#storefront/core/data.ts'

type Stock = Pick<Variant, 'availability' | 'left'>
const soldOut: Stock = { availability: 'out', left: null }

/**
 * The stock of the chosen variant. For the initial variant it comes from the page's data, for any other variant from a
 * new request. If the request fails, the page's data is used.
 */
export function useFreshStock(productId: string, variant: Variant | undefined, initialSku: string): Stock {
  const [loadedStock, setLoadedStock] = useState<(Stock & { sku: string }) | null>(null)
  const sku = variant?.sku
  const optionPair = variant?.optionPair
  useEffect(() => {
    if (sku === undefined || optionPair === undefined || sku === initialSku) return
    let isCancelled = false
    browserApi()
      .then((api) => api.catalogue.inventory({ id: productId, optionPair }))
      .then(({ availability, purchasable }) => {
        if (!isCancelled) setLoadedStock({ sku, availability, left: availability === 'low' ? purchasable : null })
      })
      .catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [productId, sku, optionPair, initialSku])
  if (!variant) return soldOut
  return loadedStock?.sku === variant.sku ? loadedStock : variant
}
