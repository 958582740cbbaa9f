import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AccountsClosed } from '#storefront/account/accounts-closed.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { Icon } from '#ui/icon.tsx'
import '#storefront/parts/plain-page.css'

interface UserPageProps {
  title: string
  /** One sentence below the title. */
  text?: string | undefined
  children: ReactNode
}

interface FrameProps extends UserPageProps {
  /** The parent page; My Account by default. */
  parent?: { path: string; title: string }
}

/** The frame of every page below My Account: back link, title and content. */
export function UserPage({ title, text, parent, children }: FrameProps) {
  const { app, t } = useShop()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  return (
    <div className="wrap user-page">
      <Link className="user-back" to={parent?.path ?? '/user/list'}>
        <Icon name="chevron-left" />
        {parent?.title ?? t('account.title')}
      </Link>
      <header>
        <h1>{title}</h1>
        {text && <p className="user-text">{text}</p>}
      </header>
      <MergedNote />
      {children}
    </div>
  )
}

/** A section of such a page, with its own heading. */
export function UserSection({ title, text, children }: UserPageProps) {
  return (
    <section className="user-section">
      <h2>{title}</h2>
      {text && <p className="user-text">{text}</p>}
      {children}
    </section>
  )
}
