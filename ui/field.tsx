import type { ComponentProps, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { Icon } from './icon.tsx'
import type { FieldParts } from './labelled.tsx'
import { Labelled, splitFieldProps } from './labelled.tsx'
import { useUiTexts } from './texts.ts'

type FieldProps = FieldParts &
  Omit<ComponentProps<'input'>, keyof FieldParts | 'children'> & {
    /** Rendered after the input, for example a toggle. */
    children?: ReactNode
  }

/** A labelled `<input>`. */
export function Field({ children, ...props }: FieldProps) {
  const { parts, control } = splitFieldProps(props)
  return (
    <Labelled {...parts}>
      {(controlProps) => (
        <span className="field-input">
          <input required={!parts.isOptional} {...controlProps} {...control} />
          {children}
        </span>
      )}
    </Labelled>
  )
}

/** A password field with a button that shows the password. Without JavaScript there is no button. */
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
  /** The result that has the errors. Required if each render of the page creates a new array `errors`. */
  result?: unknown
  title: string
  /** For each field name, the field's label. */
  labels: Record<string, string>
}

/** Lists all errors of a form. Receives the focus for each new result, but not when the form renders again. */
export function ErrorSummary({ errors, result = errors, title, labels }: ErrorSummaryProps) {
  const { t } = useUiTexts()
  const summary = useRef<HTMLDivElement>(null)
  // This must be a layout effect. A later effect could take the focus while the visitor is typing again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result
  useLayoutEffect(() => {
    if (errors?.length) summary.current?.focus()
  }, [result])
  if (!errors?.length) return null
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={summary}>
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
