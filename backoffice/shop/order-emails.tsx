import type { LoaderFunctionArgs } from 'react-router'
import { data, Form, Link, useLoaderData } from 'react-router'
import { defaultLocale, isLocale, languages, locales } from '#contract/languages.ts'
import { Check } from '#ui/check.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { Card, Page } from '../frame/page.tsx'
import { useShopTexts } from './texts.ts'

/** Loads the store's settings for order emails: address, language, and whether the emails are on. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { stores } = await api.staff.orderEmails()
  const store = stores.find(({ location }) => location === params.location)
  if (!store) throw data(null, { status: 404 })
  return store
}

/** Saves the address, the language and whether the emails are on. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const locale = textOf(form, 'locale')
  return attempt(
    api.staff.writeOrderEmail({
      location: params.location ?? '',
      email: textOf(form, 'email'),
      locale: isLocale(locale) ? locale : defaultLocale,
      isOn: form.has('isOn'),
    }),
  )
}

/** `/office/shop/:location/emails`: where a store gets emails about its orders. */
export function Component() {
  const { t, say } = useShopTexts()
  const { location, name, email, locale, isOn } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  return (
    <Page
      title={t('store.emails')}
      intro={t('store.emails_intro', { store: say(name) })}
      action={<Link to={`/shop/${location}`}>{t('store.emails_back')}</Link>}
    >
      <Card title={t('store.email_address')}>
        <Form method="post" className="stack">
          <ErrorSummary
            errors={result?.errors}
            result={result}
            title={t('office.check_form')}
            labels={{ email: t('store.email_field') }}
          />
          <Field
            name="email"
            type="email"
            label={t('store.email_field')}
            hint={t('store.email_hint')}
            defaultValue={email}
            maxLength={254}
            isOptional
            errors={result?.errors}
          />
          <Select
            name="locale"
            label={t('store.email_language')}
            defaultValue={locale}
            options={locales.map((value) => ({ value, label: languages[value].name }))}
          />
          <Check name="isOn" label={t('store.email_on')} defaultChecked={isOn} />
          <div className="row">
            <SendButton intent="save">{t('office.save')}</SendButton>
            {result?.done !== undefined && <Done>{t('office.saved')}</Done>}
          </div>
        </Form>
      </Card>
    </Page>
  )
}
