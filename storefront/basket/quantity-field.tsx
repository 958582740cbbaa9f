import { useState } from 'react'
import type { Portions } from '#contract/quantities.ts'
import { isPortion, maxQuantityOf, minQuantityOf, nextQuantity, previousQuantity } from '#contract/quantities.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'

interface QuantityFieldProps {
  quantity: number
  max: number
  portions?: Portions
  onChange: (quantity: number) => void
}

/** A quantity field with two step buttons. Allows only quantities that the shop sells. */
export function QuantityField({ quantity, max, portions = {}, onChange }: QuantityFieldProps) {
  const { t } = useShop()
  const [typedText, setTypedText] = useState<string | null>(null)
  const minQuantity = minQuantityOf(portions)
  const maxQuantity = maxQuantityOf(portions, max)
  const setQuantity = (next: number) => {
    setTypedText(null)
    onChange(Math.min(Math.max(minQuantity, next), maxQuantity))
  }
  const handleInput = (text: string) => {
    setTypedText(text)
    const typedQuantity = Number(text)
    if (typedQuantity <= maxQuantity && isPortion(portions, typedQuantity)) onChange(typedQuantity)
  }
  return (
    <div className="quantity">
      <button
        type="button"
        aria-label={t('store.fewer')}
        disabled={quantity <= minQuantity}
        onClick={() => setQuantity(previousQuantity(portions, quantity))}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        name="quantity"
        inputMode="numeric"
        min={minQuantity}
        max={maxQuantity}
        step={portions.quantityStep}
        value={typedText ?? quantity}
        aria-label={t('store.quantity')}
        onChange={({ currentTarget }) => handleInput(currentTarget.value)}
        onBlur={() => typedText !== null && setQuantity(maxQuantityOf(portions, Math.floor(Number(typedText))))}
      />
      <button
        type="button"
        aria-label={t('store.more')}
        disabled={quantity >= maxQuantity}
        onClick={() => setQuantity(nextQuantity(portions, quantity))}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
