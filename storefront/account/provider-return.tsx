import { Form, Link, redirect, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { IdentityProvider } from '#contract/identity.ts'
import { storedReferral } from '#storefront/core/client-state/stored-referral.ts'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pathAfterSignIn } from '#storefront/parts/after-sign-in.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Check } from '#ui/check.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/provider-return'
import { AccountsClosed } from './accounts-closed.tsx'
import { labelsOf, readText, withNext } from './form-data.ts'
import { parseProviderReturn, providerOf, redirectToProvider } from './provider-sign-in.ts'
import type { Details } from './registration.tsx'
import { CodeStep, handleRegistration, keptRegistration } from './registration.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('shell.sign_in'), description: t('account.login_text'), isPrivate: true }))

type Step = 'begin' | 'register' | 'cancelled' | 'failed'
interface ProviderReturn {
  provider: IdentityProvider
  step: Step
  nickname: string
  next: string | null
  errors: ErrorItem[] | undefined
}
const providerReturn = (provider: IdentityProvider, step: Step, errors?: ErrorItem[]): ProviderReturn => ({
  provider,
  step,
  nickname: '',
  next: null,
  errors,
})

const load = async (api: Client, { url, params }: Page) => {
  const provider = providerOf(params.provider)
  // If the URL has `form`, an earlier request has already used the provider's code. The page then only shows the form
  // that this parameter names.
  const formName = url.searchParams.get('form')
  if (formName) return providerReturn(provider, formName === 'register' ? 'register' : 'begin')
  const { arrival, isBack, isMiniProgram } = parseProviderReturn(url)
  if (!arrival && !isBack) throw redirect('/account/login')
  if (!arrival) return providerReturn(provider, 'cancelled')
  const signIn = isMiniProgram ? api.wechat.signInMiniProgram : api[provider].signIn
  const result = await attempt(signIn(arrival))
  if (isRefusal(result)) return providerReturn(provider, 'failed', result.errors)
  if (result.signedIn) throw redirect(pathAfterSignIn(result.next, result.signedIn), 303)
  return { ...providerReturn(provider, 'register'), nickname: result.nickname, next: result.next }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
const handleForm = async (api: Client, { request, url, params }: Page) => {
  const provider = providerOf(params.provider)
  const form = await request.formData()
  const next = readText(form, 'next')
  if (form.get('intent') === 'begin')
    return redirectToProvider(api, { provider, purpose: 'sign_in', ...(next && { next }) })
  const start = ({ phone: _, ...details }: Details) =>
    api[provider].register({ ...details, ...storedReferral(url.searchParams) })
  return handleRegistration(api, form, { start, next })
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(orKeepForm(handleForm, keptRegistration))

/**
 * The page to which an identity provider sends the visitor back. A visitor with a linked account is signed in. Other
 * visitors enter their email address and register.
 */
export default function With({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t } = useShop()
  useReloadWhenRestored()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const { provider, step, nickname } = loaderData
  const name = t(`identity.${provider}`)
  if (actionData && 'registration' in actionData && actionData.registration)
    return <CodeStep {...actionData} registration={actionData.registration} />
  if (step !== 'register') return <Failed loaderData={loaderData} actionData={actionData} />
  return (
    <div className="wrap account-page">
      <h1>{t('identity.arrive_title')}</h1>
      <p className="account-text">{t('identity.arrive_text', { provider: name })}</p>
      {nickname && <p className="account-text">{t('identity.as', { provider: name, nickname })}</p>}
      <Registration loaderData={loaderData} actionData={actionData} />
      <p>
        <Link className="link" to={withNext('/account/login', '/user/linked')}>
          {t('identity.has_account', { provider: name })}
        </Link>
      </p>
    </div>
  )
}

type ReturnPageProps = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>

/** Shown if the sign-in was cancelled or failed. Explains why and offers the next step. */
function Failed({ loaderData: { provider, step, errors }, actionData }: ReturnPageProps) {
  const { t } = useShop()
  const isStuck = actionData !== undefined && 'isStuck' in actionData && actionData.isStuck
  const describeProblem = () => {
    if (step === 'cancelled') return t('identity.cancelled')
    if (isStuck) return t('identity.no_mini_program')
    return (actionData?.errors ?? errors)?.[0]?.message
  }
  const message = describeProblem()
  return (
    <div className="wrap account-page">
      <h1>{t('identity.failed_title')}</h1>
      {message && (
        <p className="alert" role="alert">
          {message}
        </p>
      )}
      <p className="account-text">{t('identity.failed_text')}</p>
      <Form method="post" action={`/account/with/${provider}?form=begin`} className="account-form">
        <input type="hidden" name="intent" value="begin" />
        <button type="submit" className="button button-wide">
          {t('identity.continue_with', { provider: t(`identity.${provider}`) })}
        </button>
      </Form>
      <p>
        <Link className="link" to="/account/login">
          {t('identity.other_way')}
        </Link>
      </p>
    </div>
  )
}

function Registration({ loaderData, actionData }: ReturnPageProps) {
  const { t, count } = useShop()
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && Boolean(formAction)
  const errors = actionData?.errors
  const values = actionData && 'details' in actionData ? actionData.details : undefined
  const { provider, nickname } = loaderData
  const next = actionData && 'next' in actionData ? actionData.next : loaderData.next
  return (
    <Form method="post" action={`/account/with/${provider}?form=register`} className="account-form" noValidate>
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
      {next && <input type="hidden" name="next" value={next} />}
      <Field
        name="name"
        label={t('account.name')}
        autoComplete="name"
        maxLength={80}
        defaultValue={values?.name ?? nickname}
        errors={errors}
      />
      <EmailField autoComplete="email" defaultValue={values?.email} errors={errors} />
      <Check name="news" label={t('account.news')} hint={t('account.news_hint')} defaultChecked={values?.news} />
      <OnceButton className="button button-wide" isBusy={isBusy}>
        {isBusy ? t('account.registering') : t('account.register')}
      </OnceButton>
    </Form>
  )
}
