import { useEffect, useRef, useState } from 'react'
import type { ProductCard as Product } from '#contract/catalogue.ts'
import { browserApi } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { LateCards } from '#storefront/store/late-cards.tsx'
import { clearViewed, readViewed, recordViewed } from './viewed.ts'
import './product.css'

const maxShown = 8

/**
 * Products viewed earlier on this device, with a button to forget them. They load into reserved space when the section
 * is close to the visible area. Also records that the current product was viewed.
 */
export function RecentlyViewed({ id }: { id: string }) {
  const { t } = useShop()
  const container = useRef<HTMLDivElement>(null)
  const [viewedIds, setViewedIds] = useState<string[]>([])
  const [products, setProducts] = useState<Product[] | null>(null)
  useEffect(() => {
    const otherIds = readViewed()
      .filter((other) => other !== id)
      .slice(0, maxShown)
    recordViewed(id)
    setViewedIds(otherIds)
    setProducts(null)
    let isUnmounted = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        readCards(otherIds).then((found) => isUnmounted || setProducts(found))
      },
      { rootMargin: '1200px' },
    )
    if (container.current && otherIds.length > 0) observer.observe(container.current)
    return () => {
      isUnmounted = true
      observer.disconnect()
    }
  }, [id])
  const isEmpty = viewedIds.length === 0 || products?.length === 0
  return (
    <div ref={container}>
      {!isEmpty && (
        <section className="related recent" aria-labelledby="recent" aria-busy={products === null || undefined}>
          <header>
            <h2 id="recent">{t('store.recent')}</h2>
            <button
              type="button"
              className="link"
              onClick={() => {
                clearViewed()
                recordViewed(id)
                setViewedIds([])
                document.getElementById('main')?.focus({ preventScroll: true })
              }}
            >
              {t('store.recent_forget')}
            </button>
          </header>
          <LateCards products={products} places={viewedIds} />
        </section>
      )}
    </div>
  )
}

/** Loads the cards of the products. Omits products whose request fails, for example because they are no longer sold. */
async function readCards(ids: string[]): Promise<Product[]> {
  const api = browserApi()
  const found = await Promise.allSettled(ids.map(async (id) => (await api).catalogue.product({ id })))
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
