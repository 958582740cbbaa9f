import { data, Form, redirect, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pathAfterSignIn } from '#storefront/parts/after-sign-in.ts'
import { OnceButton } from '#ui/once-button.tsx'
import { CodeForm } from './code-form.tsx'
import { readText } from './form-data.ts'

/** The details that the visitor typed. They exclude the password, because no page may return it. */
export interface Details {
  name: string
  email: string
  phone: string
  news: boolean
}
/**
 * The result of a registration form. Once the server has sent the email, `registration` is set and the page asks for
 * the code.
 */
interface Outcome {
  details: Details
  registration?: string
  errors?: ErrorItem[]
  isSentAgain?: boolean
  /** The path to open after the registration. */
  next: string | null
}

/** Reads the details from a form. The forms of the code step contain them as hidden fields. */
function readDetails(form: FormData): Details {
  const text = (name: string) => readText(form, name).trim()
  return { name: text('name'), email: text('email'), phone: text('phone'), news: form.has('news') }
}

/** Starts a registration, or handles a form of the code step. */
export async function handleRegistration(
  api: Client,
  form: FormData,
  { start, next }: { start: (details: Details) => Promise<{ registration: string }>; next: string | null },
) {
  const details = readDetails(form)
  const registration = readText(form, 'registration')
  const refuse = (outcome: Outcome) => data<Outcome>(outcome, { status: 422 })
  if (!registration) {
    const startResult = await attempt(start(details))
    if (isRefusal(startResult)) return refuse({ details, next, errors: startResult.errors })
    return data<Outcome>({ details, next, registration: startResult.registration })
  }
  const intent = readText(form, 'intent')
  if (intent === 'change') return data<Outcome>({ details, next })
  if (intent === 'resend') {
    const sendResult = await attempt(api.account.resendRegistration({ registration }))
    if (isRefusal(sendResult)) return refuse({ details, next, registration, errors: sendResult.errors })
    return data<Outcome>({ details, next, registration, isSentAgain: true })
  }
  const result = await attempt(api.account.confirmRegistration({ registration, code: readText(form, 'code') }))
  if (isRefusal(result)) return refuse({ details, next, registration, errors: result.errors })
  throw redirect(pathAfterSignIn(next, result), 303)
}

/** The outcome of a registration form that got no response, for `orKeepForm`. */
export function keptRegistration(errors: ErrorItem[], form: FormData, { url }: Page) {
  const registration = readText(form, 'registration')
  const next = readText(form, 'next') || url.searchParams.get('next')
  return data<Outcome>(
    { details: readDetails(form), next, errors, ...(registration && { registration }) },
    { status: 503 },
  )
}

type CodeStepProps = Outcome & { registration: string }

/**
 * The second step of a registration: the code from the email. The text does not reveal whether the address has an
 * account.
 */
export function CodeStep({ registration, details, errors, isSentAgain, next }: CodeStepProps) {
  const { t } = useShop()
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && Boolean(formAction)
  const { email } = details
  const hiddenFields = (
    <>
      <input type="hidden" name="registration" value={registration} />
      {next && <input type="hidden" name="next" value={next} />}
      {(['name', 'email', 'phone'] as const).map((field) => (
        <input key={field} type="hidden" name={field} value={details[field]} />
      ))}
      {details.news && <input type="hidden" name="news" value="on" />}
    </>
  )
  return (
    <div className="wrap account-page">
      <h1>{t('account.check_title')}</h1>
      <p className="account-text" role="status">
        {t(isSentAgain ? 'account.check_sent_again' : 'account.check_text', { email })}
      </p>
      <CodeForm errors={errors} button={{ text: t('account.confirm'), busy: t('account.registering') }}>
        {hiddenFields}
      </CodeForm>
      <p className="field-hint">
        {t('account.check_known')} {t('account.check_spam')}
      </p>
      <Form method="post" className="account-ways">
        {hiddenFields}
        <OnceButton className="button button-quiet" name="intent" value="resend" isBusy={isBusy}>
          {t('account.send_code_again')}
        </OnceButton>
        <OnceButton className="button button-quiet" name="intent" value="change" isBusy={isBusy}>
          {t('account.change_details')}
        </OnceButton>
      </Form>
    </div>
  )
}
