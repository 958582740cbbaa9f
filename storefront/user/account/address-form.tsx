import { Form, Link } from 'react-router'
import type { SavedAddress } from '#contract/account.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { CountryFields } from '#storefront/checkout/details/address-fields.tsx'
import { emptyAddress } from '#storefront/checkout/details/details.ts'
import type { Places } from '#storefront/checkout/details/places.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Check } from '#ui/check.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import '#storefront/parts/plain-page.css'
import './account.css'

interface AddressFormProps {
  /** The saved address to change. Null for a new address. */
  kept: SavedAddress | null
  /** The values that the server refused. The form shows them again. */
  typed: Pick<SavedAddress, 'label' | 'isDefault' | 'address'> | undefined
  places: Places
  /** The path to return to after saving. */
  back: string
  errors: ErrorItem[] | undefined
}

/** A form for a saved address, in its country's format. */
export function AddressForm({ kept, typed, places, back, errors }: AddressFormProps) {
  const { t, count } = useShop()
  // Compares only the last part of the name, because the API names fields by their path, such as `put.address.city`.
  const errorOf = (field: string) => errors?.find((error) => error.field?.split('.').at(-1) === field)?.message
  const shown = typed ?? kept
  const address = shown?.address ?? emptyAddress
  return (
    <Form method="post" className="user-section address-form" noValidate>
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={{}} />
      {kept && <input type="hidden" name="addressId" value={kept.addressId} />}
      <Field
        name="label"
        label={t('addresses.label')}
        hint={t('addresses.label_hint')}
        isOptional
        maxLength={40}
        defaultValue={shown?.label}
      />
      <CountryFields places={places} address={address} errorOf={errorOf} />
      <Check name="leaveAtDoor" label={t('address.leave_at_door')} defaultChecked={address.leaveAtDoor} />
      <Check name="isDefault" label={t('addresses.is_default')} defaultChecked={shown?.isDefault} />
      <div className="user-actions">
        <SendButton intent="save" busy={t('account.saving')}>
          {t('user.save')}
        </SendButton>
        <Link className="button button-quiet" to={back}>
          {t('addresses.cancel')}
        </Link>
      </div>
    </Form>
  )
}
