import { Form, useNavigation } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import { minorDigits, toDecimal } from '#contract/money.ts'
import { useFocusAfter } from '#storefront/checkout/use-focus-after.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Field } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { ExtraRefusal } from './choose-extras.ts'
import '#storefront/checkout/checkout.css'
import './payment.css'

/** The tip, folded into one row: the offers with their amounts, and the choice of no tip. No tip is preselected. */
export function TipPanel({ bill, refusal }: { bill: Bill; refusal: ExtraRefusal | undefined }) {
  const { t, moneyText } = useShop()
  const isBusy = useNavigation().formData?.get('intent') === 'tip'
  const { tip, tipOffers, total, adjustments } = bill
  const focusTarget = useFocusAfter<HTMLHeadingElement>(isBusy)
  const refusalText = refusal?.errors[0]?.message
  if (tipOffers.length === 0) return refusalText ? <p className="alert">{refusalText}</p> : null
  // On a bill of zero, every percentage is zero, so the panel omits the offers. The shopper can still type an amount.
  const offers = tipOffers.filter(({ amount }) => amount.amount > 0)
  const percent = tip && 'percent' in tip ? tip.percent : null
  const tipAmount = adjustments.find(({ kind }) => kind === 'tip')?.amount
  return (
    <section className="checkout-part extra-row" aria-labelledby="tip-title">
      <details open={refusal !== undefined || undefined}>
        <summary className="unfold">
          <h2 id="tip-title" tabIndex={-1} ref={focusTarget}>
            {t('tip.title')}
          </h2>
          <span className={tipAmount ? 'extra-state extra-applied' : 'extra-state'} role="status">
            {tipAmount ? t('tip.given', { amount: moneyText(tipAmount) }) : t('tip.hint')}
          </span>
        </summary>
        <div className="extra-inside extra-choices">
          {(offers.length > 0 || tip) && (
            <Form method="post" className="tip-offers" preventScrollReset>
              <input type="hidden" name="intent" value="tip" />
              <OnceButton className="extra-choice" name="percent" value="0" aria-pressed={!tip} isBusy={isBusy}>
                {t('tip.none')}
              </OnceButton>
              {offers.map((offer) => (
                <OnceButton
                  key={offer.percent}
                  className="extra-choice"
                  name="percent"
                  value={offer.percent}
                  aria-pressed={percent === offer.percent}
                  isBusy={isBusy}
                >
                  <strong>{t('tip.percent', { percent: offer.percent })}</strong> {moneyText(offer.amount)}
                </OnceButton>
              ))}
            </Form>
          )}
          <details
            className="tip-other"
            open={refusal !== undefined || (tip !== null && percent === null) || undefined}
          >
            <summary className="extra-choice">{t('tip.other')}</summary>
            <Form method="post" className="extra-typed" preventScrollReset key={tipAmount?.amount ?? 0}>
              <input type="hidden" name="intent" value="tip" />
              <input type="hidden" name="currency" value={total.currency} />
              <Field
                id="tip-amount"
                name="amount"
                label={t('tip.amount')}
                required={false}
                inputMode={minorDigits(total.currency) > 0 ? 'decimal' : 'numeric'}
                autoComplete="off"
                maxLength={10}
                defaultValue={tipAmount && percent === null ? toDecimal(tipAmount) : ''}
                error={refusal && t('tip.amount_wrong')}
                isErrorAlert
              />
              <OnceButton className="button button-quiet" isBusy={isBusy}>
                {t('tip.give')}
              </OnceButton>
            </Form>
          </details>
        </div>
      </details>
    </section>
  )
}
