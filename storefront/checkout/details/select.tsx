import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'

interface Option {
  code: string
  name: Text
}
interface SelectProps {
  name: string
  label: string
  value: string
  error: string | undefined
  autoComplete: string
  /** What stands there before anything is chosen. */
  placeholder?: string
  options?: Option[]
  groups?: { name: Text; options: Option[] }[]
  onChange?: (value: string) => void
}

/** A labelled list of the checkout to choose one from. */
export function Select({ name, label, value, error, autoComplete, placeholder, onChange, ...rest }: SelectProps) {
  const { say } = useShop()
  const { options = [], groups = [] } = rest
  const id = `checkout-${name}`
  const toOption = ({ code, name }: Option) => (
    <option key={code} value={code}>
      {say(name)}
    </option>
  )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange?.(target.value)}
      >
        {placeholder && <option value="">{placeholder}</option>}
        {options.map(toOption)}
        {groups.map(({ name, options }) => (
          <optgroup key={name.en} label={say(name)}>
            {options.map(toOption)}
          </optgroup>
        ))}
      </select>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
