import type { CheckoutConfig, Method, Slot } from '#contract/checkout.ts'
import { formatTime } from '#contract/format.ts'
import { fulfilmentMethods, goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { Price } from '#storefront/parts/price.tsx'
import { slotFields } from './details.ts'
import '#storefront/checkout/checkout.css'
import './details.css'

interface MethodChoiceProps {
  config: CheckoutConfig
  when: (date: string) => string
  chosen: string
  onChoose: (method: Method) => void
  error: string | undefined
}

/** The choice among the fulfilment methods that the store offers, each with its earliest time. */
export function MethodChoice({ config, when, chosen, onChoose, error }: MethodChoiceProps) {
  const { t, say, count, locale } = useShop()
  const { methods, location, chosen: known, delivery } = config
  const store = say(location.name)
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
        {methods.map(({ method, earliest, asap }) => (
          <label key={method} className="way">
            <input
              type="radio"
              name="method"
              value={method}
              data-place={fulfilmentMethods[method].place}
              data-slot={isSlotMethod(method) ? slotFields(method).slot : undefined}
              defaultChecked={method === first?.method}
              onChange={() => onChoose(method)}
            />
            <span className="way-body">
              <strong>{t(`checkout.method_${method}`)}</strong>
              <span className="field-hint">
                {goesTo(method, 'table') && known.table
                  ? t('checkout.at_table', { store, table: known.table.number })
                  : goesTo(method, 'address')
                    ? t(isSlotMethod(method) ? 'checkout.brought_from' : 'checkout.sent_from', { store })
                    : `${store} · ${location.address}`}
              </span>
              {goesTo(method, 'address') && delivery && (
                <span className="field-hint">
                  {delivery.fee.amount === 0 ? t('delivery.free') : <Price money={delivery.fee} />}
                </span>
              )}
              {goesTo(method, 'address') && delivery?.days && (
                <span className="way-good">{arrivalText(delivery.days, { t, count })}</span>
              )}
              {isSlotMethod(method) && (asap ?? earliest)?.time && (
                <span className="way-good">
                  {t(`checkout.earliest_${method}`, wordsOf(asap ?? earliest, { when, locale }))}
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

const wordsOf = (slot: Slot | null, { when, locale }: { when: (date: string) => string; locale: Locale }) => ({
  when: slot ? when(slot.date) : '',
  time: slot?.time ? formatTime(slot.time, locale) : '',
})
