import { useEffect, useState } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Address } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { campaignIn, inBasket, useBasket } from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { BillTotals } from '#storefront/checkout/bill.tsx'
import { CartProblems } from '#storefront/checkout/cart/cart-problems.tsx'
import type { Preview } from '#storefront/checkout/cart/use-delivery-preview.ts'
import { estimateOf, useEstimate } from '#storefront/checkout/cart/use-estimate.ts'
import { CheckoutBar, Sum } from '#storefront/checkout/checkout-bar.tsx'
import { HoldNotice } from '#storefront/checkout/hold-notice.tsx'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { Steps } from '#storefront/checkout/steps.tsx'
import { Summary } from '#storefront/checkout/summary.tsx'
import { tell } from '#storefront/core/analytics/tell.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/when.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import type { Route } from './+types/checkout'
import { ContactPart } from './contact-part.tsx'
import { orCutOff, unlessCutOff } from './cut-off.ts'
import type { Details, ErrorOf, FieldError } from './details.ts'
import { extendHold, fillFromPostCode, firstDetails, isAsked, readDetails, saveDetails, slotFields } from './details.ts'
import { ErrorList } from './error-list.tsx'
import { loadPlaces } from './places.ts'
import { useFresh } from './use-fresh.ts'
import { useWhen } from './use-when.ts'
import { WhenPart } from './when-part.tsx'
import { WherePart } from './where-part.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('checkout.meta_title'), isPrivate: true }))

/**
 * Loads the data of the details page. Redirects to the cart page if the server refuses a bill, for example for an empty
 * cart, or if a guest must sign in first.
 */
const load = inBasket(async (api: Client, { url }: Page, basket) => {
  const [config, campaign] = await Promise.all([api.checkout.config(), campaignIn(api, basket)])
  const asked = config.savedAddresses[Number(url.searchParams.get('address') ?? Number.NaN)] ?? null
  const { method, address } = startWith(config, asked, null)
  const [bill, places, preview] = await Promise.all([
    estimateOf(api, { method, ...address }),
    config.countries.length > 0 ? loadPlaces(api, config.countries) : null,
    previewOf(api, address),
  ])
  // The cart page tells guests that they must sign in to buy a membership.
  if (!bill || bill.asksSignIn) throw redirect(basket.cart)
  return { config, bill, campaign, asked, places, preview, now: Date.now() }
})

