import type { ReactNode } from 'react'
import type { Address } from '#contract/addresses.ts'
import { countryName, formatPhone } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import type { Order } from '#contract/orders.ts'
import { useShop } from '#storefront/core/shop.ts'
import './details.css'

interface DestinationProps {
  order: Pick<Order, 'method' | 'address' | 'table' | 'campaign'> & {
    location: Pick<Order['location'], 'name' | 'address'>
  }
  /** A link shown beside the destination. */
  children?: ReactNode
}

/** The destination of an order as a description list: a delivery address, a table, or a pickup place. */
export function Destination({ order: { method, address, table, location, campaign }, children }: DestinationProps) {
  const { t, say, locale } = useShop()
  if (goesTo(method, 'address') && address) {
    const [first, ...others] = addressLines(address, locale)
    return (
      <div>
        <dt>{t('payment.to')}</dt>
        <dd>
          <strong>{first}</strong>
          {others.map((line) => (
            <span key={line} className="address-line">
              {line}
            </span>
          ))}
          {address.buzzer && <span className="address-line">{t('address.buzzer_is', { buzzer: address.buzzer })}</span>}
          {address.note && <span className="address-line">{address.note}</span>}
          {address.leaveAtDoor && <span className="address-line">{t('address.leave_at_door')}</span>}
        </dd>
        {children}
      </div>
    )
  }
  const point = campaign?.pickupPoint
  if (point)
    return (
      <div>
        <dt>{t('payment.where')}</dt>
        <dd>
          <strong>{say(point.name)}</strong>
          <span className="address-line">{point.address}</span>
          {point.contact && <span className="address-line">{point.contact}</span>}
          {say(point.note) && <span className="address-line">{say(point.note)}</span>}
        </dd>
        {children}
      </div>
    )
  return (
    <div>
      <dt>{t(table ? 'payment.table' : 'payment.where')}</dt>
      <dd>
        <strong>{table ? t('payment.table_number', { table: table.number }) : say(location.name)}</strong>
        <span className="address-line">{table ? say(location.name) : location.address}</span>
      </dd>
      {children}
    </div>
  )
}

/** The phone and email of a contact, if known. */
export function ContactLines({ phone, email }: { phone: string; email: string }) {
  return (
    <>
      {phone && <span className="address-line">{formatPhone(phone)}</span>}
      {email && <span className="address-line">{email}</span>}
    </>
  )
}

/** The lines of an address as written on a parcel. Addresses outside Canada include the country. */
export function addressLines(address: Address, locale: Locale): string[] {
  const { country, province, city, district, street, unit, postCode } = address
  const lines =
    country === 'CN'
      ? [`${district}${street}${unit}`, `${city} ${postCode}`]
      : [[unit, street].filter(Boolean).join(' – '), `${city}, ${province} ${postCode}`]
  return [...lines, countryName(country, locale)].filter(Boolean)
}
