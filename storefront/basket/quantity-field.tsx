import { useState } from 'react'
import type { Portions } from '#contract/quantities.ts'
import { fewer, isPortion, leastOf, more, mostOf } from '#contract/quantities.ts'
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
  const [typed, setTyped] = useState<string | null>(null)
  const least = leastOf(portions)
  const most = mostOf(portions, max)
  const set = (wanted: number) => {
    setTyped(null)
    onChange(Math.min(Math.max(least, wanted), most))
  }
  const type = (text: string) => {
    setTyped(text)
    const wanted = Number(text)
    if (wanted <= most && isPortion(portions, wanted)) onChange(wanted)
  }
  return (
    <div className="quantity">
      <button
        type="button"
        aria-label={t('store.fewer')}
        disabled={quantity <= least}
        onClick={() => set(fewer(portions, quantity))}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        name="quantity"
        inputMode="numeric"
        min={least}
        max={most}
        step={portions.quantityStep}
        value={typed ?? quantity}
        aria-label={t('store.quantity')}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => typed !== null && set(mostOf(portions, Math.floor(Number(typed))))}
      />
      <button
        type="button"
        aria-label={t('store.more')}
        disabled={quantity >= most}
        onClick={() => set(more(portions, quantity))}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
