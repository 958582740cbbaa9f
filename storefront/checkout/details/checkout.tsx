import { useEffect, useState } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Address } from '#contract/addresses.ts'
import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import { commentLength } from '#contract/constants.ts'
import { campaignIn, inBasket, useBasket } from '#storefront/basket/basket.ts'
import { BasketNote } from '#storefront/campaigns/basket-note.tsx'
import { HideName } from '#storefront/campaigns/hide-name.tsx'
import { BillTotals } from '#storefront/checkout/bill.tsx'
import { CartProblems } from '#storefront/checkout/cart/cart-problems.tsx'
import type { Preview } from '#storefront/checkout/cart/use-delivery-preview.ts'
import { estimateOf, useEstimate } from '#storefront/checkout/cart/use-estimate.ts'
import { HoldWarning } from '#storefront/checkout/hold-warning.tsx'
import { LoadFailure } from '#storefront/checkout/load-failure.tsx'
import { Steps } from '#storefront/checkout/steps.tsx'
import { Summary } from '#storefront/checkout/summary.tsx'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { tell } from '#storefront/core/measuring/tell.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/when.ts'
import { pageMeta } from '#storefront/parts/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { Route } from './+types/checkout'
import { AddressFields, KnownAddress } from './address-fields.tsx'
import { CheckedField } from './checked-field.tsx'
import { ContactChoice } from './contact-choice.tsx'
import { orCutOff, unlessCutOff } from './cut-off.ts'
import type { Details, FieldError } from './details.ts'
import { extendHold, fieldId, firstDetails, readDetails, saveDetails } from './details.ts'
import { MethodChoice } from './method-choice.tsx'
import { loadPlaces } from './places.ts'
import { PointChoice } from './point-choice.tsx'
import { SlotChoice } from './slot-choice.tsx'
import { useFresh } from './use-fresh.ts'
import { useWhen } from './use-when.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('checkout.meta_title'), isPrivate: true }))

/** Without anything to buy there is nothing to check out. */
const load = inBasket(async (api: Client, { url }: Page, basket) => {
  const [config, campaign] = await Promise.all([api.checkout.config(), campaignIn(api, basket)])
  const isBrought = config.methods.some(({ method }) => method === 'DELIVERY')
  const asked = config.savedAddresses[Number(url.searchParams.get('address') ?? Number.NaN)] ?? null
  const { method, address } = startWith(config, asked, null)
  const [bill, places, preview] = await Promise.all([
    estimateOf(api, { method, ...address }),
    isBrought ? loadPlaces(api) : null,
    previewOf(api, address),
  ])
  // The cart page explains why a guest cannot buy a membership.
  if (!bill || bill.asksSignIn) throw redirect(basket.cart)
  return { config, bill, campaign, asked, places, preview, now: Date.now() }
})

/** What delivery to an address would cost; null where there is none. */
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
  /** The bill by what was sent. */
  estimate: Bill | null
}

/** Without a script a button asks what delivery would cost; nothing is saved by it. */
const work = inBasket(async (api, { request }, basket): Promise<Answer> => {
  const form = await request.formData()
  const values = readDetails(form)
  const supposed = { method: values.method, ...values.address }
  const [preview, estimate] = await Promise.all([previewOf(api, values.address), estimateOf(api, supposed)])
  if (form.get('intent') === 'preview') return { errors: [], values, preview, estimate }
  if (form.get('intent') === 'extend') return { errors: await extendHold(api, values), values, preview, estimate }
  if (basket.campaignId) await api.campaignCart.hideName({ id: basket.campaignId, isHidden: form.has('hidesName') })
  const errors = await saveDetails(api, values)
  if (errors.length > 0) return { errors, values, preview, estimate }
  throw redirect(basket.payment, 303)
})
export const action = onServer(async (api, page) => data(await work(api, page), { status: 422 }))
// Without a status: after a failing one the times would not be loaded anew.
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

