import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A success message at the top of the page. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p className="user-done" role="status">
      <Icon name="check" />
      {children}
    </p>
  )
}
