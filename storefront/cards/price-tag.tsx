import type { ProductCard } from '#contract/catalogue.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import './price-tag.css'

interface PriceTagProps {
  price: Money
  /** The price before the discount. */
  was?: Money | null
  /** Whether other variants cost more, so that the price is shown as "from". */
  from?: boolean
  unitPrice?: ProductCard['unitPrice']
  /** The member price, if it is lower. Members see it as their own price. */
  member?: Money | null
  className?: string
}

/** A product's price, former price and unit price. Hidden labels explain each amount to screen readers. */
export function PriceTag({ member, ...tag }: PriceTagProps) {
  const { info, t, locale } = useShop()
  const { price, was, unitPrice } = tag
  if (!member) return <Tag {...tag} />
  if (info.memberPrices) {
    const part = member.amount / price.amount
    return (
      <Tag
        {...tag}
        price={member}
        was={was ?? price}
        unitPrice={unitPrice && { ...unitPrice, price: times(unitPrice.price, part) }}
        note={t('store.members_yours')}
      />
    )
  }
  return <Tag {...tag} note={t('store.members_pay', { price: formatMoney(member, locale) })} />
}

const times = ({ amount, currency }: Money, factor: number): Money => ({
  amount: Math.round(amount * factor),
  currency,
})

function Tag({
  price,
  was,
  from = false,
  unitPrice,
  note,
  className = '',
}: Omit<PriceTagProps, 'member'> & { note?: string }) {
  const { t, locale } = useShop()
  return (
    <p className={`price-tag ${className}`} data-reduced={was ? true : undefined}>
      <span className="price-now">
        {!from && <span className="visually-hidden">{t(was ? 'store.price_now' : 'store.price')} </span>}
        {from ? (
          <span className="money">{t('store.from', { price: formatMoney(price, locale) })}</span>
        ) : (
          <Price money={price} />
        )}
      </span>
      {was && (
        <>
          {' '}
          <span className="visually-hidden">{t('store.price_was')} </span>
          <s>
            <Price money={was} />
          </s>
        </>
      )}
      {note && <span className="price-member"> {note}</span>}
      {unitPrice && <UnitPrice {...unitPrice} />}
    </p>
  )
}

function UnitPrice({ price, per }: { price: Money; per: string }) {
  const { t } = useShop()
  const [amount, unit] = /^(\d+) (\w+)$/.exec(per)?.slice(1) ?? ['', per]
  const words = unit === 'g' || unit === 'ml' || unit === 'lb' || unit === 'piece' ? t(`store.unit_${unit}`) : unit
  return (
    <span className="price-unit">
      {' '}
      <Price money={price} /> / {amount} {words}
    </span>
  )
}
