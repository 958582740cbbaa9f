import type { ComponentProps } from 'react'
import type { FieldParts } from './labelled.tsx'
import { Labelled, splitFieldProps } from './labelled.tsx'

type TextAreaProps = FieldParts & Omit<ComponentProps<'textarea'>, keyof FieldParts | 'children'>

/** A labelled `<textarea>`. */
export function TextArea(props: TextAreaProps) {
  const { parts, control } = splitFieldProps(props)
  return <Labelled {...parts}>{(controlProps) => <textarea rows={4} {...controlProps} {...control} />}</Labelled>
}
