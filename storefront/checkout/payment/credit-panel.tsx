import { Form, useNavigation } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import { minorDigits, toDecimal } from '#contract/money.ts'
import { useFocusAfter } from '#storefront/checkout/use-focus-after.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Field } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { CreditRefusal } from './choose-credit.ts'
import '#storefront/checkout/checkout.css'
import './payment.css'

/** Whether store credit covers the whole bill. The order then needs no payment method. */
export function isCoveredByCredit({ credit, amountDue, balance }: Bill): boolean {
  return credit.amount > 0 && amountDue.amount === 0 && balance.amount === 0
}

/**
 * The store credit applied to this order. Buttons apply all of it, only the deposit, or nothing, and a field takes any
 * other amount. Renders nothing without available credit.
 */
export function CreditPanel({ bill, refusal }: { bill: Bill; refusal: CreditRefusal | undefined }) {
  const { t, moneyText } = useShop()
  const { creditAvailable, credit, total, depositDue } = bill
  const isBusy = useNavigation().formData?.get('intent') === 'credit'
  const focusTarget = useFocusAfter<HTMLParagraphElement>(isBusy)
  if (!creditAvailable?.amount) return null
  const toText = (amount: number) => moneyText({ ...total, amount })
  const usable = Math.min(creditAvailable.amount, total.amount)
  const forDeposit = Math.min(creditAvailable.amount, depositDue?.amount ?? 0)
  const [problem] = refusal?.errors ?? []
  const isInUse = credit.amount > 0
  const values = { used: toText(credit.amount), amount: toText(creditAvailable.amount) }
  return (
    <section className="checkout-part credit-panel" aria-labelledby="credit-title">
      <h2 id="credit-title">{t('credit.title')}</h2>
      <p role="status" tabIndex={-1} ref={focusTarget}>
        {isInUse ? t('credit.in_use', values) : t('credit.there_is', values)}
      </p>
      <Form method="post" className="credit-uses" preventScrollReset>
        <input type="hidden" name="intent" value="credit" />
        {credit.amount < usable && (
          <OnceButton className="button button-quiet" name="use" value="all" isBusy={isBusy}>
            {t(usable === creditAvailable.amount ? 'credit.use_all' : 'credit.use', { amount: toText(usable) })}
          </OnceButton>
        )}
        {depositDue && forDeposit > 0 && credit.amount !== forDeposit && (
          <OnceButton className="button button-quiet" name="use" value="deposit" isBusy={isBusy}>
            {t('credit.use_deposit', { amount: toText(forDeposit) })}
          </OnceButton>
        )}
        {isInUse && (
          <OnceButton className="button button-quiet" name="use" value="none" isBusy={isBusy}>
            {t('credit.remove')}
          </OnceButton>
        )}
      </Form>
      <details open={problem !== undefined || undefined}>
        <summary className="link">{t('credit.other')}</summary>
        <Form method="post" className="credit-amount" preventScrollReset key={credit.amount}>
          <input type="hidden" name="intent" value="credit" />
          <input type="hidden" name="currency" value={total.currency} />
          <Field
            id="credit-amount"
            name="amount"
            label={t('credit.amount')}
            required={false}
            inputMode={minorDigits(total.currency) > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            maxLength={12}
            defaultValue={isInUse ? toDecimal(credit) : ''}
            error={problem && (problem.message || t('credit.amount_wrong'))}
            isErrorAlert
          />
          <OnceButton className="button button-quiet" isBusy={isBusy}>
            {t('credit.apply')}
          </OnceButton>
        </Form>
      </details>
    </section>
  )
}

/** Shown instead of the payment methods if store credit covers the whole bill. */
export function CoveredByCredit() {
  const { t } = useShop()
  return (
    <section className="checkout-part credit-covers">
      <input type="hidden" name="intent" value="pay_with_credit" />
      <h2>{t('credit.covers')}</h2>
      <p>{t('credit.covers_text')}</p>
    </section>
  )
}
