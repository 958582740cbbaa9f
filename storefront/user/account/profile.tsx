import { Form } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatPhone } from '#contract/format.ts'
import { languages, locales, toLang } from '#contract/languages.ts'
import { labelsOf, readText } from '#storefront/account/form-data.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { errorsOf, isDone, keptOutcome, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/profile'
import { PictureForm, uploadPicture } from './picture-form.tsx'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('user.profile'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.account.profile())
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  if (form.has('file')) return forMember(url, uploadPicture(api, form))
  const [name, phone] = [readText(form, 'name').trim(), readText(form, 'phone').trim()]
  const locale = locales.find((supported) => supported === form.get('locale'))
  const call = api.account.update({ name, phone, ...(locale && { locale }) })
  return forMember(url, outcomeOf('details', call, { name, phone }))
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(orKeepForm(handleForm, keptOutcome))

/** The member's name, telephone number, language and picture. */
export default function Profile({ loaderData: { user }, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
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
