import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { PaymentOption } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import { goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { loadBasketCampaign, useBasket, withBasket } from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { BillTotals } from '#storefront/checkout/bill.tsx'
import { CartProblems } from '#storefront/checkout/cart/cart-problems.tsx'
import { CheckoutBar } from '#storefront/checkout/checkout-bar.tsx'
import { orIfUnreachable, revalidateIfReachable } from '#storefront/checkout/details/cut-off.ts'
import { useRevalidateWhenStale } from '#storefront/checkout/details/use-revalidation.ts'
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
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/payment'
import type { CreditRefusal } from './choose-credit.ts'
import { chooseCredit, payWithCredit } from './choose-credit.ts'
import type { ExtraRefusal } from './choose-extras.ts'
import { chooseCoupon, chooseTip } from './choose-extras.ts'
import { CouponPanel } from './coupon-panel.tsx'
import { CoveredByCredit, CreditPanel, isCoveredByCredit } from './credit-panel.tsx'
import { OrderCode, payForm } from './order-code.tsx'
import { PayButton, PaymentChoice, usePaymentChoice, visibleOptions } from './payment-choice.tsx'
import type { PayRefusal } from './place-order.ts'
import { extendHold, placeOrder, sendOrderCode } from './place-order.ts'
import { Review, useTimeUrl } from './review.tsx'
import { Seller } from './seller.tsx'
import { StartedPayment } from './started-payment.tsx'
import { TipPanel } from './tip-panel.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('payment.meta_title'), isPrivate: true }))

/**
 * Loads the bill for online payment, and the hash of the bill for payment at the store. If details are missing,
 * redirects to the details page. If the server refuses the bill or a guest must sign in, redirects to the cart page. If
 * the shopper has paid with a payment that was started earlier, redirects to the confirmation.
 */
const load = withBasket(async (api: Client, _: Page, basket) => {
  const [bill, { options, suggested, seller }, campaign] = await Promise.all([
    attempt(api.billing.view()),
    api.checkout.paymentConfig(),
    loadBasketCampaign(api, basket),
  ])
  if (isRefusal(bill) || bill.asksSignIn) throw redirect(basket.cart)
  if (isUnfinished(bill)) throw redirect(basket.details)
  const waiting = bill.waiting && (await checkWaitingPayment(api, bill.waiting))
  const canPayAtStore = options.some(({ id }) => id === 'pay_at_store')
  const [billAtStore, isTimeGone, offers] = await Promise.all([
    canPayAtStore ? attempt(api.billing.view({ pickUpAandPayAtStore: true })) : null,
    checkTimeGone(api, bill),
    // Coupons can be claimed only for the shop's own cart.
    basket.campaignId ? null : attempt(api.coupons.list()).catch(() => null),
  ])
  const hashAtStore = !billAtStore || isRefusal(billAtStore) ? null : billAtStore.hash
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
    coupons: offers && !isRefusal(offers) ? offers.coupons : [],
    now: Date.now(),
  }
})

/** Checks a started payment with its provider. Redirects to the confirmation if the order is paid. */
async function checkWaitingPayment(api: Client, waiting: NonNullable<Bill['waiting']>): Promise<Bill['waiting']> {
  const { orderID } = waiting
  const check = await attempt(api.payments.check({ orderID }))
  if (isRefusal(check)) return waiting
  if (check.status === 'NEW') throw redirect(`/confirmation/${orderID}`)
  return check.status === 'INTERIM' ? waiting : null
}

/**
 * Whether the time on the bill is no longer available. This can only happen once the hold has ended. Then the time may
 * pass, or another order may take it.
 */
