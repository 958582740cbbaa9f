import { Form, redirect, redirectDocument, useSearchParams } from 'react-router'
import type { Consent } from '#contract/account.ts'
import type { Client } from '#contract/client.ts'
import { labelsOf, readText } from '#storefront/account/form-data.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember, signInAgain } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Check } from '#ui/check.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, PasswordField } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/privacy'
import './account.css'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('user.privacy'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.account.profile())
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  if (form.get('intent') !== 'remove') {
    const consents = { news: form.has('news'), reminders: form.has('reminders') }
    return forMember(url, outcomeOf('consents', api.account.update({ consents })))
  }
  if (!form.has('sure')) throw redirect('/user/privacy?unsure=1#remove', 303)
  const password = form.has('password') ? { password: readText(form, 'password') } : {}
  const outcome = await forMember(url, outcomeOf('remove', api.account.remove(password)))
  if (outcome.data.errors?.some(({ code }) => code === 'account.recent_required')) throw signInAgain(url)
  if (!outcome.data.errors) throw redirectDocument('/account/closed', 303)
  return outcome
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/** The member's consent to messages, the export of all data about the member, and the deletion of the account. */
export default function Privacy({
  loaderData: { consents, hasPassword },
  actionData: rawActionData,
}: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  return (
    <UserPage title={t('user.privacy')} text={t('user.privacy_text')}>
      <UserSection title={t('user.consents')} text={t('user.consents_text')}>
        {isDone(actionData, 'consents') && <Done>{t('user.saved')}</Done>}
        <Form method="post" className="user-form">
          {consents.map((consent) => (
            <ConsentCheck key={consent.kind} {...consent} />
          ))}
          <div className="user-actions">
            <SendButton intent="consents" busy={t('account.saving')}>
              {t('user.save')}
            </SendButton>
          </div>
        </Form>
      </UserSection>
      <UserSection title={t('user.download')} text={t('user.download_text')}>
        <div className="user-actions">
          <a className="button button-quiet" href="/user/export">
            <Icon name="download" />
            {t('user.download_button')}
          </a>
        </div>
      </UserSection>
      <RemoveSection hasPassword={hasPassword} outcome={actionData} />
    </UserPage>
  )
}

function ConsentCheck({ kind, given, at }: Consent) {
  const { t } = useShop()
  const day = useDay()
  const when = at && t(given ? 'user.consent_given' : 'user.consent_withdrawn', { when: day(at) })
  return <Check name={kind} label={t(`user.consent_${kind}`)} hint={when ?? undefined} defaultChecked={given} />
}

function RemoveSection({ hasPassword, outcome }: { hasPassword: boolean; outcome: Outcome | undefined }) {
  const { t, count } = useShop()
  const [query] = useSearchParams()
  const errors = errorsOf(outcome, 'remove')
  return (
    <UserSection title={t('user.remove')} text={t('user.remove_text')}>
      <Form method="post" className="user-form" id="remove">
        {query.has('unsure') && !errors && (
          <p className="alert" role="alert">
            {t('user.remove_unsure')}
          </p>
        )}
        <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
        {hasPassword && (
          <PasswordField
            name="password"
            label={t('account.old_password')}
            autoComplete="current-password"
            maxLength={200}
            errors={errors}
          />
        )}
        <Check name="sure" label={t('user.remove_sure')} required />
        <div className="user-actions">
          <SendButton intent="remove" className="button-danger">
            {t('user.remove_button')}
          </SendButton>
        </div>
      </Form>
    </UserSection>
  )
}
