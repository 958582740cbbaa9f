import { Link } from 'react-router'
import type { PaymentSeller } from '#contract/checkout.ts'
import { formatPhone } from '#contract/format.ts'
import { useShop } from '#storefront/core/shop.ts'
import './payment.css'

/** The seller: legal name, tax number, refund policy and phone, as far as known. */
export function Seller({ name, taxNumber, phone, refundPolicy }: PaymentSeller) {
  const { t } = useShop()
  return (
    <ul className="seller">
      <li>{name}</li>
      {taxNumber && <li>{t('payment.tax_number', { number: taxNumber })}</li>}
      {refundPolicy && (
        <li>
          <Link to={refundPolicy} className="link">
            {t('payment.refunds')}
          </Link>
        </li>
      )}
      {phone && (
        <li>
          <a href={`tel:${phone}`} className="link">
            {formatPhone(phone)}
          </a>
        </li>
      )}
    </ul>
  )
}
