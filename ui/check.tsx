import type { ComponentProps } from 'react'
import { useId } from 'react'

interface CheckProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> {
  name: string
  label: string
  hint?: string | undefined
}

/** A box to tick, with its words beside it. */
export function Check({ label, hint, ...input }: CheckProps) {
  const id = useId()
  return (
    <div className="check">
      <input id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} {...input} />
      <label htmlFor={id}>{label}</label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
