import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { ErrorItem } from '#contract/errors.ts'

interface FoldProps {
  title: string
  /** A summary of the values in the fields. Empty if no field has a value. */
  set: string
  /** The card opens if one of these fields has an error. */
  fields?: string[]
  errors?: ErrorItem[] | undefined
  children: ReactNode
}

/** A card that is folded until somebody opens it. While folded, it summarises its fields. */
export function Fold({ title, set, fields = [], errors, children }: FoldProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const open = () => {
    if (box.current) box.current.open = true
  }
  const isWrong = errors?.some(({ field }) => field !== undefined && fields.includes(field)) ?? false
  useEffect(() => {
    if (isWrong && box.current) box.current.open = true
  }, [isWrong])
  return (
    // The browser cannot show an invalid field in a folded card, so the card opens.
    <details className="card fold" ref={box} onInvalidCapture={open}>
      <summary>
        <strong>{title}</strong>
        {set && <span className="soft fold-set">{set}</span>}
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}
