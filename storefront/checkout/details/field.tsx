import type { InputHTMLAttributes } from 'react'
import { useState } from 'react'
import { useShop } from '#storefront/core/shop.ts'

type FieldProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'required'
> & {
  name: string
  label: string
  hint?: string
  value: string
  error: string | undefined
  /** Several lines of text. */
  rows?: number
  /** Hears what is typed. */
  onType?: (text: string) => void
}

/**
 * A labelled text field of the checkout. What was typed is looked at when it is left, not while it is typed. On the way
 * to a button nothing is said: the page would move away under the finger.
 */
export function Field({ name, label, hint, value, error, rows, type, onType, ...attributes }: FieldProps) {
  const { t } = useShop()
  const [seen, setSeen] = useState<{ error: string | undefined; from: string | undefined }>({ error, from: error })
  // A new answer of the server counts more than what was seen here before.
  if (seen.from !== error) setSeen({ error, from: error })
  const id = `checkout-${name}`
  const shown = seen.error
  const described = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ')
  const common = {
    ...attributes,
    id,
    name,
    defaultValue: value,
    'aria-invalid': shown ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {!attributes.required && <span className="field-optional">({t('checkout.optional')})</span>}
      </label>
      {rows ? (
        <textarea {...common} rows={rows} />
      ) : (
        <input
          {...common}
          type={type ?? 'text'}
          onChange={({ target }) => {
            onType?.(target.value)
            if (shown && target.validity.valid) setSeen({ error: undefined, from: error })
          }}
          onBlur={({ target, relatedTarget }) => {
            const isOdd = target.value !== '' && !target.validity.valid
            if (isOdd && !(relatedTarget instanceof HTMLButtonElement))
              setSeen({ error: t('field.email'), from: error })
          }}
        />
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {shown && (
        <p className="field-error" id={`${id}-error`}>
          {shown}
        </p>
      )}
    </div>
  )
}
