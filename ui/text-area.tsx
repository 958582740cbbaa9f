import type { ComponentProps } from 'react'
import { useId } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { useUiTexts } from './texts.ts'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  name: string
  label: string
  hint?: string
  isOptional?: boolean
  /** Where the refusal names the field otherwise. */
  field?: string
  errors?: ErrorItem[] | undefined
}

/** Several lines of text, with the label above and what is wrong below, as `Field`. */
export function TextArea({ label, hint, isOptional = false, field, errors = [], ...area }: TextAreaProps) {
  const { t } = useUiTexts()
  const id = useId()
  const error = errors.find((one) => one.field === (field ?? area.name))
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="field-optional"> ({t('account.optional')})</span>}
      </label>
      <textarea
        id={id}
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...area}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error.message}
        </p>
      )}
    </div>
  )
}
