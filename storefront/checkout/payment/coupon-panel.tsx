import { Form, useNavigation } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import { sum } from '#contract/sum.ts'
import { useFocusAfter } from '#storefront/checkout/use-focus-after.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CouponCard } from '#storefront/pages/coupon-card.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { Field } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { ExtraRefusal } from './choose-extras.ts'
import '#storefront/checkout/checkout.css'
import './payment.css'

interface CouponPanelProps {
  bill: Bill
  /** The coupons that the shopper can claim for this cart. */
  offers: CouponTerms[]
  refusal: ExtraRefusal | undefined
}

/**
 * The coupons of the order, folded into one row: the applied coupon with its discount, a field for another code, and
 * the coupons to claim. If the server rejected a code, the panel shows the reason until the shopper sends another form.
 */
export function CouponPanel({ bill, offers, refusal }: CouponPanelProps) {
  const { t } = useShop()
  const isBusy = useNavigation().formData?.get('intent') === 'coupon'
  const focusTarget = useFocusAfter<HTMLHeadingElement>(isBusy)
  const { coupon } = bill
  const problem = refusal ? refusal.errors[0]?.message || t('coupon.missing') : null
  const others = offers.filter(({ code }) => code !== coupon?.code)
  const claims = useShellData().cart?.claims ?? []
  const claimable = others.filter(({ code }) => !claims.includes(code))
  return (
    <section className="checkout-part extra-row" aria-labelledby="coupon-title">
      <details open={problem !== null || Boolean(coupon?.problem) || undefined}>
        <summary className="unfold">
          <h2 id="coupon-title" tabIndex={-1} ref={focusTarget}>
            {t('coupon.title')}
          </h2>
          <CouponState bill={bill} offers={claimable.length} />
        </summary>
        <div className="extra-inside">
          {coupon && <AppliedCoupon coupon={coupon} isBusy={isBusy} />}
          <Form method="post" className="extra-typed" preventScrollReset key={coupon?.code}>
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
          {others.length > 0 && (
            <>
              <p className="field-hint">{t('coupon.best_hint')}</p>
              <ul className="coupon-offers">
                {others.map((offer) => (
                  <CouponCard key={offer.code} coupon={offer} />
                ))}
              </ul>
            </>
          )}
        </div>
      </details>
    </section>
  )
}

/** The text at the end of the folded row: the applied coupon, the number of coupons to claim, or a short prompt. */
function CouponState({ bill: { coupon, adjustments, total }, offers }: { bill: Bill; offers: number }) {
  const { t, count } = useShop()
  const discount = sum(adjustments.filter(({ kind }) => kind === 'discount').map(({ amount }) => amount.amount))
  if (coupon && !coupon.problem && discount < 0)
    return (
      <span className="extra-state extra-applied" role="status">
        {coupon.code} <Price money={{ ...total, amount: discount }} />
      </span>
    )
  return <span className="extra-state">{offers > 0 ? count('coupon.offers', offers) : t('coupon.have')}</span>
}

/** The applied coupon, with a button that removes it. */
function AppliedCoupon({ coupon, isBusy }: { coupon: NonNullable<Bill['coupon']>; isBusy: boolean }) {
  const { t, say, langOf } = useShop()
  return (
    <Form method="post" className="coupon-used" preventScrollReset>
      <input type="hidden" name="intent" value="coupon" />
      <input type="hidden" name="code" value={coupon.code} />
      <p>
        <strong className="coupon-code">{coupon.code}</strong>{' '}
        <span lang={langOf(coupon.label)}>{say(coupon.label)}</span>
      </p>
      <OnceButton className="link" name="use" value="none" isBusy={isBusy}>
        {t('coupon.remove')}
      </OnceButton>
      {coupon.isClaimed && <p className="field-hint">{t('coupon.best_used')}</p>}
      {coupon.problem && <p className="alert alert-note">{t('coupon.idle', { reason: coupon.problem })}</p>}
    </Form>
  )
}
