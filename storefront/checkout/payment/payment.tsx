import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { PaymentOption } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import { goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { campaignIn, inBasket, useBasket } from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { BillTotals } from '#storefront/checkout/bill.tsx'
import { CartProblems } from '#storefront/checkout/cart/cart-problems.tsx'
import { CheckoutBar } from '#storefront/checkout/checkout-bar.tsx'
import { orCutOff, unlessCutOff } from '#storefront/checkout/details/cut-off.ts'
import { useFresh } from '#storefront/checkout/details/use-fresh.ts'
import { HoldNotice } from '#storefront/checkout/hold-notice.tsx'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { Steps } from '#storefront/checkout/steps.tsx'
import { SummaryBeside } from '#storefront/checkout/summary.tsx'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CurrencyNote } from '#storefront/parts/currency-note.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import type { Route } from './+types/payment'
import type { CreditRefusal } from './choose-credit.ts'
import { chooseCredit, payWithCredit } from './choose-credit.ts'
import type { ExtraRefusal } from './choose-extras.ts'
import { chooseCoupon, chooseTip } from './choose-extras.ts'
import { CouponPanel } from './coupon-panel.tsx'
import { CoveredByCredit, CreditPanel, isCovered } from './credit-panel.tsx'
import { OrderCode, payForm } from './order-code.tsx'
import { PayButton, PaymentChoice, shownOptions, usePaymentChoice } from './payment-choice.tsx'
import type { PayRefusal } from './place-order.ts'
import { extendHold, placeOrder, sendOrderCode } from './place-order.ts'
import { Review, useWayToTime } from './review.tsx'
import { Seller } from './seller.tsx'
import { StartedPayment } from './started-payment.tsx'
import { TipPanel } from './tip-panel.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('payment.meta_title'), isPrivate: true }))

/**
 * Loads the bill for online payment, and the hash of the same bill for payment at the store. If details are missing,
 * redirects to the details page. If the server refuses the bill or a guest must sign in, redirects to the cart page. If
 * a started payment turns out to be paid, redirects to the confirmation.
 */
const load = inBasket(async (api: Client, _: Page, basket) => {
  const [bill, { options, suggested, seller }, campaign] = await Promise.all([
    attempt(api.billing.view()),
    api.checkout.paymentConfig(),
    campaignIn(api, basket),
  ])
  if (isRefusal(bill) || bill.asksSignIn) throw redirect(basket.cart)
  if (isUnfinished(bill)) throw redirect(basket.details)
  const waiting = bill.waiting && (await stillWaiting(api, bill.waiting))
  const isAtStore = options.some(({ id }) => id === 'pay_at_store')
  const [atStore, isTimeGone] = await Promise.all([
    isAtStore ? attempt(api.billing.view({ pickUpAandPayAtStore: true })) : null,
    losesTime(api, bill),
  ])
  const hashAtStore = !atStore || isRefusal(atStore) ? null : atStore.hash
  const isOffered = (id: string | null) => id !== 'pay_at_store' || hashAtStore !== null
  return {
    bill,
    waiting,
    campaign,
    isTimeGone,
    hashAtStore,
    options: options.filter(({ id }) => isOffered(id)),
    suggested: isOffered(suggested) ? suggested : null,
    seller,
    now: Date.now(),
  }
})

/** Checks a started payment with its provider. Redirects to the confirmation if the order is paid. */
async function stillWaiting(api: Client, waiting: NonNullable<Bill['waiting']>): Promise<Bill['waiting']> {
  const { orderID } = waiting
  const check = await attempt(api.payments.check({ orderID }))
  if (isRefusal(check)) return waiting
  if (check.status === 'NEW') throw redirect(`/confirmation/${orderID}`)
  return check.status === 'INTERIM' ? waiting : null
}

/**
 * Whether the time on the bill is no longer available. This is the case if the hold has ended, and the time has passed
 * or another order took it.
 */
