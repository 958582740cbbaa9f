import { useEffect, useRef, useState } from 'react'
import type { ProductCard as Product } from '#contract/catalogue.ts'
import { browserApi } from '#storefront/data.ts'
import { useShop } from '#storefront/shop.ts'
import { ProductCard } from './product-card.tsx'
import { forgetViewed, noteViewed, readViewed } from './viewed.ts'

const mostShown = 8

/** What was looked at before on this device, with a way to forget it; fetched once one comes near. Notes the present product. */
export function RecentlyViewed({ id }: { id: string }) {
  const { t } = useShop()
  const place = useRef<HTMLDivElement>(null)
  const [products, setProducts] = useState<Product[]>([])
  useEffect(() => {
    const before = readViewed().filter((other) => other !== id)
    noteViewed(id)
    let isLeft = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        readCards(before.slice(0, mostShown)).then((found) => isLeft || setProducts(found))
      },
      { rootMargin: '1200px' },
    )
    if (place.current && before.length > 0) observer.observe(place.current)
    return () => {
      isLeft = true
      observer.disconnect()
    }
  }, [id])
  return (
    <div ref={place}>
      {products.length > 0 && (
        <section className="related recent" aria-labelledby="recent">
          <header>
            <h2 id="recent">{t('store.recent')}</h2>
            <button
              type="button"
              className="link"
              onClick={() => {
                forgetViewed()
                noteViewed(id)
                setProducts([])
                document.getElementById('main')?.focus({ preventScroll: true })
              }}
            >
              {t('store.recent_forget')}
            </button>
          </header>
          <ul className="product-row">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Their cards; those that are not sold any more are left out. */
async function readCards(ids: string[]): Promise<Product[]> {
  const api = browserApi()
  const found = await Promise.allSettled(ids.map(async (id) => (await api).catalogue.product({ id })))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
