import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useShop } from '#storefront/core/shop.ts'
import { Field } from '#ui/field.tsx'
import { fieldId } from './details.ts'

type CheckedFieldProps = Omit<ComponentProps<typeof Field>, 'id' | 'errors' | 'children'> & {
  /** Called with the text while the shopper types it. */
  onType?: (text: string) => void
}

/**
 * A checkout field that validates when the shopper leaves it, not while typing. It shows no error if the shopper leaves
 * it by pressing a button, because the error would move the button under the finger.
 */
export function CheckedField({ error, onType, ...field }: CheckedFieldProps) {
  const { t } = useShop()
  const [shown, setShown] = useState({ error, from: error })
  // A new server response replaces the error that the field found itself.
  if (shown.from !== error) setShown({ error, from: error })
  return (
    <Field
      {...field}
      id={fieldId(field.name)}
      error={shown.error}
      onChange={({ target }) => {
        onType?.(target.value)
        if (shown.error && target.validity.valid) setShown({ error: undefined, from: error })
      }}
      onBlur={({ target, relatedTarget }) => {
        const isInvalid = target.value !== '' && !target.validity.valid
        if (isInvalid && !(relatedTarget instanceof HTMLButtonElement))
          setShown({ error: t('field.email'), from: error })
      }}
    />
  )
}
