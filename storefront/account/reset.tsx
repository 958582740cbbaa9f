import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { ErrorSummary, PasswordField } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/reset'
import { AccountsClosed } from './accounts-closed.tsx'
import { labelsOf, readText } from './form-data.ts'
import './account.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({
    title: t('account.reset_title'),
    description: t('account.reset_text'),
    isPrivate: true,
  }))

const handleForm = async (api: Client, { request, url }: Page) => {
  const password = readText(await request.formData(), 'password')
  const token = url.searchParams.get('token') ?? ''
  const result = await attempt(api.account.resetForgotten({ token, password }))
  if (isRefusal(result)) return data({ errors: result.errors }, { status: 422 })
  throw redirect('/account/login?changed=1', 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/** The page behind the emailed link. Sets a new password, which ends every session. */
export default function Reset({ actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t, count } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  const errors = actionData?.errors
  const isLinkInvalid = !query.get('token') || errors?.some(({ code }) => code === 'account.link_invalid')
  return (
    <div className="wrap account-page">
      <h1>{t('account.reset_title')}</h1>
      <p className="account-text">{t('account.reset_text')}</p>
      {isLinkInvalid ? (
        <>
          <p className="alert" role="alert">
            {errors?.[0]?.message ?? t('account.link_invalid')}
          </p>
          <Link className="button" to="/account/forgot">
            {t('account.ask_again')}
          </Link>
        </>
      ) : (
        <Form method="post" className="account-form" noValidate>
          <ErrorSummary
            errors={errors}
            title={count('account.errors_title', errors?.length ?? 0)}
            labels={labelsOf(t)}
          />
          <PasswordField
            name="password"
            label={t('account.new_password')}
            hint={t('account.password_hint')}
            autoComplete="new-password"
            minLength={8}
            maxLength={200}
            errors={errors}
          />
          <OnceButton className="button button-wide" isBusy={isBusy}>
            {isBusy ? t('account.saving') : t('account.save_password')}
          </OnceButton>
        </Form>
      )}
    </div>
  )
}