/** The delivery fee for an address. Null without a postal code, or if the server rejects the request. */
async function previewOf(api: Client, address: Pick<Address, 'country' | 'postCode'> | undefined): Promise<Preview> {
  if (!address?.postCode) return null
  const { country, postCode } = address
  const answer = await attempt(api.locations.delivery({ country, postCode }))
  return isRefusal(answer) ? null : answer
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

interface Answer {
  errors: FieldError[]
  values: Details
  preview: Preview
  /** The bill for the submitted details. */
  estimate: Bill | null
}

/**
 * Saves the details and continues to payment. The button `preview`, for pages without JavaScript, only computes the
 * delivery fee. The button `extend` only extends the hold.
 */
const work = inBasket(async (api, { request }, basket): Promise<Answer> => {
  const form = await request.formData()
  const typed = readDetails(form)
  const supposed = { method: typed.method, ...typed.address }
  const [preview, estimate] = await Promise.all([previewOf(api, typed.address), estimateOf(api, supposed)])
  const values = { ...typed, address: fillFromPostCode(typed.address, preview) }
  if (form.get('intent') === 'preview') return { errors: [], values, preview, estimate }
  if (form.get('intent') === 'extend') return { errors: await extendHold(api, values), values, preview, estimate }
  if (basket.campaignId) await api.campaignCart.hideName({ id: basket.campaignId, isHidden: form.has('hidesName') })
  const errors = await saveDetails(api, values)
  if (errors.length > 0) return { errors, values, preview, estimate }
  throw redirect(basket.payment, 303)
})
export const action = onServer(async (api, page) => data(await work(api, page), { status: 422 }))
// Responds without an error status, because React Router would not reload the times after an error.
export const clientAction = inBrowser(
  orCutOff(
    work,
    (form): Answer => ({
      errors: [{ field: 'unsent', message: null }],
      values: readDetails(form),
      preview: null,
      estimate: null,
    }),
  ),
)
export const shouldRevalidate = unlessCutOff

/** The details page: method, time and contact in one form before payment. */
export default function CheckoutPage({ loaderData, actionData: answered }: Route.ComponentProps) {
  const actionData = useAnswer(answered)
  const { config, places, asked, now } = loaderData
  const { t, locale } = useShop()
  const basket = useBasket()
  useEffect(() => tell({ name: 'checkout_begun' }), [])
  const isBusy = useNavigation().state !== 'idle'
  useFresh(now)
  const values = useValues(config, asked, actionData?.values)
  const [picked, setPicked] = useState(values.method)
  const [typed, setTyped] = useState<Pick<Address, 'country' | 'postCode'>>(values.address)
  const isChanged = picked !== values.method || typed.postCode !== values.address.postCode
  const { country, postCode } = typed
  const supposed = isChanged ? { method: picked, country, postCode } : null
  const bill = useEstimate(actionData?.estimate ?? loaderData.bill, supposed)
  const offered = config.methods.find(({ method }) => method === picked) ?? config.methods[0]
  const when = useWhen(config.timeZone, now)
  // Errors of the previous submission do not apply while a new request is pending.
  const errors = (!isBusy && actionData?.errors) || []
  const days = config.methods.find((offered) => offered.method === values.method)?.days ?? []
  const opened = values[slotFields(values.method).day]
  const openDay = days.find(({ date }) => date === opened) ?? days[0]
  const words = ({ field, message, isMissing }: FieldError) => {
    if (isMissing && isAsked(field)) return t(`checkout.missing_${field}`)
    if (message !== null) return message
    if (field === 'unsent') return t('payment.unreachable')
    return openDay ? t('checkout.day_mismatch', { day: formatDay(openDay.date, locale) }) : t('checkout.slot_required')
  }
  const errorOf: ErrorOf = (field) => {
    const found = errors.find((error) => error.field === field)
    return found && words(found)
  }
  return (
    <div className="wrap checkout-page">
      <Steps at="details" />
      <header className="checkout-head">
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
          <ErrorList errors={errors} words={words} slotField={slotFields(values.method).slot} />
          <WherePart
            config={config}
            bill={bill}
            places={places}
            preview={actionData?.preview ?? loaderData.preview}
            values={values}
            isRefused={errors.length > 0}
            when={when}
            errorOf={errorOf}
            onMethod={setPicked}
            onPostCode={setTyped}
          />
          <WhenPart config={config} bill={bill} values={values} when={when} errorOf={errorOf} />
          {values.tableNumber && <input type="hidden" name="tableNumber" value={values.tableNumber} />}
          <ContactPart config={config} bill={bill} method={offered?.method} values={values} errorOf={errorOf} />
          <p className="field-hint">{t(bill.isService ? 'membership.only' : 'checkout.hold_note')}</p>
          <HoldNotice
            hold={config.hold}
            heldUntil={config.chosen.heldUntil}
            timeZone={config.timeZone}
            form={detailsForm}
            isBusy={isBusy}
          />
          <CheckoutBar>
            <button type="submit" className="button button-wide button-with-sum" aria-disabled={isBusy || undefined}>
              <span>{t(isBusy ? 'checkout.continuing' : 'checkout.continue')}</span>
              <Sum bill={bill} />
            </button>
          </CheckoutBar>
        </Form>
        <Summary bill={bill}>
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

/**
 * The initial values of the form: the submitted values after a submission, otherwise the values that the shop knows.
 */
function useValues(config: CheckoutConfig, asked: Address | null, sent: Details | undefined): Details {
  const { info } = useShop()
  return sent ?? startWith(config, asked, info.user)
}

function startWith(config: CheckoutConfig, asked: Address | null, user: Parameters<typeof firstDetails>[1]): Details {
  const first = firstDetails(config, user)
  const addressed = config.methods.find(({ method }) => goesTo(method, 'address'))
  return asked
    ? { ...first, ...(addressed && { method: addressed.method }), address: asked, saveAddress: false }
    : first
}
