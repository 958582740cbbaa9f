import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { AccountsClosed } from '#storefront/account/accounts-closed.tsx'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { Icon } from '#ui/icon.tsx'
import { tileGroups } from './tiles.ts'
import '#storefront/parts/plain-page.css'
import './user-menu.css'

interface UserPageProps {
  title: string
  /** A sentence shown below the title. */
  text?: string | undefined
  children: ReactNode
}

interface FrameProps extends UserPageProps {
  /** The parent page. The account page by default. */
  parent?: { path: string; title: string }
}

/**
 * The frame of all pages of the account except `/user/list`: account menu, back link, title and content. Reloads when
 * the browser restores the page, because the member may have signed out since.
 */
export function UserPage({ title, text, parent, children }: FrameProps) {
  const { app, t } = useShop()
  useReloadWhenRestored()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  return (
    <div className="wrap user-columns">
      <AccountMenu />
      <div className="user-page">
        <Link className={parent ? 'user-back' : 'user-back user-back-home'} to={parent?.path ?? '/user/list'}>
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
    </div>
  )
}

/** Links to all pages of the account, at the side of wide windows. */
function AccountMenu() {
  const { t } = useShop()
  const { pathname } = useLocation()
  return (
    <nav className="user-menu" aria-label={t('user.pages')}>
      <Link to="/user/list">{t('account.title')}</Link>
      {tileGroups.map(({ name, tiles }) => (
        <ul key={name} aria-label={t(name)}>
          {tiles.map(({ to, icon, name }) => (
            <li key={to}>
              <Link to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined} prefetch={prefetch()}>
                <Icon name={icon} />
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** A section of an account page, with a heading. */
export function UserSection({ title, text, children }: UserPageProps) {
  return (
    <section className="user-section">
      <h2>{title}</h2>
      {text && <p className="user-text">{text}</p>}
      {children}
    </section>
  )
}
