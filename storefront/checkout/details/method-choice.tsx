import type { CheckoutConfig, Method, Slot } from '#contract/checkout.ts'
import type { DeliveryConfig, DeliveryQuote } from '#contract/delivery.ts'
import { formatTime } from '#contract/format.ts'
import { fulfilmentMethods, goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import type { Money } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { slotFields } from './details.ts'
import '#storefront/checkout/checkout.css'
import './details.css'

interface MethodChoiceProps {
  config: CheckoutConfig
  /** The price of delivery to the address; null if it is not known yet. */
  quote: DeliveryQuote | null
  /** The store's delivery zones. The form shows their fees until the fee for the address is known. */
  zones: DeliveryConfig['zones']
  when: (date: string) => string
  chosen: string
  onChoose: (method: Method) => void
  error: string | undefined
}

/** The choice among the fulfilment methods that the store offers, each with its earliest time. */
export function MethodChoice({ config, quote, zones, when, chosen, onChoose, error }: MethodChoiceProps) {
  const { t, say, count, locale } = useShop()
  const { methods, location, chosen: known } = config
  const store = say(location.name)
  const selected = methods.find(({ method }) => method === chosen) ?? methods[0]
  return (
    <fieldset
      className="checkout-part"
      id="checkout-method"
      tabIndex={-1}
      aria-describedby={error && 'checkout-method-error'}
    >
      <legend>{t('checkout.method')}</legend>
      <div className="ways method-ways">
        {methods.map(({ method, earliest, asap }) => (
          <label key={method} className="way">
            <input
              type="radio"
              name="method"
              value={method}
              data-place={fulfilmentMethods[method].place}
              data-slot={isSlotMethod(method) ? slotFields(method).slot : undefined}
              defaultChecked={method === selected?.method}
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
              {goesTo(method, 'address') && quote?.days && (
                <span className="way-good">{arrivalText(quote.days, { t, count })}</span>
              )}
              {isSlotMethod(method) && (asap ?? earliest)?.time && (
                <span className="way-good">
                  {t(`checkout.earliest_${method}`, slotTexts(asap ?? earliest, { when, locale }))}
                </span>
              )}
            </span>
            {goesTo(method, 'address') ? (
              <DeliveryFee quote={quote} zones={zones} />
            ) : (
              goesTo(method, 'store') && <strong className="way-fee">{t('checkout.free')}</strong>
            )}
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

/**
 * The delivery fee, and the subtotal from which delivery is free. While the fee for the address is unknown, shows the
 * lowest fee of the store's zones ("from"), or the highest fee ("up to") if a zone has free delivery.
 */
function DeliveryFee({ quote, zones }: Pick<MethodChoiceProps, 'quote' | 'zones'>) {
  const { t, moneyText } = useShop()
  const lowest = zones.map(({ feeFrom }) => feeFrom).sort((one, other) => one.amount - other.amount)[0]
  const highest = zones.map(({ feeTo }) => feeTo).sort((one, other) => other.amount - one.amount)[0]
  const from = quote?.fee ?? lowest
  const to = quote?.fee ?? highest
  if (!from || !to) return null
  const free = quote ? quote.freeFrom : freeInAll(zones)
  const words = () => {
    if (to.amount === 0) return t('checkout.free')
    if (from.amount === to.amount) return moneyText(to)
    return from.amount > 0
      ? t('delivery.fee_from', { amount: moneyText(from) })
      : t('delivery.fee_to', { amount: moneyText(to) })
  }
  const hint = () => {
    if (to.amount === 0) return null
    if (free && free.amount > 0) return t('delivery.free_over', { amount: moneyText(free) })
    return from.amount < to.amount ? t('delivery.by_postal_code') : null
  }
  return (
    <span className="way-fee">
      <strong>{words()}</strong>
      {hint() && <span className="field-hint">{hint()}</span>}
    </span>
  )
}

/** The subtotal from which delivery is free in all zones; null if it is never free in one of them. */
function freeInAll(zones: DeliveryConfig['zones']): Money | null {
  const free = zones.map(({ freeFrom }) => freeFrom)
  return free.reduce((most, one) => (most && one ? (one.amount > most.amount ? one : most) : null), free[0] ?? null)
}

const slotTexts = (slot: Slot | null, { when, locale }: { when: (date: string) => string; locale: Locale }) => ({
  when: slot ? when(slot.date) : '',
  time: slot?.time ? formatTime(slot.time, locale) : '',
})
