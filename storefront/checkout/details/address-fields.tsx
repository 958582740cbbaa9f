import type { ReactNode } from 'react'
import { Fragment, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Address, Country } from '#contract/addresses.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import { DeliveryPreview } from '#storefront/checkout/cart/delivery-preview.tsx'
import type { Preview } from '#storefront/checkout/cart/use-delivery-preview.ts'
import { useDeliveryPreview } from '#storefront/checkout/cart/use-delivery-preview.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Select } from '#ui/select.tsx'
import { CheckedField } from './checked-field.tsx'
import { addressLines } from './destination.tsx'
import type { AddressField, PlaceField } from './details.ts'
import { addressKey, addressOrder, fieldId } from './details.ts'
import type { Places } from './places.ts'
import '#storefront/parts/chips.css'

interface AddressFieldsProps {
  config: CheckoutConfig
  places: Places
  address: Address
  isSaved: boolean
  /** The delivery options for the initial postal code. With JavaScript, typing a postal code replaces them. */
  preview: Preview
  /** Called with the postal code while the shopper types it. */
  onPostCode: (country: Country, text: string) => void
  when: (date: string) => string
  errorOf: (field: AddressField) => string | undefined
}

/**
 * The fields of the delivery address, in its country's format. Shows the delivery fee once the postal code is long
 * enough.
 */
export function AddressFields({
  config,
  places,
  address,
  isSaved,
  preview,
  onPostCode,
  when,
  errorOf,
}: AddressFieldsProps) {
  const { t, isLoggedIn } = useShop()
  const { currentPreview, requestPreview } = useDeliveryPreview(preview)
  usePostCodeAutofill(currentPreview)
  return (
    <fieldset className="checkout-part" id="checkout-address" data-part="address" key={addressKey(address)}>
      <legend>{t('address.title')}</legend>
      <SavedAddresses config={config} />
      <CountryFields
        places={places}
        address={address}
        errorOf={errorOf}
        onPostCode={(country, text) => {
          requestPreview(country, text)
          onPostCode(country, text)
        }}
        afterPostCode={<DeliveryPreview preview={currentPreview} storeId={config.location.id} when={when} />}
      />
      <noscript>
        <button type="submit" name="intent" value="preview" className="button button-quiet">
          {t('address.check')}
        </button>
      </noscript>
      <label className="choice-line">
        <input type="checkbox" name="leaveAtDoor" defaultChecked={address.leaveAtDoor} />
        {t('address.leave_at_door')}
      </label>
      {isLoggedIn && (
        <label className="choice-line">
          <input type="checkbox" name="saveAddress" defaultChecked={isSaved} />
          {t('address.save')}
        </label>
      )}
    </fieldset>
  )
}

interface KnownAddressProps {
  address: Address
  isOpen: boolean
  children: ReactNode
}

/** The address of the group-buy order that this order joins, and a toggle that opens the fields for another address. */
export function KnownAddress({ address, isOpen, children }: KnownAddressProps) {
  const { t, locale } = useShop()
  return (
    <>
      <p>{t('address.goes_to', { address: addressLines(address, locale).join(', ') })}</p>
      <details className="known-address" open={isOpen}>
        <summary className="link">{t('address.elsewhere')}</summary>
        {children}
      </details>
    </>
  )
}

interface CountryFieldsProps {
  places: Places
  address: Address
  errorOf: (field: AddressField) => string | undefined
  /** Called with the postal code while the shopper types it. */
  onPostCode?: (country: Country, text: string) => void
  afterPostCode?: ReactNode
}

