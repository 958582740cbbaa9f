import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Says that something was done, at the top of the page on which it was. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p className="user-done" role="status">
      <Icon name="check" />
      {children}
    </p>
  )
}
