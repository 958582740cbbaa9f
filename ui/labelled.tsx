import type { ReactNode } from 'react'
import { useId } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { useUiTexts } from './texts.ts'

/** The label, hint and error around a control. */
export interface FieldParts {
  name: string
  label: string
  /** The language of the label, if it differs from the page's. */
  labelLang?: string | undefined
  hint?: string | undefined
  hintLang?: string | undefined
  /** Whether to mark the label as optional. Fields are required by default. */
  isOptional?: boolean | undefined
  /** The error message. By default it is taken from `errors`, by the field's name. */
  error?: string | undefined
  errors?: ErrorItem[] | undefined
  /** The field's name in `errors`, if it differs from `name`. */
  errorName?: string | undefined
  /** Whether screen readers announce the error as soon as it appears. */
  isErrorAlert?: boolean | undefined
  /** Replaces the generated id, for fields that links lead to. */
  id?: string | undefined
}

/** The attributes that connect a control with its hint and error. */
interface ControlProps {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/**
 * Connects a control with its label, hint and error. The caller renders the returned `hint` and `error` after the
 * control.
 */
export function useFieldAttributes({
  id: givenId,
  name,
  hint,
  hintLang,
  error,
  errors,
  errorName = name,
  isErrorAlert,
}: FieldParts) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const message = error ?? errors?.find(({ field }) => field === errorName)?.message
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = message === undefined ? undefined : `${id}-error`
  const controlProps: ControlProps = {
    id,
    name,
    'aria-invalid': errorId ? true : undefined,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
  }
  return {
    controlProps,
    hint: hintId && { id: hintId, lang: hintLang, children: hint },
    error: errorId && (
      <p className="field-error" id={errorId} role={isErrorAlert ? 'alert' : undefined}>
        {message}
      </p>
    ),
  }
}

/** Renders a label above a control, and its hint and error below. */
export function Labelled({ children, ...parts }: FieldParts & { children: (controlProps: ControlProps) => ReactNode }) {
  const { controlProps, hint, error } = useFieldAttributes(parts)
  return (
    <div className="field">
      <label htmlFor={controlProps.id} lang={parts.labelLang}>
        {parts.label}
        {parts.isOptional && <OptionalMark />}
      </label>
      {children(controlProps)}
      {hint && <p className="field-hint" {...hint} />}
      {error}
    </div>
  )
}

function OptionalMark() {
  const { t } = useUiTexts()
  return <span className="field-optional">{t('account.optional')}</span>
}

/** Splits a field's props into `FieldParts` and the attributes for the control. */
export function splitFieldProps<Props extends FieldParts>(props: Props) {
  const { name, label, labelLang, hint, hintLang, isOptional, error, errors, errorName, isErrorAlert, id, ...control } =
    props
  const parts = { name, label, labelLang, hint, hintLang, isOptional, error, errors, errorName, isErrorAlert, id }
  return { parts, control }
}
