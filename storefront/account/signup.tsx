import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import { storedReferral } from '#storefront/core/client-state/stored-referral.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Check } from '#ui/check.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary, Field, PasswordField } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/signup'
import { AccountsClosed } from './accounts-closed.tsx'
import { labelsOf, readText, withNext } from './form-data.ts'
import { InvitationNote } from './invitation-note.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import type { Details } from './registration.tsx'
import { CodeStep, handleRegistration, keptRegistration } from './registration.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('account.register'), description: t('account.signup_text'), isPrivate: true }))

const load = (api: Client) => api.identity.ways()
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const start = ({ phone, ...details }: Details) =>
    api.account.register({
      ...details,
      password: readText(form, 'password'),
      ...(phone && { phone }),
      ...storedReferral(url.searchParams),
    })
  return handleRegistration(api, form, { start, next: url.searchParams.get('next') })
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(orKeepForm(handleForm, keptRegistration))

/**
 * The registration form, and the code as its second step. The query parameter `next` is the path to open afterwards.
 */
export default function Signup({ loaderData: { ways }, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { app, t, count } = useShop()
  const { state, formAction } = useNavigation()
  const [query] = useSearchParams()
  const next = query.get('next')
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  if (actionData?.registration) return <CodeStep {...actionData} registration={actionData.registration} />
  const { errors, details: values } = actionData ?? {}
  const isBusy = state !== 'idle' && Boolean(formAction)
  return (
    <div className="wrap account-page">
      <h1>{t('account.signup_title')}</h1>
      <p className="account-text">{t('account.signup_text')}</p>
      <InvitationNote />
      <ProviderButtons providers={ways} next={next}>
        <Form method="post" className="account-form" noValidate>
          <ErrorSummary
            errors={errors}
            title={count('account.errors_title', errors?.length ?? 0)}
            labels={labelsOf(t)}
          />
          <Field
            name="name"
            label={t('account.name')}
            autoComplete="name"
            maxLength={80}
            defaultValue={values?.name}
            errors={errors}
          />
          <EmailField autoComplete="email" defaultValue={values?.email} errors={errors} />
          <Field
            name="phone"
            type="tel"
            label={t('account.phone')}
            isOptional
            autoComplete="tel"
            inputMode="tel"
            maxLength={30}
            defaultValue={values?.phone}
            errors={errors}
          />
          <PasswordField
            name="password"
            label={t('account.password')}
            hint={t('account.password_hint')}
            autoComplete="new-password"
            minLength={8}
            maxLength={200}
            errors={errors}
          />
          <Check name="news" label={t('account.news')} hint={t('account.news_hint')} defaultChecked={values?.news} />
          <OnceButton className="button button-wide" isBusy={isBusy}>
            {isBusy ? t('account.registering') : t('account.register')}
          </OnceButton>
        </Form>
      </ProviderButtons>
      <p>
        {t('account.has_account')}
        <Link className="link" to={withNext('/account/login', next)}>
          {t('account.sign_in')}
        </Link>
      </p>
    </div>
  )
}
