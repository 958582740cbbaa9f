import { useEffect, useState } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Address } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { DeliveryQuote } from '#contract/delivery.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { loadBasketCampaign, useBasket, withBasket } from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { BillTotals } from '#storefront/checkout/bill.tsx'
import { CartProblems } from '#storefront/checkout/cart/cart-problems.tsx'
import type { Preview } from '#storefront/checkout/cart/use-delivery-preview.ts'
import { loadEstimate, useEstimate } from '#storefront/checkout/cart/use-estimate.ts'
import { CheckoutBar, Sum } from '#storefront/checkout/checkout-bar.tsx'
import { HoldNotice } from '#storefront/checkout/hold-notice.tsx'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { Steps } from '#storefront/checkout/steps.tsx'
import { Summary } from '#storefront/checkout/summary.tsx'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock, formatDay } from '#storefront/core/time/format.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/checkout'
import { ContactPart } from './contact-part.tsx'
import { orIfUnreachable, revalidateIfReachable } from './cut-off.ts'
import type { Details, DetailsError, ErrorOf } from './details.ts'
import {
  addressKey,
  defaultDetails,
  extendHold,
  fillFromPostCode,
  isRequiredTextField,
  readDetails,
  saveDetails,
  slotFields,
} from './details.ts'
import { ErrorList } from './error-list.tsx'
import { loadPlaces } from './places.ts'
import { useDayName } from './use-day-name.ts'
import { useRevalidateWhenStale } from './use-revalidation.ts'
import { WhenPart } from './when-part.tsx'
import { WherePart } from './where-part.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('checkout.meta_title'), isPrivate: true }))

/**
 * Loads the data of the details page. Redirects to the cart page if the server refuses a bill, for example for an empty
 * cart, or if a guest must sign in first.
 */
const load = withBasket(async (api: Client, { url }: Page, basket) => {
  const [config, campaign] = await Promise.all([api.checkout.config(), loadBasketCampaign(api, basket)])
  const requestedAddress = config.savedAddresses[Number(url.searchParams.get('address') ?? Number.NaN)] ?? null
  const { method, address } = initialDetails(config, requestedAddress, null)
  const lacksQuote =
    !config.delivery && !config.campaign && config.methods.some(({ method }) => goesTo(method, 'address'))
  const [bill, places, preview, delivery] = await Promise.all([
    loadEstimate(api, { method, ...address }),
    config.countries.length > 0 ? loadPlaces(api, config.countries) : null,
    loadPreview(api, address),
    lacksQuote ? attempt(api.checkout.deliveryConfig()).catch(() => null) : null,
  ])
  // Guests must sign in to buy a membership. The cart page says this, so guests are redirected there.
  if (!bill || bill.asksSignIn) throw redirect(basket.cart)
  const zones = delivery && !isRefusal(delivery) ? delivery.zones : []
  return { config, bill, campaign, requestedAddress, places, preview, zones, now: Date.now() }
})

