import type { CouponTerms } from '#contract/coupons.ts'
import { textInAllLanguages } from '#contract/languages.ts'
import { ClaimButton } from '#storefront/basket/claim-button.tsx'
import { useShop } from '#storefront/core/shop.ts'
import './coupon-card.css'

/**
 * A coupon as a ticket. Shows its value on the stub, its name, its terms, its code and the button that claims it.
 */
export function CouponCard({ coupon: { code, name, value, besides } }: { coupon: CouponTerms }) {
  const { t, say, langOf } = useShop()
  const valueText = say(value)
  return (
    <li className="coupon-card">
      <p className="coupon-value" data-long={widthOf(valueText) > 5 || undefined} lang={langOf(value)}>
        {valueText}
      </p>
      <div className="coupon-words">
        <h3 lang={langOf(name)}>{say(name)}</h3>
        <ul>
          {besides.map((term) => (
            <li key={textInAllLanguages(term)} lang={langOf(term)}>
              {say(term)}
            </li>
          ))}
        </ul>
        <div className="coupon-foot">
          <p className="coupon-code">
            <span className="visually-hidden">{t('coupon.code')} </span>
            <code>{code}</code>
          </p>
          <ClaimButton code={code} name={say(name)} />
        </div>
      </div>
    </li>
  )
}

/** The width of a text, counted in Latin letters. A Chinese character is twice as wide as a letter. */
const widthOf = (text: string) => text.replace(/[^\0-\u2e7f]/g, '--').length