async function losesTime(api: Client, { heldUntil, slot }: Bill): Promise<boolean> {
  if (heldUntil || !slot?.time) return false
  const config = await attempt(api.checkout.config())
  return !isRefusal(config) && config.chosen.slot === null
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const work = inBasket(async (api, { request }, { payment }): Promise<PayRefusal | CreditRefusal | ExtraRefusal> => {
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'credit') return chooseCredit(api, form, payment)
  if (intent === 'tip') return chooseTip(api, form, payment)
  if (intent === 'coupon') return chooseCoupon(api, form, payment)
  if (intent === 'extend') return extendHold(api, payment)
  if (intent === 'code') return sendOrderCode(api, form)
  return intent === 'pay_with_credit' ? payWithCredit(api, form) : placeOrder(api, form)
})
export const action = onServer(async (api, page) => data(await work(api, page), { status: 409 }))
// Responds without an error status, because React Router would not reload the bill after an error.
export const clientAction = inBrowser(
  orCutOff(work, (form): PayRefusal => ({ step: 'place', errors: [], before: Number(form.get('total')) })),
)
export const shouldRevalidate = unlessCutOff

/** The payment page: the exact bill, the payment methods and a button that names its action. */
export default function PaymentPage({ loaderData, actionData: answered }: Route.ComponentProps) {
  const actionData = useAnswer(answered)
  const { t } = useShop()
  const { bill, waiting, campaign, isTimeGone, hashAtStore, options, seller } = loaderData
  const isBusy = useNavigation().state !== 'idle'
  useFresh(loaderData.now)
  const refused = actionData && isPayRefusal(actionData) ? actionData : undefined
  const shown = shownOptions(options, refused?.step === 'start' ? refused.option : undefined)
  const choice = usePaymentChoice(shown, loaderData.suggested, refused?.option ?? waiting?.paymentOption)
  const basket = useBasket()
  const isByCredit = isCovered(bill)
  const isFree = !isByCredit && bill.amountDue.amount === 0
  const timeZone = useTimeZone(bill)
  const toTime = useWayToTime(bill)
  const refusal = isBusy ? undefined : actionData
  // The panel that asks for the code has its own button to place the order, so the page hides the other button.
  const isAskedForCode = refusal !== undefined && isPayRefusal(refusal) && refusal.code !== undefined
  const sums = (
    <>
      <BillTotals {...bill} label={t('checkout.total')} />
      <CurrencyNote />
      <Link to={basket.cart} className="link">
        {t('checkout.edit_cart')}
      </Link>
    </>
  )
  return (
    <div className="wrap checkout-page payment-page">
      <Steps at="payment" />
      <header className="checkout-head">
        <h1>{t('payment.title')}</h1>
      </header>
      <BasketNote campaign={campaign} />
      <div className="checkout-columns">
        <div className="checkout-form">
          {refusal && isPayRefusal(refusal) && refusal.code ? (
            <OrderCode wish={refusal.code} option={choice.chosen ?? undefined} isBusy={isBusy} />
          ) : refusal && isPayRefusal(refusal) ? (
            <Refused refusal={refusal} bill={bill} options={options} />
          ) : (
            <CartProblems lines={bill.lines} />
          )}
          {waiting && !refusal && <StartedPayment bill={bill} waiting={waiting} options={options} />}
          <Review bill={bill} timeZone={timeZone} isTimeGone={isTimeGone} now={loaderData.now}>
            {sums}
          </Review>
          <CreditPanel bill={bill} refusal={refusal?.step === 'credit' ? refusal : undefined} />
          {!bill.isService && <TipPanel bill={bill} refusal={refusal?.step === 'tip' ? refusal : undefined} />}
          {!isTimeGone && (
            <Form
              method="post"
              id={payForm}
              className="checkout-form"
              onSubmit={(event) => isBusy && event.preventDefault()}
            >
              <input type="hidden" name="id" value={bill.id} />
              <input type="hidden" name="hash" value={bill.hash} />
              <input type="hidden" name="hashAtStore" value={hashAtStore ?? ''} />
              <input type="hidden" name="total" value={bill.amountDue.amount} />
              {isByCredit && <CoveredByCredit />}
              {!isByCredit && !isFree && <PaymentChoice options={shown} choice={choice} />}
            </Form>
          )}
          {(!campaign || campaign.allowsCoupons) && (
            <CouponPanel bill={bill} refusal={refusal?.step === 'coupon' ? refusal : undefined} />
          )}
          <Form method="post" id={extendForm} preventScrollReset />
          {!isTimeGone && (
            <HoldNotice
              hold={bill.hold}
              heldUntil={bill.heldUntil}
              timeZone={timeZone}
              form={extendForm}
              isBusy={isBusy}
            />
          )}
        </div>
        <div className="pay-side">
          <SummaryBeside lines={bill.lines}>{sums}</SummaryBeside>
          {!isAskedForCode && (
            <CheckoutBar>
              {isTimeGone ? (
                <Link to={toTime} className="button button-wide">
                  {t('payment.choose_time')}
                </Link>
              ) : (
                <PayButton
                  amount={isByCredit ? bill.credit : bill.amountDue}
                  options={isByCredit ? [] : shown}
                  isFree={isFree}
                  choice={choice}
                  isBusy={isBusy}
                  form={payForm}
                />
              )}
            </CheckoutBar>
          )}
        </div>
        {seller && <Seller {...seller} />}
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useShop()
  return <LoadFailure error={error} title={t('checkout.load_failed_title')} text={t('checkout.load_failed')} />
}

const extendForm = 'extend-form'

function useTimeZone({ location }: Bill): string {
  const { stores } = useShop()
  return (stores.find(({ id }) => id === location.id) ?? stores[0])?.timeZone ?? 'UTC'
}

/**
 * Whether the bill lacks the contact, the time or a deliverable address. Time and address are needed only if the
 * fulfilment method requires them.
 */
function isUnfinished({ method, slot, contact, address, delivery, isService }: Bill): boolean {
  if (!contact) return true
  if (isService) return false
  return (isSlotMethod(method) && !slot?.time) || (goesTo(method, 'address') && !(address && delivery))
}

function isPayRefusal(refusal: { step: string }): refusal is PayRefusal {
  return refusal.step === 'choose' || refusal.step === 'place' || refusal.step === 'start'
}

/** Explains what went wrong, whether money moved, and what to do next. Scrolls into view and receives the focus. */
function Refused({ refusal, bill, options }: { refusal: PayRefusal; bill: Bill; options: PaymentOption[] }) {
  const { t, say } = useShop()
  const alert = useRefocus<HTMLDivElement>(refusal)
  const basket = useBasket()
  const code = refusal.errors[0]?.code
  const isDetail = code?.startsWith('checkout.')
  const failed = refusal.step === 'start' ? options.find(({ id }) => id === refusal.option) : undefined
  const hasOther = options.some(({ id, wallet }) => wallet === failed?.wallet && id !== failed.id)
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={alert}>
      <h2>{t(titleOf(refusal))}</h2>
      <p>{useReason(refusal, bill)}</p>
      {failed && hasOther && <p>{t('payment.try_through', { wallet: say(failed.name) })}</p>}
      {(isDetail || code?.startsWith('campaigns.point')) && <Link to={basket.details}>{t('checkout.edit_when')}</Link>}
      {code?.startsWith('cart.') && <Link to={basket.cart}>{t('checkout.back_to_cart')}</Link>}
    </div>
  )
}

function titleOf({ step, errors }: PayRefusal) {
  if (step === 'choose') return 'payment.choose_title'
  if (step === 'start') return 'payment.failed_title'
  return errors[0]?.code === 'billing.changed' ? 'payment.changed_title' : 'payment.not_placed_title'
}

/** The message of the first error. If the bill changed, the text has the old and the new amount. */
function useReason({ step, errors, before }: PayRefusal, bill: Bill): string {
  const { t, moneyText } = useShop()
  if (step === 'choose') return t('payment.choose_text')
  const [first] = errors
  if (!first) return t('payment.unreachable')
  if (first.code !== 'billing.changed') return first.message
  const words = {
    before: moneyText({ ...bill.amountDue, amount: before }),
    after: moneyText(bill.amountDue),
  }
  return t(words.before === words.after ? 'payment.changed_same' : 'payment.changed_text', words)
}
