import { Form, redirect } from 'react-router'
import type { Profile } from '#contract/account.ts'
import type { Client } from '#contract/client.ts'
import { labelsOf, readText } from '#storefront/account/form-data.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember, signInAgain } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field, PasswordField } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/security'
import { Devices } from './devices.tsx'
import '#storefront/account/account.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('user.security'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.account.profile())
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const intent = readText(form, 'intent')
  const outcome = await forMember(url, outcomeOf(intent, callFor(api, intent, form)))
  if (outcome.data.errors?.some(({ code }) => code === 'account.recent_required')) throw signInAgain(url)
  return outcome
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

function callFor(api: Client, intent: string, form: FormData): Promise<unknown> {
  const text = (name: string) => readText(form, name)
  switch (intent) {
    case 'password':
      return api.account.changePassword({
        newPassword: text('newPassword'),
        ...(form.has('password') && { password: text('password') }),
      })
    case 'send-code':
      return api.account.sendProof()
    case 'prove':
      return api.account.proveEmail({ code: text('code') })
    case 'end':
      return api.account.endSessions({ ...(form.has('id') && { id: text('id') }) })
    default:
      throw redirect('/user/security')
  }
}

/** The member's password, email address and sessions. */
export default function Security({ loaderData: profile, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  return (
    <UserPage title={t('user.security')} text={t('user.security_text')}>
      <PasswordSection profile={profile} outcome={actionData} />
      <EmailSection profile={profile} outcome={actionData} />
      <UserSection title={t('user.devices')}>
        {isDone(actionData, 'end') && <Done>{t('user.devices_ended')}</Done>}
        <Devices devices={profile.devices} />
      </UserSection>
    </UserPage>
  )
}

interface SectionProps {
  profile: Profile
  outcome: Outcome | undefined
}

function PasswordSection({ profile: { hasPassword, user }, outcome }: SectionProps) {
  const { t, count } = useShop()
  const errors = errorsOf(outcome, 'password')
  const isChanged = isDone(outcome, 'password')
  return (
    <UserSection title={t('user.password')} text={t(hasPassword ? 'user.password_text' : 'user.password_none')}>
      {isChanged && <Done>{t('user.password_changed')}</Done>}
      <Form method="post" className="user-form" noValidate key={isChanged ? 'changed' : 'form'}>
        <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        {hasPassword && (
          <PasswordField
            name="password"
            label={t('account.old_password')}
            autoComplete="current-password"
            maxLength={200}
            errors={errors}
          />
        )}
        <PasswordField
          name="newPassword"
          label={t('account.new_password')}
          hint={t('account.password_hint')}
          autoComplete="new-password"
          minLength={8}
          maxLength={200}
          errors={errors}
        />
        <div className="user-actions">
          <SendButton intent="password" busy={t('account.saving')}>
            {t('account.save_password')}
          </SendButton>
        </div>
      </Form>
    </UserSection>
  )
}

function EmailSection({ profile: { emailVerifiedAt, user }, outcome }: SectionProps) {
  const { t, count } = useShop()
  const { email } = user
  const errors = errorsOf(outcome, 'prove')
  const sendErrors = errorsOf(outcome, 'send-code')
  const isCodeSent = isDone(outcome, 'send-code') || errors !== undefined
  if (emailVerifiedAt)
    return (
      <UserSection title={t('user.email')} text={t('user.email_proven', { email })}>
        {isDone(outcome, 'prove') && <Done>{t('user.email_done')}</Done>}
      </UserSection>
    )
  return (
    <UserSection title={t('user.email')} text={t('user.email_unproven', { email })}>
      {sendErrors && (
        <p className="alert" role="alert">
          {sendErrors[0]?.message}
        </p>
      )}
      {isCodeSent && (
        <Form method="post" className="user-form" noValidate>
          <p role="status">{t('user.email_code_sent', { email })}</p>
          <ErrorSummary
            errors={errors}
            title={count('account.errors_title', errors?.length ?? 0)}
            labels={labelsOf(t)}
          />
          <Field
            name="code"
            label={t('account.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            className="code-input"
            errors={errors}
          />
          <div className="user-actions">
            <SendButton intent="prove">{t('user.confirm')}</SendButton>
          </div>
        </Form>
      )}
      <Form method="post">
        <SendButton intent="send-code" busy={t('account.sending')} className="button-quiet">
          {t(isCodeSent ? 'account.send_code_again' : 'account.send_code')}
        </SendButton>
      </Form>
    </UserSection>
  )
}
