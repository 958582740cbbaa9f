import type { ReactNode } from 'react'
import { useId } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { FormField } from '#contract/forms.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Field } from '#ui/field.tsx'

interface FormInputProps {
  field: FormField
  value: string | undefined
  errors: ErrorItem[] | undefined
}

/** One field of a form, as its kind says. */
export function FormInput({ field, value, errors }: FormInputProps) {
  const { say } = useShop()
  const { name, kind, label, hint, required, maxLength, autocomplete, min, max } = field
  switch (kind) {
    case 'textarea':
      return (
        <Labelled field={field} errors={errors}>
          {(tied) => <textarea {...tied} rows={5} maxLength={maxLength} defaultValue={value} />}
        </Labelled>
      )
    case 'select':
      return (
        <Labelled field={field} errors={errors}>
          {(tied) => <Choices field={field} value={value} tied={tied} />}
        </Labelled>
      )
    case 'checkbox':
      return <Tick field={field} value={value} errors={errors} />
    default:
      return (
        <Field
          name={name}
          type={kind === 'number' ? 'text' : kind}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          label={say(label)}
          {...(hint && { hint: say(hint) })}
          isOptional={!required}
          maxLength={maxLength}
          min={min}
          max={max}
          autoComplete={autocomplete ?? (kind === 'email' || kind === 'tel' ? kind : undefined)}
          defaultValue={value}
          errors={errors}
        />
      )
  }
}

interface Tied {
  id: string
  name: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface LabelledProps {
  field: FormField
  errors: ErrorItem[] | undefined
  children: (tied: Tied) => ReactNode
}

/** The label above, what helps and what is wrong below, tied to the input for everybody. */
function Labelled({ field: { name, label, hint, required }, errors = [], children }: LabelledProps) {
  const { t, say, langOf } = useShop()
  const id = useId()
  const error = errors.find(({ field }) => field === name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label htmlFor={id} lang={langOf(label)}>
        {say(label)}
        {!required && <span className="field-optional"> ({t('account.optional')})</span>}
      </label>
      {children({ id, name, required, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`} lang={langOf(hint)}>
          {say(hint)}
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

function Choices({ field: { options }, value, tied }: { field: FormField; value: string | undefined; tied: Tied }) {
  const { t, say } = useShop()
  return (
    <select {...tied} defaultValue={value ?? ''}>
      <option value="">{t('forms.choose')}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {say(name)}
        </option>
      ))}
    </select>
  )
}

function Tick({ field: { name, label, hint, required }, value, errors = [] }: FormInputProps) {
  const { say, langOf } = useShop()
  const id = useId()
  const error = errors.find(({ field }) => field === name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        name={name}
        value="yes"
        required={required}
        defaultChecked={value === 'yes'}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      <label htmlFor={id} lang={langOf(label)}>
        {say(label)}
      </label>
      {hint && <small id={`${id}-hint`}>{say(hint)}</small>}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error.message}
        </p>
      )}
    </div>
  )
}
