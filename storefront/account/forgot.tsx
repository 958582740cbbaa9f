import { data, Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/forgot'
import { AccountsClosed } from './accounts-closed.tsx'
import { labelsOf, readText, withNext } from './form-data.ts'
import './account.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({
    title: t('account.forgot_title'),
    description: t('account.forgot_text'),
    isPrivate: true,
  }))

const handleForm = async (api: Client, { request }: Page) => {
  const email = readText(await request.formData(), 'email').trim()
  const result = await attempt(api.account.forgotPassword({ emailID: email }))
  if (!isRefusal(result)) return { email, errors: undefined }
  // The API calls this field `emailID`, but the form calls it `email`. So each error gets the form's name.
  return data({ email, errors: result.errors.map((error) => ({ ...error, field: 'email' })) }, { status: 422 })
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/**
 * The page to request an emailed link for a new password. The response does not reveal whether the address has an
 * account.
 */
export default function Forgot({ actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t, count } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  const { email, errors } = actionData ?? {}
  const backLink = (
    <p>
      <Link className="link" to={withNext('/account/login', query.get('next'))}>
        {t('account.back_to_login')}
      </Link>
    </p>
  )
  if (email && !errors)
    return (
      <div className="wrap account-page">
        <h1>{t('account.link_sent_title')}</h1>
        <p className="account-text" role="status">
          {t('account.link_sent_text', { email })}
        </p>
        {backLink}
      </div>
    )
  return (
    <div className="wrap account-page">
      <h1>{t('account.forgot_title')}</h1>
      <p className="account-text">{t('account.forgot_text')}</p>
      <Form method="post" className="account-form" noValidate>
        <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
        <EmailField autoComplete="username" defaultValue={email} errors={errors} />
        <OnceButton className="button button-wide" isBusy={isBusy}>
          {isBusy ? t('account.sending') : t('account.send_link')}
        </OnceButton>
      </Form>
      {backLink}
    </div>
  )
}
