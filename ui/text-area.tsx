import type { ComponentProps } from 'react'
import type { FieldParts } from './labelled.tsx'
import { divide, Labelled } from './labelled.tsx'

type TextAreaProps = FieldParts & Omit<ComponentProps<'textarea'>, keyof FieldParts | 'children'>

/** A labelled `<textarea>`. */
export function TextArea(props: TextAreaProps) {
  const { parts, control } = divide(props)
  return <Labelled {...parts}>{(tied) => <textarea rows={4} {...tied} {...control} />}</Labelled>
}
