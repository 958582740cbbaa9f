import { Link } from 'react-router'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { useShop } from '#storefront/core/shop.ts'
import '#storefront/checkout/checkout.css'
import './details.css'

type ContactChoiceProps = NonNullable<CheckoutConfig['verifiedContact']> & { error: string | undefined }

/** The choice among the member's verified contacts, for goods that require a verified contact. */
export function ContactChoice({ isMember, isOn, contacts, chosenId, error }: ContactChoiceProps) {
  const { t } = useShop()
  const verified = contacts.filter(({ status }) => status === 'VERIFIED')
  return (
    <fieldset
      className="checkout-part contact-choice"
      id="checkout-verifiedContact"
      tabIndex={-1}
      aria-describedby={error && 'checkout-verifiedContact-error'}
    >
      <legend>{t('contacts.checkout')}</legend>
      <input type="hidden" name="asksVerifiedContact" value="1" />
      <p className="field-hint">{t(isOn ? 'contacts.checkout_text' : 'contacts.is_off')}</p>
      {verified.length > 0 && (
        <div className="ways">
          {verified.map(({ id, name, idNumber }) => (
            <label key={id} className="way">
              <input
                type="radio"
                name="verifiedContactId"
                value={id}
                defaultChecked={id === (chosenId || verified[0]?.id)}
              />
              <span className="way-body">
                <strong>{name}</strong>
                <span className="field-hint">{idNumber}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      {isOn && <NextStep isMember={isMember} hasVerified={verified.length > 0} />}
      {error && (
        <p className="field-error" id="checkout-verifiedContact-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function NextStep({ isMember, hasVerified }: { isMember: boolean; hasVerified: boolean }) {
  const { t } = useShop()
  if (!isMember)
    return (
      <p className="field-hint">
        {t('contacts.checkout_guest')}{' '}
        <Link to="/account/login?next=/checkout/checkout" className="link">
          {t('contacts.sign_in')}
        </Link>
      </p>
    )
  return (
    <p className="field-hint">
      {!hasVerified && `${t('contacts.checkout_none')} `}
      <Link to="/user/contacts" className="link">
        {t('contacts.checkout_manage')}
      </Link>
    </p>
  )
}
