import type { ComponentProps } from 'react'
import type { FieldParts } from './labelled.tsx'
import { splitFieldProps, useFieldAttributes } from './labelled.tsx'

type CheckProps = Omit<FieldParts, 'isOptional'> & Omit<ComponentProps<'input'>, keyof FieldParts | 'type' | 'children'>

/** A checkbox with its label beside it. */
export function Check(props: CheckProps) {
  const { parts, control } = splitFieldProps(props)
  const { controlProps, hint, error } = useFieldAttributes(parts)
  return (
    <div className="check">
      <input type="checkbox" {...controlProps} {...control} />
      <label htmlFor={controlProps.id} lang={parts.labelLang}>
        {parts.label}
      </label>
      {hint && <small {...hint} />}
      {error}
    </div>
  )
}
