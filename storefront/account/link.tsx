import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pathAfterSignIn } from '#storefront/parts/after-sign-in.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/link'
import { AccountsClosed } from './accounts-closed.tsx'
import './account.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('account.link_title'), isPrivate: true }))

const handleForm = async (api: Client, { url }: Page) => {
  const result = await attempt(api.account.signInWithLink({ token: url.searchParams.get('token') ?? '' }))
  if (isRefusal(result)) return data({ errors: result.errors }, { status: 422 })
  throw redirect(pathAfterSignIn(null, result), 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/** The page behind an emailed sign-in link. Signing in requires a tap, so that link scanners do not use up the link. */
export default function SignInWithLink({ actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  const problem = query.get('token') ? actionData?.errors[0]?.message : t('account.link_invalid')
  return (
    <div className="wrap account-page">
      <h1>{t('account.link_title')}</h1>
      {problem ? (
        <>
          <p className="alert" role="alert">
            {problem}
          </p>
          <Link className="button" to="/account/login">
            {t('account.link_again')}
          </Link>
        </>
      ) : (
        <>
          <p className="account-text">{t('account.link_text')}</p>
          <Form method="post" className="account-form">
            <OnceButton className="button button-wide" isBusy={isBusy}>
              {isBusy ? t('account.signing_in') : t('account.sign_in')}
            </OnceButton>
          </Form>
        </>
      )}
    </div>
  )
}
