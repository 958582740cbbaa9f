import { useShop } from '#storefront/core/shop.ts'
import './card-marks.css'

/** The logos of the cards that Stripe's page accepts. */
export function CardMarks() {
  const { t } = useShop()
  return (
    <svg className="card-marks" viewBox="0 0 120 24" role="img" aria-label={t('payment.card_marks')}>
      <rect width="36" height="24" rx="4" />
      <path
        className="card-blue"
        d="M6 8h3l1.400 5.400L12.600 8h2.600l-4.200 8.500H8.700zM15.900 8h2.400l-1.400 8.500h-2.400zM24 8.200l-.4 1.800c-1.500-.6-2.900-.4-2.900.3 0 .9 2.900.9 2.900 3.300 0 2.600-3.200 3.500-5.500 2.500l.4-1.900c1.400.8 2.900.6 2.900-.2 0-1-2.800-1-2.800-3.200 0-2.500 3-3.400 5.400-2.600zM28.300 8h2.300l1.600 8.500h-2.200l-.2-1.300h-2.600l-.6 1.300h-2.400zm.7 2.500l-1.100 2.900h1.600z"
      />
      <rect x="42" width="36" height="24" rx="4" />
      <circle className="card-red" cx="56" cy="12" r="7" />
      <circle className="card-amber" cx="64" cy="12" r="7" />
      <path className="card-orange" d="M60 6.260a7 7 0 0 1 0 11.480 7 7 0 0 1 0-11.480z" />
      <rect className="card-amex" x="84" width="36" height="24" rx="4" />
      <text className="card-word card-white" x="102" y="12.500" textLength="29" lengthAdjust="spacingAndGlyphs">
        AMEX
      </text>
    </svg>
  )
}
