import { Link } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig, Method } from '#contract/checkout.ts'
import { maxCommentLength } from '#contract/constants.ts'
import { fulfilmentMethods, goesTo } from '#contract/fulfilment-methods.ts'
import type { MessageKey } from '#contract/messages.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { HideName } from '#storefront/campaigns/hide-name.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { TextArea } from '#ui/text-area.tsx'
import { CheckedField } from './checked-field.tsx'
import { ContactChoice } from './contact-choice.tsx'
import type { Details, ErrorOf } from './details.ts'
import { fieldId } from './details.ts'

interface ContactPartProps {
  config: CheckoutConfig
  bill: Bill
  /** The chosen fulfilment method. */
  method: Method | undefined
  values: Details
  errorOf: ErrorOf
}

/**
 * The name, phone, email and note of the order. A membership needs no phone. If customs require a verified contact, the
 * choice of this contact comes first.
 */
export function ContactPart({ config, bill, method, values, errorOf }: ContactPartProps) {
  const { t } = useShop()
  const isAtTable = goesTo(method, 'table')
  return (
    <>
      {config.verifiedContact && (
        <ContactChoice
          {...config.verifiedContact}
          chosenId={values.verifiedContactId ?? config.verifiedContact.chosenId}
          error={errorOf('verifiedContact')}
        />
      )}
      <fieldset className="checkout-part">
        <legend>{t(titleKey(method, bill))}</legend>
        <SignInHint />
        <div className="checkout-fields contact-fields">
          <CheckedField
            name="name"
            label={t('checkout.name')}
            defaultValue={values.name}
            error={errorOf('name')}
            autoComplete="name"
            maxLength={80}
          />
          {!bill.isService && (
            <CheckedField
              name="phone"
              label={t('checkout.phone')}
              defaultValue={values.phone}
              error={errorOf('phone')}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={40}
              isOptional={isAtTable}
            />
          )}
          <CheckedField
            name="email"
            label={t('checkout.email')}
            hint={t(bill.isService ? 'checkout.email_hint' : 'checkout.contact_hint')}
            defaultValue={values.email}
            error={errorOf('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            isOptional={isAtTable}
          />
          <TextArea
            name="comment"
            id={fieldId('comment')}
            label={t('checkout.comment')}
            defaultValue={values.comment}
            error={errorOf('comment')}
            autoComplete="off"
            maxLength={maxCommentLength}
            isOptional
            rows={2}
          />
        </div>
        {config.campaign && <HideName isHidden={config.campaign.isHidden} />}
      </fieldset>
    </>
  )
}

function titleKey(method: Method | undefined, { isService }: Bill): MessageKey {
  if (isService || !method) return isService ? 'membership.contact' : 'checkout.contact_store'
  return `checkout.contact_${fulfilmentMethods[method].place}`
}

function SignInHint() {
  const { t, app, isLoggedIn } = useShop()
  const { details } = useBasket()
  if (isLoggedIn || !app.system.appConfig.enableUserAccounts) return null
  return (
    <p className="field-hint">
      {t('checkout.sign_in_hint')}
      <Link to={`/account/login?${new URLSearchParams({ next: details })}`} className="link">
        {t('checkout.sign_in')}
      </Link>
    </p>
  )
}