/** The address fields in the format of the chosen country: Canadian, US or Chinese. */
export function CountryFields({ places, address, errorOf, onPostCode, afterPostCode }: CountryFieldsProps) {
  const { t, say } = useShop()
  const toOption = optionMapper(say)
  const [onlyCountry, ...others] = places.countries
  const isCountryOffered = places.countries.some(({ code }) => code === address.country)
  const [country, setCountry] = useState(isCountryOffered || !onlyCountry ? address.country : onlyCountry.code)
  return (
    <div className="checkout-fields address-fields" data-country={country}>
      {onlyCountry && others.length === 0 ? (
        <input type="hidden" name="country" value={onlyCountry.code} />
      ) : (
        <Select
          name="country"
          label={t('address.country')}
          id={fieldId('country')}
          defaultValue={country}
          error={errorOf('country')}
          autoComplete="country"
          onChange={({ target }) => setCountry(countryOf(target.value))}
          options={places.countries.map(toOption)}
        />
      )}
      {addressOrder(country).map((field) =>
        field === 'province' ? (
          <ProvinceField key={field} country={country} places={places} address={address} error={errorOf('province')} />
        ) : (
          <Fragment key={field}>
            <CheckedField
              name={field}
              label={t(labelOf(field, country))}
              defaultValue={address[field]}
              error={errorOf(field)}
              autoComplete={autoComplete[field] ?? 'off'}
              maxLength={maxLengths[field]}
              isOptional={!required(country).includes(field)}
              {...(field === 'postCode' && onPostCode && { onType: (text: string) => onPostCode(country, text) })}
            />
            {field === 'postCode' && afterPostCode}
          </Fragment>
        ),
      )}
    </div>
  )
}

/**
 * Fills in the city and province of the postal code while the shopper types. It never overwrites the shopper's own
 * input.
 */
function usePostCodeAutofill(preview: Preview) {
  const filledValues = useRef<Partial<Record<PlaceField, string>>>({})
  const { city, province } = preview ?? {}
  useEffect(() => {
    for (const [name, value] of [
      ['city', city],
      ['province', province],
    ] as const) {
      const field = document.getElementById(fieldId(name))
      if (!value || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      if (field.value !== '' && field.value !== filledValues.current[name]) continue
      field.value = value
      filledValues.current[name] = value
    }
  }, [city, province])
}

// The cast is safe, because all options of the list are country codes.
const countryOf = (value: string) => value as Country

/** Up to four of the member's saved addresses. Each link fills the form. Renders nothing for a single address. */
function SavedAddresses({ config: { savedAddresses } }: { config: CheckoutConfig }) {
  const { t } = useShop()
  const [query] = useSearchParams()
  if (savedAddresses.length < 2) return null
  const pathOf = (index: number) => `?${new URLSearchParams({ ...Object.fromEntries(query), address: String(index) })}`
  return (
    <nav className="saved-addresses" aria-label={t('address.saved')}>
      {savedAddresses.slice(0, 4).map(({ street, unit, city }, index) => (
        <Link key={street + unit + city} to={pathOf(index)} preventScrollReset replace className="chip">
          {[unit, street].filter(Boolean).join(' – ')}, {city}
        </Link>
      ))}
    </nav>
  )
}

interface ProvinceFieldProps {
  country: Country
  places: Places
  address: Address
  error: string | undefined
}

/** The list of provinces. Without JavaScript it contains the provinces of every country. */
function ProvinceField({ country, places, address, error }: ProvinceFieldProps) {
  const { t, say } = useShop()
  const toOption = optionMapper(say)
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  return (
    <Select
      // Mounts a new field for each set of options, because React does not keep the selected option when the options
      // change.
      key={`${country} ${isScripted}`}
      name="province"
      label={t(labelOf('province', country))}
      id={fieldId('province')}
      defaultValue={address.country === country ? address.province : ''}
      error={error}
      autoComplete="address-level1"
      placeholder={t('address.choose')}
      {...(isScripted
        ? { options: places.provinces[country].map(toOption) }
        : {
            groups: places.countries.map(({ code, name }) => ({
              label: say(name),
              options: places.provinces[code].map(toOption),
            })),
          })}
    />
  )
}

const optionMapper =
  (say: Shop['say']) =>
  ({ code, name }: { code: string; name: Text }) => ({ value: code, label: say(name) })

const required = (country: Country): PlaceField[] =>
  country === 'CN' ? ['city', 'district', 'street', 'postCode'] : ['city', 'street', 'postCode']

const labelOf = (field: PlaceField, country: Country): MessageKey =>
  field === 'province' || field === 'postCode' ? `address.${field}_${country}` : `checkout.${field}`

const autoComplete: Partial<Record<PlaceField, string>> = {
  street: 'address-line1',
  unit: 'address-line2',
  city: 'address-level2',
  district: 'address-level3',
  postCode: 'postal-code',
}
const maxLengths: Record<PlaceField, number> = {
  province: 10,
  city: 80,
  district: 80,
  street: 160,
  unit: 30,
  postCode: 12,
  buzzer: 30,
  note: 140,
}
