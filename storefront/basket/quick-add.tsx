import type { MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type { ProductCard } from '#contract/catalogue.ts'
import { requestFailedKey } from '#storefront/core/client-state/reachability.ts'
import { cartPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { useCartQuantity } from './use-cart.tsx'
import './quick-add.css'

interface QuickAddProps {
  product: Pick<ProductCard, 'name' | 'left'>
  sku: string
}

/** A "+" that adds one piece and then turns into a stepper. Without JavaScript, its buttons submit a form. */
export function QuickAdd({ product, sku }: QuickAddProps) {
  const { app, t, say } = useShop()
  const { pathname, search } = useLocation()
  const { line, quantity, canAdd, set, error } = useCartQuantity(sku, product.left)
  const plusButton = useRef<HTMLButtonElement>(null)
  const name = say(product.name)
  const announcement = useQuantityAnnouncement(quantity, (count) => t('store.in_cart', { count, name }))

  const changeBy = (delta: number) => (event: MouseEvent) => {
    event.preventDefault()
    if (delta > 0 && !canAdd) return
    set(quantity + delta)
    if (quantity + delta === 0) plusButton.current?.focus()
  }
  if (!app.system.appConfig.enableCheckout) return null
  return (
    <Form
      method="post"
      action={cartPath({ pathname, search })}
      className="quick-add"
      data-filled={quantity > 0 || undefined}
    >
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="intent" value={line ? 'change' : 'add'} />
      <input type="hidden" {...(line ? { name: 'key', value: line.key } : { name: 'sku', value: sku })} />
      {quantity > 0 && (
        <>
          <button
            type="submit"
            name="quantity"
            value={quantity - 1}
            onClick={changeBy(-1)}
            aria-label={t('store.one_less', { name })}
          >
            <Icon name="minus" />
          </button>
          <span className="quick-add-count">{quantity}</span>
        </>
      )}
      <button
        ref={plusButton}
        type="submit"
        name="quantity"
        value={line ? quantity + 1 : 1}
        onClick={changeBy(1)}
        aria-disabled={!canAdd || undefined}
        aria-label={t(quantity > 0 ? 'store.one_more' : 'store.add_named', { name })}
      >
        <Icon name="plus" />
      </button>
      <span role="status" className={error ? 'quick-add-error' : 'visually-hidden'}>
        {error ? error.message || t(requestFailedKey()) : announcement + (canAdd ? '' : ` ${t('store.all_of_it')}`)}
      </span>
    </Form>
  )
}

/** The text that screen readers announce after the quantity has changed. Empty before the first change. */
function useQuantityAnnouncement(quantity: number, toText: (count: number) => string): string {
  const [initialQuantity] = useState(quantity)
  const hasChanged = useRef(false)
  useEffect(() => {
    if (quantity !== initialQuantity) hasChanged.current = true
  }, [quantity, initialQuantity])
  return quantity !== initialQuantity || hasChanged.current ? toText(quantity) : ''
}
