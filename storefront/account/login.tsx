import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pathAfterSignIn } from '#storefront/parts/after-sign-in.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Done } from '#ui/done.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary, PasswordField } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/login'
import { AccountsClosed } from './accounts-closed.tsx'
import { labelsOf, readText, withNext } from './form-data.ts'
import { ProviderButtons } from './provider-buttons.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('shell.sign_in'), description: t('account.login_text'), isPrivate: true }))

const load = (api: Client) => api.identity.ways()
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const email = readText(form, 'email').trim()
  const result = await attempt(api.account.signIn({ email, password: readText(form, 'password') }))
  if (isRefusal(result)) return data({ errors: result.errors, email }, { status: 422 })
  throw redirect(pathAfterSignIn(url.searchParams.get('next'), result), 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/** The sign-in page. The query parameter `next` is the path to open afterwards. */
export default function Login({ loaderData: { ways }, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t, count } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  const next = query.get('next')
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const errors = actionData?.errors
  const isBusy = state !== 'idle' && Boolean(formAction)
  return (
    <div className="wrap account-page">
      <h1>{t('account.login_title')}</h1>
      <p className="account-text">{t('account.login_text')}</p>
      {query.has('changed') && <Done>{t('account.password_set')}</Done>}
      <ProviderButtons providers={ways} next={next}>
        <Form method="post" className="account-form" key={actionData?.email} noValidate>
          <ErrorSummary
            errors={errors}
            title={count('account.errors_title', errors?.length ?? 0)}
            labels={labelsOf(t)}
          />
          <EmailField autoComplete="username" defaultValue={actionData?.email} errors={errors} />
          <PasswordField
            name="password"
            label={t('account.password')}
            autoComplete="current-password"
            errors={errors}
          />
          <OnceButton className="button button-wide" isBusy={isBusy}>
            {isBusy ? t('account.signing_in') : t('account.sign_in')}
          </OnceButton>
        </Form>
      </ProviderButtons>
      <p className="account-ways">
        <Link className="link" to={withNext('/account/code', next)}>
          {t('account.use_code')}
        </Link>
        <Link className="link" to={withNext('/account/forgot', next)}>
          {t('account.forgot')}
        </Link>
      </p>
      <p>
        {t('account.no_account')}
        <Link className="link" to={withNext('/account/signup', next)}>
          {t('account.register')}
        </Link>
      </p>
      <p className="field-hint">{t('account.guest_note')}</p>
    </div>
  )
}
