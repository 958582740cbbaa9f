import type { ComponentProps } from 'react'
import type { FieldParts } from './labelled.tsx'
import { Labelled, splitFieldProps } from './labelled.tsx'

interface Option {
  value: string
  label: string
  lang?: string | undefined
}

type SelectProps = FieldParts &
  Omit<ComponentProps<'select'>, keyof FieldParts | 'children'> & {
    /** The text shown before anything is selected. */
    placeholder?: string | undefined
    options?: Option[] | undefined
    groups?: { label: string; options: Option[] }[] | undefined
  }

/** A labelled `<select>`. */
export function Select({ placeholder, options = [], groups = [], ...props }: SelectProps) {
  const { parts, control } = splitFieldProps(props)
  return (
    <Labelled {...parts}>
      {(controlProps) => (
        <select {...controlProps} {...control}>
          {placeholder && <option value="">{placeholder}</option>}
          {options.map(toOption)}
          {groups.map(({ label, options }) => (
            <optgroup key={label} label={label}>
              {options.map(toOption)}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  )
}

const toOption = ({ value, label, lang }: Option) => (
  <option key={value} value={value} lang={lang}>
    {label}
  </option>
)
