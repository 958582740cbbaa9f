import { useState } from 'react'
import { copiedMs } from '#contract/constants.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import { allWords } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import './coupon-card.css'

/** A coupon with its benefit and terms, and its code to copy. */
export function CouponCard({ coupon: { code, name, terms } }: { coupon: CouponTerms }) {
  const { say, langOf } = useShop()
  return (
    <li className="coupon-card">
      <h3 lang={langOf(name)}>{say(name)}</h3>
      <ul>
        {terms.map((term) => (
          <li key={allWords(term)} lang={langOf(term)}>
            {say(term)}
          </li>
        ))}
      </ul>
      <p className="coupon-code">
        <code>{code}</code>
        <CopyButton code={code} />
      </p>
    </li>
  )
}

function CopyButton({ code }: { code: string }) {
  const { t } = useShop()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const done = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    if (!done) return
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }
  return (
    <button type="button" className="button button-quiet needs-script" onClick={copy}>
      <span aria-live="polite">{isCopied ? t('content.coupon_copied') : t('content.coupon_copy')}</span>
    </button>
  )
}
