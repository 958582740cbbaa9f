import type { ErrorItem } from '#contract/errors.ts'
import type { FormField } from '#contract/forms.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea } from '#ui/text-area.tsx'

interface FormInputProps {
  field: FormField
  value: string | undefined
  errors: ErrorItem[] | undefined
}

/** The input element for a form field of any kind. */
export function FormInput({ field, value, errors }: FormInputProps) {
  const { t, say, langOf } = useShop()
  const { name, kind, label, hint, required, maxLength, autocomplete, min, max, options } = field
  const common = {
    name,
    label: say(label),
    labelLang: langOf(label),
    ...(hint && { hint: say(hint), hintLang: langOf(hint) }),
    errors,
  }
  switch (kind) {
    case 'textarea':
      return (
        <TextArea
          {...common}
          isOptional={!required}
          required={required}
          rows={5}
          maxLength={maxLength}
          defaultValue={value}
        />
      )
    case 'select':
      return (
        <Select
          {...common}
          isOptional={!required}
          required={required}
          defaultValue={value ?? ''}
          placeholder={t('forms.choose')}
          options={options.map(({ id, name }) => ({ value: id, label: say(name) }))}
        />
      )
    case 'checkbox':
      return <Check {...common} value="yes" required={required} defaultChecked={value === 'yes'} />
    default:
      return (
        <Field
          {...common}
          type={kind === 'number' ? 'text' : kind}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          isOptional={!required}
          maxLength={maxLength}
          min={min}
          max={max}
          autoComplete={autocomplete ?? (kind === 'email' || kind === 'tel' ? kind : undefined)}
          defaultValue={value}
        />
      )
  }
}
