import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { unreadText, useFrame } from '../core/me.ts'

interface PageProps {
  title: string
  intro?: string
  /** The page's main action, beside the title. */
  action?: ReactNode
  children: ReactNode
}

/**
 * A page within the frame, with title and content. The browser tab's title includes the number of unread notifications.
 */
export function Page({ title, intro, action, children }: PageProps) {
  const { shopName, notices } = useFrame()
  useTitle(`${notices.unread > 0 ? `(${unreadText(notices)}) ` : ''}${title} · ${shopName}`)
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {intro && <p className="page-intro">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </>
  )
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

/** A card with a heading. */
export function Card({ title, children, id }: { title: string; children: ReactNode; id?: string }) {
  return (
    <section className="card" aria-label={title} id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Shown instead of an empty list: what the list will contain, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  )
}
