import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The message that an action succeeded. Screen readers announce it. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p className="user-done" role="status">
      <Icon name="check" />
      {children}
    </p>
  )
}
