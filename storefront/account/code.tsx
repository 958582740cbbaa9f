import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pathAfterSignIn } from '#storefront/parts/after-sign-in.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/code'
import { AccountsClosed } from './accounts-closed.tsx'
import { CodeForm } from './code-form.tsx'
import { labelsOf, readText, withNext } from './form-data.ts'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('account.code_title'), description: t('account.code_text'), isPrivate: true }))

interface Outcome {
  email: string
  /** Whether the shop emailed a code. The page then shows the field for the code. */
  isSent: boolean
  errors?: ErrorItem[] | undefined
}

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const email = readText(form, 'email').trim()
  if (!form.has('code')) {
    const sendResult = await attempt(api.account.sendCode({ email }))
    if (!isRefusal(sendResult)) return data<Outcome>({ email, isSent: true })
    return data<Outcome>({ email, isSent: false, errors: sendResult.errors }, { status: 422 })
  }
  const result = await attempt(api.account.signInWithCode({ email, code: readText(form, 'code') }))
  if (isRefusal(result)) return data<Outcome>({ email, isSent: true, errors: result.errors }, { status: 422 })
  throw redirect(pathAfterSignIn(url.searchParams.get('next'), result), 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/**
 * The page to sign in with an emailed code, in two steps. The query parameter `next` is the path to open after the
 * sign-in.
 */
export default function SignInWithCode({ actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t, count } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  const { email = '', isSent = false, errors } = actionData ?? {}
  return (
    <div className="wrap account-page">
      <h1>{t('account.code_title')}</h1>
      <p className="account-text" role={isSent ? 'status' : undefined}>
        {isSent ? t('account.code_sent', { email }) : t('account.code_text')}
      </p>
      {isSent ? (
        <>
          <CodeForm errors={errors} button={{ text: t('account.sign_in'), busy: t('account.signing_in') }}>
            <input type="hidden" name="email" value={email} />
          </CodeForm>
          <Form method="post">
            <input type="hidden" name="email" value={email} />
            <OnceButton className="button button-quiet" isBusy={isBusy}>
              {t('account.send_code_again')}
            </OnceButton>
          </Form>
        </>
      ) : (
        <Form method="post" className="account-form" noValidate>
          <ErrorSummary
            errors={errors}
            title={count('account.errors_title', errors?.length ?? 0)}
            labels={labelsOf(t)}
          />
          <EmailField key="email" autoComplete="username" defaultValue={email} errors={errors} />
          <OnceButton className="button button-wide" isBusy={isBusy}>
            {isBusy ? t('account.sending') : t('account.send_code')}
          </OnceButton>
        </Form>
      )}
      <p>
        <Link className="link" to={withNext('/account/login', query.get('next'))}>
          {t('account.use_password')}
        </Link>
      </p>
    </div>
  )
}
