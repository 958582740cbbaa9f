import type { Address } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig, Method } from '#contract/checkout.ts'
import type { DeliveryConfig, DeliveryQuote } from '#contract/delivery.ts'
import type { Preview } from '#storefront/checkout/cart/use-delivery-preview.ts'
import { AddressFields, KnownAddress } from './address-fields.tsx'
import type { Details, ErrorOf } from './details.ts'
import { MethodChoice } from './method-choice.tsx'
import type { Places } from './places.ts'
import { PointChoice } from './point-choice.tsx'

interface WherePartProps {
  config: CheckoutConfig
  bill: Bill
  /** The price of delivery to the entered address; null if it is not known. */
  quote: DeliveryQuote | null
  zones: DeliveryConfig['zones']
  places: Places | null
  preview: Preview
  values: Details
  /** Whether the server rejected the form. */
  isRefused: boolean
  when: (date: string) => string
  errorOf: ErrorOf
  onMethod: (method: Method) => void
  onPostCode: (place: Pick<Address, 'country' | 'postCode'>) => void
}

/**
 * The choice of where the shopper gets the order: a group-buy's pickup point or the fulfilment method, and the address
 * for a delivery.
 */
export function WherePart({
  config,
  bill,
  quote,
  zones,
  places,
  preview,
  values,
  isRefused,
  when,
  errorOf,
  onMethod,
  onPostCode,
}: WherePartProps) {
  // An order that joins a group-buy order goes to that order's address, unless the shopper enters another one.
  const joinedAddress = config.campaign?.isJoined ? config.chosen.address : null
  const addressFields = places && (
    <AddressFields
      config={config}
      places={places}
      address={values.address}
      isSaved={values.saveAddress}
      preview={preview}
      onPostCode={(country, postCode) => onPostCode({ country, postCode })}
      when={when}
      errorOf={errorOf}
    />
  )
  return (
    <>
      {bill.isService ? null : config.campaign ? (
        <PointChoice campaign={config.campaign} chosen={values.slot} onChoose={onMethod} error={errorOf('slot')} />
      ) : (
        <MethodChoice
          config={config}
          quote={quote}
          zones={zones}
          when={when}
          chosen={values.method}
          onChoose={onMethod}
          error={errorOf('method')}
        />
      )}
      {addressFields && joinedAddress ? (
        <KnownAddress address={joinedAddress} isOpen={isRefused}>
          {addressFields}
        </KnownAddress>
      ) : (
        addressFields
      )}
    </>
  )
}