/** How, when and who: everything before paying, in one form. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
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
  const method = config.methods.some((offered) => offered.method === picked) ? picked : config.methods[0]?.method
  const isAtTable = method === 'EAT_IN'
  const when = useWhen(config.timeZone, now)
  // While the next answer is awaited the last one no longer holds.
  const errors = (!isBusy && actionData?.errors) || []
  const days = config.methods.find((offered) => offered.method === values.method)?.days ?? []
  const opened = values.method === 'DELIVERY' ? values.deliveryDay : values.day
  const openDay = days.find(({ date }) => date === opened) ?? days[0]
  const words = ({ field, message }: FieldError) =>
    message ??
    (field === 'unsent'
      ? t('payment.unreachable')
      : openDay
        ? t('checkout.day_mismatch', { day: formatDay(openDay.date, locale) })
        : t('checkout.slot_required'))
  const errorOf = (field: FieldError['field']) => {
    const found = errors.find((error) => error.field === field)
    return found && words(found)
  }
  // Who adds to an order was asked already.
  const known = config.campaign?.isJoined ? config.chosen.address : null
  const addressFields = places && (
    <AddressFields
      config={config}
      places={places}
      address={values.address}
      isSaved={values.saveAddress}
      preview={actionData?.preview ?? loaderData.preview}
      onPostCode={(country, postCode) => setTyped({ country, postCode })}
      when={when}
      errorOf={errorOf}
    />
  )
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
          <Errors errors={errors} words={words} isDelivery={values.method === 'DELIVERY'} />
          {bill.isService ? null : config.campaign ? (
            <PointChoice campaign={config.campaign} chosen={values.slot} onChoose={setPicked} error={errorOf('slot')} />
          ) : (
            <MethodChoice
              config={config}
              when={when}
              chosen={values.method}
              onChoose={setPicked}
              error={errorOf('method')}
            />
          )}
          {addressFields &&
            (known ? (
              <KnownAddress address={known} isOpen={errors.length > 0}>
                {addressFields}
              </KnownAddress>
            ) : (
              addressFields
            ))}
          {timed.map((timed) =>
            !config.campaign && config.methods.some(({ method }) => method === timed) ? (
              <SlotChoice
                key={timed}
                config={config}
                lines={bill.lines}
                method={timed}
                when={when}
                chosen={timed === 'DELIVERY' ? values.deliverySlot : values.slot}
                error={values.method === timed ? errorOf('slot') : undefined}
              />
            ) : null,
          )}
          {values.tableNumber && <input type="hidden" name="tableNumber" value={values.tableNumber} />}
          {config.verifiedContact && (
            <ContactChoice
              {...config.verifiedContact}
              chosenId={values.verifiedContactId ?? config.verifiedContact.chosenId}
              error={errorOf('verifiedContact')}
            />
          )}
          <fieldset className="checkout-part">
            <legend>
              {t(
                isAtTable
                  ? 'checkout.contact_EAT_IN'
                  : method === 'DELIVERY'
                    ? 'checkout.contact_DELIVERY'
                    : bill.isService
                      ? 'membership.contact'
                      : 'checkout.contact',
              )}
            </legend>
            <SignInHint />
            <div className="checkout-fields">
              <CheckedField
                name="name"
                label={t('checkout.name')}
                defaultValue={values.name}
                error={errorOf('name')}
                autoComplete="name"
                maxLength={80}
              />
              <CheckedField
                name="phone"
                label={t('checkout.phone')}
                hint={t('checkout.phone_hint')}
                defaultValue={values.phone}
                error={errorOf('phone')}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={40}
                isOptional={isAtTable}
              />
              <CheckedField
                name="email"
                label={t('checkout.email')}
                hint={t('checkout.email_hint')}
                defaultValue={values.email}
                error={errorOf('email')}
                type="email"
                inputMode="email"
                autoComplete="email"
                maxLength={254}
                isOptional={isAtTable}
              />
              <TextArea
                name="comment"
                id={fieldId('comment')}
                label={t('checkout.comment')}
                defaultValue={values.comment}
                error={errorOf('comment')}
                autoComplete="off"
                maxLength={commentLength}
                isOptional
                rows={2}
              />
            </div>
            {config.campaign && <HideName isHidden={config.campaign.isHidden} />}
          </fieldset>
          <div className="checkout-submit">
            <button type="submit" className="button button-wide" aria-disabled={isBusy || undefined}>
              {t(isBusy ? 'checkout.continuing' : 'checkout.continue')}
            </button>
            <p className="field-hint">{t(bill.isService ? 'membership.only' : 'checkout.hold_note')}</p>
          </div>
          <HoldWarning
            hold={config.hold}
            heldUntil={config.chosen.heldUntil}
            timeZone={config.timeZone}
            form={detailsForm}
            isBusy={isBusy}
          />
        </Form>
        <Summary total={bill.total} lines={bill.lines}>
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
const timed = ['PICKUP', 'DELIVERY'] as const

/** What the form starts with: what was just sent, else what is known. */
function useValues(config: CheckoutConfig, asked: Address | null, sent: Details | undefined): Details {
  const { info } = useShop()
  return sent ?? startWith(config, asked, info.user)
}

function startWith(config: CheckoutConfig, asked: Address | null, user: Parameters<typeof firstDetails>[1]): Details {
  const first = firstDetails(config, user)
  return asked ? { ...first, method: 'DELIVERY', address: asked, saveAddress: false } : first
}

/** All refusals together, each leading to its field; takes the focus. */
function Errors({
  errors,
  words,
  isDelivery,
}: {
  errors: FieldError[]
  words: (error: FieldError) => string
  isDelivery: boolean
}) {
  const { count, t } = useShop()
  const basket = useBasket()
  const alert = useRefocus<HTMLDivElement>(errors.length > 0 && errors)
  if (errors.length === 0) return null
  const named = (error: FieldError) =>
    error.field === 'cart' || error.field === 'unsent' || error.field === 'slot' || error.field === 'method'
      ? words(error)
      : error.field === 'verifiedContact'
        ? words(error)
        : t('field.error_at', { field: t(`checkout.${error.field}`), message: words(error) })
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={alert}>
      <p>{count('checkout.errors_title', errors.length)}</p>
      <ul className="alert-list">
        {errors.map((error) => (
          <li key={error.field + error.message}>
            {error.field === 'unsent' ? (
              words(error)
            ) : error.field === 'cart' || error.isCart ? (
              <>
                {words(error)} <Link to={basket.cart}>{t('checkout.back_to_cart')}</Link>
              </>
            ) : (
              <a href={`#${fieldId(error.field === 'slot' && isDelivery ? 'deliverySlot' : error.field)}`}>
                {named(error)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SignInHint() {
  const { t, app, isLoggedIn } = useShop()
  const { details } = useBasket()
  if (isLoggedIn || !app.system.appConfig.enableUserAccounts) return null
  return (
    <p className="field-hint">
      {t('checkout.sign_in_hint')}{' '}
      <Link to={`/account/login?${new URLSearchParams({ next: details })}`} className="link">
        {t('checkout.sign_in')}
      </Link>
    </p>
  )
}
