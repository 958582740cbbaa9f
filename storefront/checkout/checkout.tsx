import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import { commentLength } from '#contract/constants.ts'
import type { Page } from '#storefront/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/data.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/checkout'
import { BillLines, BillTotals } from './bill.tsx'
import type { Details, FieldError } from './details.ts'
import { readDetails, saveDetails } from './details.ts'
import { Field } from './field.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MethodChoice } from './method-choice.tsx'
import { SlotChoice } from './slot-choice.tsx'
import { Steps } from './steps.tsx'
import { Summary } from './summary.tsx'
import { useFresh } from './use-fresh.ts'
import { useRefocus } from './use-refocus.ts'
import { useWhen } from './use-when.ts'
import { formatDay } from './when.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('checkout.meta_title'), isPrivate: true }))

/** Without anything to buy there is nothing to check out. */
async function load(api: Client) {
  const [config, bill] = await Promise.all([api.checkout.config(), attempt(api.billing.view())])
  if (isRefusal(bill)) throw redirect('/checkout/cart')
  return { config, bill, now: Date.now() }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

async function work(api: Client, { request }: Page) {
  const values = readDetails(await request.formData())
  const errors = await saveDetails(api, values)
  if (errors.length > 0) return { errors, values }
  throw redirect('/checkout/payment', 303)
}
export const action = onServer(async (api, page) => data(await work(api, page), { status: 422 }))
// Without a status: after a failing one the times would not be loaded anew.
export const clientAction = inBrowser(work)

/** How, when and who: everything before paying, in one form. */
export default function CheckoutPage({ loaderData: { config, bill, now }, actionData }: Route.ComponentProps) {
  const { t, locale } = useShop()
  const isBusy = useNavigation().state !== 'idle'
  useFresh(now)
  const values = useValues(config.chosen, actionData?.values)
  const when = useWhen(config.timeZone, now)
  // While the next answer is awaited the last one no longer holds.
  const errors = (!isBusy && actionData?.errors) || []
  const words = ({ message }: FieldError) =>
    message ?? t('checkout.day_mismatch', { day: formatDay(values.day || firstDay, locale) })
  const firstDay = config.methods[0]?.days[0]?.date ?? ''
  const errorOf = (field: FieldError['field']) => {
    const found = errors.find((error) => error.field === field)
    return found && words(found)
  }
  return (
    <div className="wrap checkout-page">
      <Steps at="details" />
      <header className="checkout-head">
        <h1>{t('checkout.title')}</h1>
      </header>
      <div className="checkout-columns">
        <Form method="post" noValidate className="checkout-form" onSubmit={(event) => isBusy && event.preventDefault()}>
          <Errors errors={errors} words={words} />
          <MethodChoice config={config} when={when} chosen={values.method} error={errorOf('method')} />
          <SlotChoice config={config} when={when} chosen={values.slot} error={errorOf('slot')} />
          <fieldset className="checkout-part">
            <legend>{t('checkout.contact')}</legend>
            <SignInHint />
            <div className="checkout-fields">
              <Field
                name="name"
                label={t('checkout.name')}
                value={values.name}
                error={errorOf('name')}
                autoComplete="name"
                maxLength={80}
                required
              />
              <Field
                name="phone"
                label={t('checkout.phone')}
                hint={t('checkout.phone_hint')}
                value={values.phone}
                error={errorOf('phone')}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={40}
                required
              />
              <Field
                name="email"
                label={t('checkout.email')}
                hint={t('checkout.email_hint')}
                value={values.email}
                error={errorOf('email')}
                type="email"
                inputMode="email"
                autoComplete="email"
                maxLength={254}
                required
              />
              <Field
                name="comment"
                label={t('checkout.comment')}
                value={values.comment}
                error={errorOf('comment')}
                autoComplete="off"
                maxLength={commentLength}
                rows={2}
              />
            </div>
          </fieldset>
          <div className="checkout-submit">
            <button type="submit" className="button button-wide" aria-disabled={isBusy || undefined}>
              {t(isBusy ? 'checkout.continuing' : 'checkout.continue')}
            </button>
            <p className="field-hint">{t('checkout.hold_note')}</p>
          </div>
        </Form>
        <Summary total={bill.total}>
          <BillLines lines={bill.lines} />
          <BillTotals {...bill} label={t('checkout.total')} />
          <Link to="/checkout/cart" className="link">
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

/** What the form starts with: what was just sent, else what was chosen before, else what the account knows. */
function useValues(chosen: Route.ComponentProps['loaderData']['config']['chosen'], sent: Details | undefined): Details {
  const { info } = useShop()
  if (sent) return sent
  const { contact, slot, method, comment } = chosen
  const { user } = info
  return {
    method: method ?? '',
    day: slot?.date ?? '',
    slot: slot?.time ? `${slot.date} ${slot.time}` : '',
    name: contact?.name ?? user?.name ?? '',
    phone: contact?.phone ?? user?.phone ?? '',
    email: contact?.email ?? user?.email ?? '',
    comment,
  }
}

/** All refusals together, each leading to its field; takes the focus. */
function Errors({ errors, words }: { errors: FieldError[]; words: (error: FieldError) => string }) {
  const { count, t } = useShop()
  const alert = useRefocus<HTMLDivElement>(errors.length > 0 && errors)
  if (errors.length === 0) return null
  const named = (error: FieldError) =>
    error.field === 'cart' || error.field === 'slot' || error.field === 'method'
      ? words(error)
      : t('field.error_at', { field: t(`checkout.${error.field}`), message: words(error) })
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={alert}>
      <p>{count('checkout.errors_title', errors.length)}</p>
      <ul className="alert-list">
        {errors.map((error) => (
          <li key={error.field + error.message}>
            {error.field === 'cart' ? (
              <>
                {words(error)} <Link to="/checkout/cart">{t('checkout.back_to_cart')}</Link>
              </>
            ) : (
              <a href={`#checkout-${error.field}`}>{named(error)}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SignInHint() {
  const { t, app, isLoggedIn } = useShop()
  if (isLoggedIn || !app.system.appConfig.enableUserAccounts) return null
  return (
    <p className="field-hint">
      {t('checkout.sign_in_hint')}{' '}
      <Link to="/account/login?next=/checkout/checkout" className="link">
        {t('checkout.sign_in')}
      </Link>
    </p>
  )
}
