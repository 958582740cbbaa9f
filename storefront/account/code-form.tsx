import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { labelsOf } from './form-data.ts'
import './account.css'

interface CodeFormProps {
  errors: ErrorItem[] | undefined
  /** The button's label, and its label while the code is sent. */
  button: { text: string; busy: string }
  /** The form's hidden fields. */
  children: ReactNode
}

/** The field for an emailed code, with its button. */
export function CodeForm({ errors, button, children }: CodeFormProps) {
  const { t, count } = useShop()
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && Boolean(formAction)
  return (
    <Form method="post" className="account-form" noValidate>
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
      {children}
      <Field
        key="code"
        name="code"
        label={t('account.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        className="code-input"
        errors={errors}
      />
      <OnceButton className="button button-wide" isBusy={isBusy}>
        {isBusy ? button.busy : button.text}
      </OnceButton>
    </Form>
  )
}
