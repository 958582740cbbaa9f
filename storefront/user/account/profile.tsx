import { Form } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatPhone } from '#contract/format.ts'
import { languages, locales, toLang } from '#contract/languages.ts'
import { labelsOf, readWord } from '#storefront/account/form-words.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/profile'
import { PictureForm, sendPicture } from './picture-form.tsx'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('user.profile'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.account.profile())
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const work = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  if (form.has('file')) return forMember(url, sendPicture(api, form))
  const [name, phone] = [readWord(form, 'name').trim(), readWord(form, 'phone').trim()]
  const locale = locales.find((known) => known === form.get('locale'))
  const call = api.account.update({ name, phone, ...(locale && { locale }) })
  return forMember(url, outcomeOf('details', call, { name, phone }))
}
export const action = onServer(work)
export const clientAction = inBrowser(work)

/** The member's name, telephone number, language and picture. */
export default function Profile({ loaderData: { user }, actionData: answered }: Route.ComponentProps) {
  const actionData = useAnswer(answered)
  const { t, count } = useShop()
  const errors = errorsOf(actionData, 'details')
  const values = errors ? actionData?.values : undefined
  return (
    <UserPage title={t('user.profile')} text={t('user.profile_text')}>
      {isDone(actionData, 'details') && <Done>{t('user.saved')}</Done>}
      <UserSection title={t('user.picture')} text={t('user.picture_text')}>
        <PictureForm user={user} outcome={actionData} />
      </UserSection>
      <UserSection title={t('account.details')}>
        <Form method="post" className="user-form" noValidate>
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
            defaultValue={values?.name ?? user.name}
            errors={errors}
          />
          <Field
            name="phone"
            type="tel"
            label={t('account.phone')}
            isOptional
            autoComplete="tel"
            inputMode="tel"
            maxLength={30}
            defaultValue={values?.phone ?? (user.phone ? formatPhone(user.phone) : '')}
            errors={errors}
          />
          <Select
            id="profile-locale"
            name="locale"
            label={t('account.member_language')}
            hint={t('user.language_hint')}
            defaultValue={user.locale}
            options={locales.map((locale) => ({
              value: locale,
              label: languages[locale].name,
              lang: toLang(locale),
            }))}
          />
          <div className="user-actions">
            <SendButton intent="details" busy={t('account.saving')}>
              {t('user.save')}
            </SendButton>
          </div>
        </Form>
      </UserSection>
    </UserPage>
  )
}
