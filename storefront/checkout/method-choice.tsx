import type { CheckoutConfig } from '#contract/checkout.ts'
import { useShop } from '#storefront/shop.ts'

interface MethodChoiceProps {
  config: CheckoutConfig
  when: (date: string) => string
  chosen: string
  error: string | undefined
}

/** How to get the order: only what this store offers, each with its earliest time. */
export function MethodChoice({ config: { methods, location }, when, chosen, error }: MethodChoiceProps) {
  const { t, say } = useShop()
  const first = methods.find(({ method }) => method === chosen) ?? methods[0]
  return (
    <fieldset
      className="checkout-part"
      id="checkout-method"
      tabIndex={-1}
      aria-describedby={error && 'checkout-method-error'}
    >
      <legend>{t('checkout.method')}</legend>
      <div className="ways">
        {methods.map(({ method, earliest }) => (
          <label key={method} className="way">
            <input type="radio" name="method" value={method} defaultChecked={method === first?.method} />
            <span className="way-body">
              <strong>{t(`checkout.method_${method}`)}</strong>
              <span className="field-hint">
                {say(location.name)} · {location.address}
              </span>
              {earliest?.time && (
                <span className="way-good">
                  {t('checkout.method_earliest', { when: when(earliest.date), time: earliest.time })}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id="checkout-method-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
