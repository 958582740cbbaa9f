import { data, Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/forgot'
import { AccountsClosed } from './accounts-closed.tsx'
import { labelsOf, readWord, withNext } from './form-words.ts'
import './account.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({
    title: t('account.forgot_title'),
    description: t('account.forgot_text'),
    isPrivate: true,
  }))

const work = async (api: Client, { request }: Page) => {
  const email = readWord(await request.formData(), 'email').trim()
  const answer = await attempt(api.account.forgotPassword({ emailID: email }))
  if (!isRefusal(answer)) return { email, errors: undefined }
  // The API and the form have different names for this field. So each error gets the form's name.
  return data({ email, errors: answer.errors.map((error) => ({ ...error, field: 'email' })) }, { status: 422 })
}
export const action = onServer(work)
export const clientAction = inBrowser(work)

/** Requests an emailed link to set a new password. The response does not reveal whether the address has an account. */
export default function Forgot({ actionData: answered }: Route.ComponentProps) {
  const actionData = useAnswer(answered)
  const { app, t, count } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  const { email, errors } = actionData ?? {}
  const back = (
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
        {back}
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
      {back}
    </div>
  )
}
