import { useState } from 'react'
import type { Facets } from '#contract/catalogue.ts'
import { minorDigits } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { filterNames } from './filters.ts'

const pricePattern = String.raw`\d{1,7}([.,]\d{1,2})?`

interface PriceFieldsProps {
  /** The lowest and the highest price of the products. Null without products. */
  prices: Facets['price']
  from: string
  to: string
  onLeave: () => void
}

/** The fields for the lowest and the highest price. A change applies when the field loses the focus, or on Enter. */
export function PriceFields({ prices, from, to, onLeave }: PriceFieldsProps) {
  const { t, currency, moneyText } = useShop()
  const unit = 10 ** minorDigits(currency)
  const symbol = moneyText({ amount: 0, currency }).replace(/[\d.,\s]/g, '')
  return (
    <div className="price-fields">
      <PriceField
        name={filterNames.priceFrom}
        value={from}
        label={t('store.price_from')}
        hint={prices ? String(Math.floor(prices.from.amount / unit)) : ''}
        symbol={symbol}
        onLeave={onLeave}
      />
      <span aria-hidden="true">–</span>
      <PriceField
        name={filterNames.priceTo}
        value={to}
        label={t('store.price_to')}
        hint={prices ? String(Math.ceil(prices.to.amount / unit)) : ''}
        symbol={symbol}
        onLeave={onLeave}
      />
    </div>
  )
}

interface PriceFieldProps {
  name: string
  value: string
  label: string
  hint: string
  symbol: string
  onLeave: () => void
}

function PriceField({ name, value, label, hint, symbol, onLeave }: PriceFieldProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setText(value)
  }
  return (
    <label className="price-field">
      <span className="visually-hidden">{label}</span>
      <span aria-hidden="true">{symbol}</span>
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        pattern={pricePattern}
        placeholder={hint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={({ currentTarget }) => currentTarget.validity.valid && onLeave()}
      />
    </label>
  )
}
