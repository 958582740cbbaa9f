import type { ErrorItem } from '#contract/errors.ts'
import { Field } from './field.tsx'
import { useUiTexts } from './texts.ts'

interface EmailFieldProps {
  /** `username` on sign-in forms. `email` if the visitor enters the address for the first time. */
  autoComplete: 'username' | 'email'
  defaultValue?: string | undefined
  errors?: ErrorItem[] | undefined
}

/** The field for an email address, named `email`. */
export function EmailField({ autoComplete, defaultValue, errors }: EmailFieldProps) {
  const { t } = useUiTexts()
  return (
    <Field
      name="email"
      type="email"
      label={t('account.email')}
      autoComplete={autoComplete}
      inputMode="email"
      maxLength={254}
      defaultValue={defaultValue}
      errors={errors}
    />
  )
}