async function checkTimeGone(api: Client, { heldUntil, slot }: Bill): Promise<boolean> {
  if (heldUntil || !slot?.time) return false
  const config = await attempt(api.checkout.config())
  return !isRefusal(config) && config.chosen.slot === null
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = withBasket(
  async (api, { request }, { payment }): Promise<PayRefusal | CreditRefusal | ExtraRefusal> => {
    const form = await request.formData()
    const intent = form.get('intent')
    if (intent === 'credit') return chooseCredit(api, form, payment)
    if (intent === 'tip') return chooseTip(api, form, payment)
    if (intent === 'coupon') return chooseCoupon(api, form, payment)
    if (intent === 'extend') return extendHold(api, payment)
    if (intent === 'code') return sendOrderCode(api, form)
    return intent === 'pay_with_credit' ? payWithCredit(api, form) : placeOrder(api, form)
  },
)
export const action = onServer(async (api, page) => data(await handleForm(api, page), { status: 409 }))
// Unlike `action`, `clientAction` returns errors without an error status. After an error status, React Router would not
// reload the bill.
export const clientAction = inBrowser(
  orIfUnreachable(handleForm, (form): PayRefusal => ({ step: 'place', errors: [], before: Number(form.get('total')) })),
)
export const shouldRevalidate = revalidateIfReachable

/** The payment page: the exact bill, the payment methods and a button that names its action. */
export default function PaymentPage({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  const { bill, waiting, campaign, isTimeGone, hashAtStore, options, seller, coupons } = loaderData
  const isBusy = useNavigation().state !== 'idle'
  useRevalidateWhenStale(loaderData.now)
  const payRefusal = actionData && isPayRefusal(actionData) ? actionData : undefined
  const offeredOptions = visibleOptions(options, payRefusal?.step === 'start' ? payRefusal.option : undefined)
  const choice = usePaymentChoice(offeredOptions, loaderData.suggested, payRefusal?.row ?? waiting?.paymentOption)
  const basket = useBasket()
  const isByCredit = isCoveredByCredit(bill)
  const isFree = !isByCredit && bill.amountDue.amount === 0
  const timeZone = useTimeZone(bill)
  const timeUrl = useTimeUrl(bill)
  const refusal = isBusy ? undefined : actionData
  // The panel that asks for the code has its own button to place the order, so the page hides the other button.
  const needsCode = refusal !== undefined && isPayRefusal(refusal) && refusal.code !== undefined
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
      <header className="checkout-head head-in-steps">
        <h1>{t('payment.title')}</h1>
      </header>
      <BasketNote campaign={campaign} />
      <div className="checkout-columns">
        <div className="checkout-form">
          {refusal && isPayRefusal(refusal) && refusal.code ? (
            <OrderCode codeState={refusal.code} option={choice.chosen ?? undefined} isBusy={isBusy} />
          ) : refusal && isPayRefusal(refusal) ? (
            <PaymentRefused refusal={refusal} bill={bill} options={options} />
          ) : (
            <CartProblems lines={bill.lines} />
          )}
          {waiting && !refusal && <StartedPayment bill={bill} waiting={waiting} options={options} />}
          <Review bill={bill} timeZone={timeZone} isTimeGone={isTimeGone} now={loaderData.now}>
            {sums}
          </Review>
          {(!campaign || campaign.allowsCoupons) && (
            <CouponPanel bill={bill} offers={coupons} refusal={refusal?.step === 'coupon' ? refusal : undefined} />
          )}
          {!bill.isService && <TipPanel bill={bill} refusal={refusal?.step === 'tip' ? refusal : undefined} />}
          <CreditPanel bill={bill} refusal={refusal?.step === 'credit' ? refusal : undefined} />
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
              {!isByCredit && !isFree && <PaymentChoice options={offeredOptions} choice={choice} />}
            </Form>
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
          {!needsCode && (
            <CheckoutBar>
              {isTimeGone ? (
                <Link to={timeUrl} className="button button-wide">
                  {t('payment.choose_time')}
                </Link>
              ) : (
                <PayButton
                  amount={isByCredit ? bill.credit : bill.amountDue}
                  options={isByCredit ? [] : offeredOptions}
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
function PaymentRefused({ refusal, bill, options }: { refusal: PayRefusal; bill: Bill; options: PaymentOption[] }) {
  const { t, say } = useShop()
  const alert = useRefocus<HTMLDivElement>(refusal)
  const basket = useBasket()
  const code = refusal.errors[0]?.code
  const isDetail = code?.startsWith('checkout.')
  const failedOption = refusal.step === 'start' ? options.find(({ id }) => id === refusal.option) : undefined
  const hasOther = options.some(({ id, wallet }) => wallet === failedOption?.wallet && id !== failedOption.id)
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={alert}>
      <h2>{t(titleKey(refusal))}</h2>
      <p>{useReason(refusal, bill)}</p>
      {failedOption && hasOther && <p>{t('payment.try_through', { wallet: say(failedOption.name) })}</p>}
      {(isDetail || code?.startsWith('campaigns.point')) && <Link to={basket.details}>{t('checkout.edit_when')}</Link>}
      {code?.startsWith('cart.') && <Link to={basket.cart}>{t('checkout.back_to_cart')}</Link>}
    </div>
  )
}

function titleKey({ step, errors }: PayRefusal) {
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
  const amounts = {
    before: moneyText({ ...bill.amountDue, amount: before }),
    after: moneyText(bill.amountDue),
  }
  return t(amounts.before === amounts.after ? 'payment.changed_same' : 'payment.changed_text', amounts)
}
