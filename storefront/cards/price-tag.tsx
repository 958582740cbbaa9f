import type { ProductCard } from '#contract/catalogue.ts'
import type { Money } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import './price-tag.css'

interface PriceTagProps {
  price: Money
  /** The price before the discount. */
  was?: Money | null
  /** Whether other variants cost more. The price is then shown with "from". */
  from?: boolean
  unitPrice?: ProductCard['unitPrice']
  /**
   * The price for members, if it is lower than `price`. Members see it as their price. Other visitors see it in a note.
   */
  member?: Money | null
  /** The number of sold pieces, rounded down. */
  sold?: number | null
  className?: string
}

/**
 * A product's price, former price, unit price and number of sold pieces. Hidden labels explain each amount to screen
 * readers.
 */
export function PriceTag({ member, ...tag }: PriceTagProps) {
  const { info, t, moneyText } = useShop()
  const { price, was, unitPrice } = tag
  if (!member) return <Tag {...tag} />
  if (info.memberPrices) {
    const ratio = member.amount / price.amount
    return (
      <Tag
        {...tag}
        price={member}
        was={was ?? price}
        unitPrice={unitPrice && { ...unitPrice, price: times(unitPrice.price, ratio) }}
        note={t('store.members_yours')}
      />
    )
  }
  return <Tag {...tag} note={t('store.members_pay', { price: moneyText(member) })} />
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
  sold,
  className = '',
}: Omit<PriceTagProps, 'member'> & { note?: string }) {
  const { t, moneyText } = useShop()
  return (
    <p className={`price-tag ${className}`} data-reduced={was ? true : undefined}>
      <span className="price-now">
        {!from && <span className="visually-hidden">{t(was ? 'store.price_now' : 'store.price')} </span>}
        {from ? <span className="money">{t('store.from', { price: moneyText(price) })}</span> : <Price money={price} />}
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
      {(unitPrice || sold) && (
        <span className="price-unit">
          {' '}
          {unitPrice && <UnitPrice {...unitPrice} />}
          {/* An em space, which disappears where the line breaks. */}
          {unitPrice && sold && '\u2003'}
          {sold && <span className="money">{t('store.sold', { count: sold })}</span>}
        </span>
      )}
    </p>
  )
}

function UnitPrice({ price, per }: { price: Money; per: string }) {
  const { t } = useShop()
  const [amount, unit] = /^(\d+) (\w+)$/.exec(per)?.slice(1) ?? ['', per]
  const unitText = unit === 'g' || unit === 'ml' || unit === 'lb' || unit === 'piece' ? t(`store.unit_${unit}`) : unit
  return (
    <span className="money">
      <Price money={price} /> / {amount} {unitText}
    </span>
  )
}
