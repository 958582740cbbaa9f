import type { ComponentProps, ReactNode } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { Icon } from './icon.tsx'
import { useUiTexts } from './texts.ts'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  name: string
  label: string
  hint?: string
  /** Marks the label; fields are required unless they say so. */
  isOptional?: boolean
  errors?: ErrorItem[] | undefined
  /** After the input, such as a toggle. */
  children?: ReactNode
}

/** A text field with its label above and what is wrong with it below, tied together for everybody. */
export function Field({ label, hint, isOptional = false, errors = [], children, ...input }: FieldProps) {
  const { t } = useUiTexts()
  const id = useId()
  const error = errors.find(({ field }) => field === input.name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="field-optional"> ({t('account.optional')})</span>}
      </label>
      <span className="field-input">
        <input
          id={id}
          required={!isOptional}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {children}
      </span>
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

/** A password that can be looked at; the toggle is left out where no script runs. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
  const { t } = useUiTexts()
  const [isShown, setShown] = useState(false)
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        className="icon-button field-toggle"
        aria-pressed={isShown}
        aria-label={t('account.show_password')}
        onClick={() => setShown(!isShown)}
      >
        <Icon name="eye" />
      </button>
    </Field>
  )
}

interface ErrorSummaryProps {
  errors: ErrorItem[] | undefined
  title: string
  /** How the fields are called. */
  labels: Record<string, string>
}

/** What was refused, all in one place; it takes the focus when it appears or changes. */
export function ErrorSummary({ errors, title, labels }: ErrorSummaryProps) {
  const { t } = useUiTexts()
  const box = useRef<HTMLDivElement>(null)
  // With the answer itself: later somebody may be typing again.
  useLayoutEffect(() => {
    if (errors?.length) box.current?.focus()
  }, [errors])
  if (!errors?.length) return null
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={box}>
      <p>{title}</p>
      <ul>
        {errors.map(({ code, field, message }) => (
          <li key={code + field}>
            {labels[field ?? ''] ? t('field.error_at', { field: labels[field ?? ''] ?? '', message }) : message}
          </li>
        ))}
      </ul>
    </div>
  )
}