/** The delivery fee for an address. Null without a postal code, or if the server rejects the request. */
async function loadPreview(api: Client, address: Pick<Address, 'country' | 'postCode'> | undefined): Promise<Preview> {
  if (!address?.postCode) return null
  const { country, postCode } = address
  const result = await attempt(api.locations.delivery({ country, postCode }))
  return isRefusal(result) ? null : result
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

interface DetailsResult {
  errors: DetailsError[]
  values: Details
  preview: Preview
  /** The bill for the submitted details. */
  estimate: Bill | null
}

/**
 * Saves the details and continues to payment. The button `preview`, for pages without JavaScript, only computes the
 * delivery fee. The button `extend` only extends the hold.
 */
const handleForm = withBasket(async (api, { request }, basket): Promise<DetailsResult> => {
  const form = await request.formData()
  const details = readDetails(form)
  const estimateInput = { method: details.method, ...details.address }
  const [preview, estimate] = await Promise.all([loadPreview(api, details.address), loadEstimate(api, estimateInput)])
  const values = { ...details, address: fillFromPostCode(details.address, preview) }
  if (form.get('intent') === 'preview') return { errors: [], values, preview, estimate }
  if (form.get('intent') === 'extend') return { errors: await extendHold(api, values), values, preview, estimate }
  if (basket.campaignId) await api.campaignCart.hideName({ id: basket.campaignId, isHidden: form.has('hidesName') })
  const errors = await saveDetails(api, values)
  if (errors.length > 0) return { errors, values, preview, estimate }
  throw redirect(basket.payment, 303)
})
export const action = onServer(async (api, page) => data(await handleForm(api, page), { status: 422 }))
// Unlike `action`, `clientAction` returns errors without an error status. After an error status, React Router would not
// reload the times.
export const clientAction = inBrowser(
  orIfUnreachable(
    handleForm,
    (form): DetailsResult => ({
      errors: [{ field: 'unsent', message: null }],
      values: readDetails(form),
      preview: null,
      estimate: null,
    }),
  ),
)
export const shouldRevalidate = revalidateIfReachable

/** The details page: method, time and contact in one form before payment. */
export default function CheckoutPage({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { config, places, requestedAddress, now } = loaderData
  const { t, locale } = useShop()
  const basket = useBasket()
  useEffect(() => trackEvent({ name: 'checkout_begun' }), [])
  const isBusy = useNavigation().state !== 'idle'
  useRevalidateWhenStale(now)
  const values = useValues(config, requestedAddress, actionData?.values)
  const [pickedMethod, setPickedMethod] = useState(values.method)
  const [typedPlace, setTypedPlace] = useTypedPlace(values.address)
  const isChanged = pickedMethod !== values.method || typedPlace.postCode !== values.address.postCode
  const { country, postCode } = typedPlace
  const estimateInput = isChanged ? { method: pickedMethod, country, postCode } : null
  const bill = useEstimate(actionData?.estimate ?? loaderData.bill, estimateInput)
  const typedQuote = useQuote(bill, typedPlace)
  // If the bill has no delivery fee yet, the page shows the fee in `config`. That fee is for the saved address, so it
  // applies only while the shopper has not changed the postal code.
  const quote = typedQuote ?? (typedPlace.postCode === values.address.postCode ? config.delivery : null)
  const pickedOffer = config.methods.find(({ method }) => method === pickedMethod) ?? config.methods[0]
  const when = useDayName(config.timeZone, now)
  // Errors of the previous submission do not apply while a new request is pending.
  const errors = (!isBusy && actionData?.errors) || []
  const days = config.methods.find((offered) => offered.method === values.method)?.days ?? []
  const chosenDate = values[slotFields(values.method).day]
  const openDay = days.find(({ date }) => date === chosenDate) ?? days[0]
  const errorText = ({ field, message, isMissing }: DetailsError) => {
    if (isMissing && isRequiredTextField(field)) return t(`checkout.missing_${field}`)
    if (message !== null) return message
    if (field === 'unsent') return t('payment.unreachable')
    return openDay ? t('checkout.day_mismatch', { day: formatDay(openDay.date, locale) }) : t('checkout.slot_required')
  }
  const { heldUntil } = config.chosen
  const holdNote = bill.isService
    ? t('membership.only')
    : heldUntil
      ? t('checkout.held_until', { time: formatClock(heldUntil, config.timeZone, locale) })
      : t('checkout.hold_note')
  const errorOf: ErrorOf = (field) => {
    const match = errors.find((error) => error.field === field)
    return match && errorText(match)
  }
  return (
    <div className="wrap checkout-page details-page">
      <Steps at="details" />
      <header className="checkout-head head-in-steps">
        <h1>{t(bill.isService ? 'membership.details' : 'checkout.title')}</h1>
      </header>
      <MergedNote />
      <BasketNote campaign={loaderData.campaign} />
      <div className="checkout-columns">
        <Form
          method="post"
          id={detailsForm}
          noValidate
          className="checkout-form"
          onSubmit={(event) => isBusy && event.preventDefault()}
        >
          {errors.length === 0 && <CartProblems lines={bill.lines} />}
          <ErrorList errors={errors} errorText={errorText} slotField={slotFields(values.method).slot} />
          <WherePart
            config={config}
            bill={bill}
            quote={quote}
            zones={loaderData.zones}
            places={places}
            preview={actionData?.preview ?? loaderData.preview}
            values={values}
            isRefused={errors.length > 0}
            when={when}
            errorOf={errorOf}
            onMethod={setPickedMethod}
            onPostCode={setTypedPlace}
          />
          <WhenPart config={config} bill={bill} values={values} when={when} errorOf={errorOf} />
          {values.tableNumber && <input type="hidden" name="tableNumber" value={values.tableNumber} />}
          <ContactPart config={config} bill={bill} method={pickedOffer?.method} values={values} errorOf={errorOf} />
          <HoldNotice
            hold={config.hold}
            heldUntil={config.chosen.heldUntil}
            timeZone={config.timeZone}
            form={detailsForm}
            isBusy={isBusy}
          />
        </Form>
        <Summary
          bill={bill}
          action={
            <>
              <p className="field-hint hold-note">{holdNote}</p>
              <CheckoutBar>
                <button
                  type="submit"
                  form={detailsForm}
                  className="button button-wide button-with-sum"
                  aria-disabled={isBusy || undefined}
                >
                  <span>{t(isBusy ? 'checkout.continuing' : 'checkout.continue')}</span>
                  <Sum bill={bill} />
                </button>
              </CheckoutBar>
            </>
          }
        >
          <BillTotals {...bill} label={t(bill.isEstimated ? 'checkout.total_estimated' : 'checkout.total')} />
          <Link to={basket.cart} className="link">
            {t('checkout.edit_cart')}
          </Link>
        </Summary>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useShop()
  return <LoadFailure error={error} title={t('checkout.load_failed_title')} text={t('checkout.load_failed')} />
}

const detailsForm = 'details-form'

/** The country and postal code that the shopper typed. Another address in the form replaces them. */
function useTypedPlace(address: Address) {
  const key = addressKey(address)
  const [typed, setTyped] = useState<{ key: string; place: Pick<Address, 'country' | 'postCode'> } | null>(null)
  const setPlace = (place: Pick<Address, 'country' | 'postCode'>) => setTyped({ key, place })
  return [typed?.key === key ? typed.place : address, setPlace] as const
}

/**
 * The delivery price of the bill. A bill for a method without delivery has no delivery price. In this case, returns the
 * price of the last bill that had one, provided that this last bill is for the country and postal code that the shopper
 * typed. Otherwise null.
 */
function useQuote(bill: Bill, { country, postCode }: Pick<Address, 'country' | 'postCode'>): DeliveryQuote | null {
  const [lastBill, setLastBill] = useState(bill)
  if (bill.delivery && bill !== lastBill) setLastBill(bill)
  const { address, delivery } = bill.delivery ? bill : lastBill
  const isTyped = address?.country === country && normalised(address.postCode) === normalised(postCode)
  return bill.delivery ?? (isTyped ? delivery : null)
}

const normalised = (postCode: string) => postCode.replace(/\s/g, '').toUpperCase()

/**
 * The initial values of the form: the submitted values after a submission, otherwise the values that the shop knows.
 */
function useValues(config: CheckoutConfig, requestedAddress: Address | null, submitted: Details | undefined): Details {
  const { info } = useShop()
  return submitted ?? initialDetails(config, requestedAddress, info.user)
}

function initialDetails(
  config: CheckoutConfig,
  asked: Address | null,
  user: Parameters<typeof defaultDetails>[1],
): Details {
  const details = defaultDetails(config, user)
  const deliveryOffer = config.methods.find(({ method }) => goesTo(method, 'address'))
  return asked
    ? { ...details, ...(deliveryOffer && { method: deliveryOffer.method }), address: asked, saveAddress: false }
    : details
}
