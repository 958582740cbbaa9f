import { Form, useNavigation } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import { useFocusAfter } from '#storefront/checkout/use-focus-after.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Field } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { ExtraRefusal } from './choose-extras.ts'
import '#storefront/checkout/checkout.css'
import './payment.css'
import '#storefront/pages/coupon-card.css'

/**
 * The applied coupon with its discount, and a field for another code. If the server rejected a code, the panel shows
 * the reason until the shopper sends another form.
 */
export function CouponPanel({ bill, refusal }: { bill: Bill; refusal: ExtraRefusal | undefined }) {
  const { t, say, langOf, moneyText } = useShop()
  const isBusy = useNavigation().formData?.get('intent') === 'coupon'
  const said = useFocusAfter<HTMLHeadingElement>(isBusy)
  const { coupon, adjustments, total } = bill
  const off = adjustments.reduce((sum, { kind, amount }) => (kind === 'discount' ? sum - amount.amount : sum), 0)
  const problem = refusal ? refusal.errors[0]?.message || t('coupon.missing') : null
  return (
    <section className="checkout-part extra-panel" aria-labelledby="coupon-title">
      <h2 id="coupon-title" tabIndex={-1} ref={said}>
        {t('coupon.title')}
      </h2>
      {coupon && (
        <Form method="post" className="coupon-used" preventScrollReset>
          <input type="hidden" name="intent" value="coupon" />
          <input type="hidden" name="code" value={coupon.code} />
          <p role="status">
            <strong className="coupon-code">{coupon.code}</strong>{' '}
            <span lang={langOf(coupon.label)}>{say(coupon.label)}</span>
            {!coupon.problem && off > 0 && <> {moneyText({ ...total, amount: -off })}</>}
          </p>
          <OnceButton className="link" name="use" value="none" isBusy={isBusy}>
            {t('coupon.remove')}
          </OnceButton>
          {coupon.isClaimed && <p className="field-hint">{t('coupon.best_used')}</p>}
          {coupon.problem && <p className="alert alert-note">{t('coupon.idle', { reason: coupon.problem })}</p>}
        </Form>
      )}
      <details key={coupon?.code} open={problem !== null || undefined}>
        <summary className="link">{t(coupon ? 'coupon.another' : 'coupon.have')}</summary>
        <Form method="post" className="extra-typed" preventScrollReset>
          <input type="hidden" name="intent" value="coupon" />
          <Field
            id="coupon-code"
            name="code"
            label={t('coupon.code')}
            required={false}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            defaultValue={refusal?.code ?? ''}
            error={problem ?? undefined}
            isErrorAlert
          />
          <OnceButton className="button button-quiet" isBusy={isBusy}>
            {t('coupon.use')}
          </OnceButton>
        </Form>
      </details>
    </section>
  )
}
