import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Line } from '#contract/cart.ts'
import type { CartResult } from '#storefront/basket/basket.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import './cart.css'

/** A removed line, its former position, and the idempotency key for restoring it. */
export interface RemovedLine {
  line: Line
  index: number
  undoKey: string
}

const undoTimeoutMs = 8000
const retryDelayMs = 2000

/**
 * Offers for 8 seconds to restore a removed line. The offer stays while it is hovered or focused, while the request is
 * pending, and after a failure.
 */
export function Undo({ removed: { line, undoKey }, onExpire }: { removed: RemovedLine; onExpire: () => void }) {
  const { t, say } = useShop()
  const fetcher = useFetcher<CartResult>({ key: `undo ${undoKey}` })
  const basket = useBasket()
  const isPending = fetcher.state !== 'idle'
  const error = !isPending && fetcher.data && 'errors' in fetcher.data ? fetcher.data.errors[0] : undefined
  const staysOpen = useRef(false)
  staysOpen.current = isPending || error !== undefined
  const row = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const expire = useRef(onExpire)
  expire.current = onExpire
  const hasFailed = error !== undefined
  useEffect(() => {
    // Focuses the button, because the focus would otherwise move to the top of the page when the pressed button
    // disappears.
    if (hasFailed || document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [hasFailed])
  useEffect(() => {
    let timer = setTimeout(tryToExpire, undoTimeoutMs)
    function tryToExpire() {
      const isInUse = row.current?.matches(':hover') || row.current?.querySelector(':focus-visible')
      if (isInUse || staysOpen.current) timer = setTimeout(tryToExpire, retryDelayMs)
      else expire.current()
    }
    return () => clearTimeout(timer)
  }, [])
  const name = say(line.name)
  // Renders nothing while the request is pending, because the cart already shows the restored line.
  if (isPending) return null
  return (
    <li className="cart-undo" ref={row}>
      {error ? (
        <p role="alert" className="field-error">
          {error.message || t('cart.undo_failed', { name })}
        </p>
      ) : (
        <p role="status">{t('cart.removed', { name })}</p>
      )}
      <fetcher.Form method="post" action={basket.cart}>
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="key" value={line.key} />
        <input type="hidden" name="sku" value={line.sku} />
        <input type="hidden" name="quantity" value={line.quantity} />
        <input type="hidden" name="note" value={line.note} />
        <input type="hidden" name="modifiers" value={JSON.stringify(line.modifiers.map(toChoice))} />
        <input type="hidden" name="idempotencyKey" value={undoKey} />
        <button type="submit" className="button button-quiet" ref={button} aria-label={t('cart.undo_named', { name })}>
          {t('cart.undo')}
        </button>
      </fetcher.Form>
    </li>
  )
}

function toChoice({ id, quantity }: Line['modifiers'][number]) {
  return { id, quantity }
}
