import { useEffect, useRef, useState } from 'react'
import type { ProductCard as Product } from '#contract/catalogue.ts'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { browserApi } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { forgetViewed, noteViewed, readViewed } from './viewed.ts'
import './product.css'

const mostShown = 8

/**
 * Products viewed earlier on this device, with a button to forget them. They load into reserved space when the section
 * is close to the visible area. Also records that the current product was viewed.
 */
export function RecentlyViewed({ id }: { id: string }) {
  const { t } = useShop()
  const place = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState<string[]>([])
  const [products, setProducts] = useState<Product[] | null>(null)
  useEffect(() => {
    const shown = readViewed()
      .filter((other) => other !== id)
      .slice(0, mostShown)
    noteViewed(id)
    setBefore(shown)
    setProducts(null)
    let isLeft = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        readCards(shown).then((found) => isLeft || setProducts(found))
      },
      { rootMargin: '1200px' },
    )
    if (place.current && shown.length > 0) observer.observe(place.current)
    return () => {
      isLeft = true
      observer.disconnect()
    }
  }, [id])
  const isEmpty = before.length === 0 || products?.length === 0
  return (
    <div ref={place}>
      {!isEmpty && (
        <section className="related recent" aria-labelledby="recent" aria-busy={products === null || undefined}>
          <header>
            <h2 id="recent">{t('store.recent')}</h2>
            <button
              type="button"
              className="link"
              onClick={() => {
                forgetViewed()
                noteViewed(id)
                setBefore([])
                document.getElementById('main')?.focus({ preventScroll: true })
              }}
            >
              {t('store.recent_forget')}
            </button>
          </header>
          <ul className="product-row" aria-hidden={products === null || undefined}>
            {products?.map((product) => (
              <li key={product.id} className="recent-place">
                <ProductCard product={product} />
              </li>
            )) ??
              before.map((awaited) => (
                <li key={awaited} className="recent-place">
                  <div className="product-card-picture" />
                </li>
              ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Loads the cards of the products. Omits products whose request fails, for example because they are no longer sold. */
async function readCards(ids: string[]): Promise<Product[]> {
  const api = browserApi()
  const found = await Promise.allSettled(ids.map(async (id) => (await api).catalogue.product({ id })))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
