import { Form } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { EmailField } from '#ui/email-field.tsx'
import { ErrorSummary, Field, PasswordField } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { useTexts } from '../core/texts.tsx'

interface NewPersonFormProps {
  code: string
  email: string
  errors: ErrorItem[] | undefined
}

/** The form for a new staff member's account: name, email address and password. */
export function NewPersonForm({ code, email, errors }: NewPersonFormProps) {
  const { t, locale } = useTexts()
  const labels = { name: t('person.name'), password: t('person.new_password') }
  return (
    <Form method="post" className="stack">
      <ErrorSummary errors={errors} title={t('office.check_form')} labels={labels} />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="locale" value={locale} />
      <Field name="name" label={labels.name} autoComplete="name" maxLength={80} errors={errors} />
      <EmailField autoComplete="username" defaultValue={email} errors={errors} />
      <PasswordField
        name="password"
        label={labels.password}
        hint={t('person.password_hint')}
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        errors={errors}
      />
      <SendButton intent="join" busy={t('start.busy')}>
        {t('start.button')}
      </SendButton>
    </Form>
  )
}
