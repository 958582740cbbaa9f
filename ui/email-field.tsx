import type { ErrorItem } from '#contract/errors.ts'
import { Field } from './field.tsx'
import { useUiTexts } from './texts.ts'

interface EmailFieldProps {
  /** `username` where it signs in, `email` where it is told for the first time. */
  autoComplete: 'username' | 'email'
  defaultValue?: string | undefined
  errors?: ErrorItem[] | undefined
}

/** The field of an e-mail address, `email` in the form. */
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
