import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'

interface QuantityFieldProps {
  quantity: number
  max: number
  onChange: (quantity: number) => void
}

/** How many: typed, or with two buttons. */
export function QuantityField({ quantity, max, onChange }: QuantityFieldProps) {
  const { t } = useShop()
  const set = (wanted: number) => onChange(Math.min(Math.max(1, wanted || 1), max))
  return (
    <div className="quantity">
      <button type="button" aria-label={t('store.fewer')} disabled={quantity <= 1} onClick={() => set(quantity - 1)}>
        <Icon name="minus" />
      </button>
      <input
        type="number"
        name="quantity"
        inputMode="numeric"
        min={1}
        max={max}
        value={quantity}
        aria-label={t('store.quantity')}
        onChange={({ currentTarget }) => set(currentTarget.valueAsNumber)}
      />
      <button type="button" aria-label={t('store.more')} disabled={quantity >= max} onClick={() => set(quantity + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
