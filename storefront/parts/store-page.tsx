import type { ReactNode } from 'react'

/** The frame of every catalogue page. */
export function StorePage({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`wrap store-page ${className}`}>{children}</div>
}
