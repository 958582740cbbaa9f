import type { ComponentProps } from 'react'
import type { FieldParts } from './labelled.tsx'
import { divide, useTied } from './labelled.tsx'

type CheckProps = Omit<FieldParts, 'isOptional'> & Omit<ComponentProps<'input'>, keyof FieldParts | 'type' | 'children'>

/** A checkbox with its label beside it. */
export function Check(props: CheckProps) {
  const { parts, control } = divide(props)
  const { tied, hint, error } = useTied(parts)
  return (
    <div className="check">
      <input type="checkbox" {...tied} {...control} />
      <label htmlFor={tied.id} lang={parts.labelLang}>
        {parts.label}
      </label>
      {hint && <small {...hint} />}
      {error}
    </div>
  )
}
