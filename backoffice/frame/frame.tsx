import { Fragment, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router'
import { counterIdleMs, officeBase } from '#contract/constants.ts'
import type { Me } from '#contract/office/people.ts'
import { useEvents } from '#ui/hooks/use-events.ts'
import { Icon } from '#ui/icon.tsx'
import { api } from '../core/api.ts'
import { useFrame } from '../core/me.ts'
import { hasPasskeys } from '../core/passkeys.ts'
import { useTexts } from '../core/texts.tsx'
import { dropAllDrafts } from '../forms/draft.ts'
import { Bell } from './bell.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { isWithinPath, pagesFor, productPartsAt } from './pages.ts'
import { Parts } from './parts.tsx'
import { Tools } from './tools.tsx'

/**
 * Scrolls a new page to its top, or to the element named in the URL. The browser itself handles Back and Forward.
 */
function usePageTop() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const currentUrl = pathname + hash
  const lastUrl = useRef(currentUrl)
  useEffect(() => {
    if (lastUrl.current === currentUrl) return
    lastUrl.current = currentUrl
    if (type === 'POP') return
    const part = hash && document.getElementById(hash.slice(1))
    if (part) part.scrollIntoView()
    else scrollTo(0, 0)
  }, [currentUrl, hash, type])
}

/** Ends the session on a counter device and returns to the list of its staff members. */
async function signOutDevice() {
  await api.people.signOut()
  dropAllDrafts()
  location.assign('/office/counter')
}

/** Returns to the list of staff members after a counter device has been idle for a while. */
function useIdleSignOut(isOnDevice: boolean) {
  useEffect(() => {
    if (!isOnDevice) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(signOutIfVisible, counterIdleMs)
    }
    const signOutIfVisible = () => {
      // The staff member may be working in another tab, so a hidden tab does not sign out. If the staff member works in
      // no tab, the server ends the idle session.
      if (document.hidden) restart()
      // If the device is offline, the sign-out fails and the page stays. The timer then starts again.
      else signOutDevice().catch(restart)
    }
    restart()
    const activityEvents = ['pointerdown', 'keydown'] as const
    for (const eventName of activityEvents) addEventListener(eventName, restart)
    return () => {
      clearTimeout(timer)
      for (const eventName of activityEvents) removeEventListener(eventName, restart)
    }
  }, [isOnDevice])
}

/** The kind of secret with which the staff member confirms their identity. */
function secretOf({ isOnDevice, hasSecondStep }: Me) {
  if (isOnDevice) return 'pin'
  return hasSecondStep ? 'code' : 'password'
}

/**
 * Whether a page of the menu, or a page below it, is open. The path `/` matches only itself, because all pages are
 * below it.
 */
const isOpenAt = (path: string, pathname: string) => (path === '/' ? pathname === path : isWithinPath(pathname, path))

/** The frame around the pages for signed-in staff members: shop, menu and content. */
export function Frame() {
  const { me, shopName, isDevice } = useFrame()
  const { t, setLocale } = useTexts()
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const parts = productPartsAt(me, pathname)
  useEffect(() => setLocale(me.locale), [me.locale, setLocale])
  useIdleSignOut(isDevice)
  usePageTop()
  // Loads the page's data again when the session ends elsewhere, and when orders, notifications or tables change. The
  // server sends `changed` if events may have been lost.
  useEvents(`${officeBase}/live`, ['session', 'orders', 'notices', 'tables', 'changed'])
  return (
    <div className="frame">
      <a className="frame-skip" href="#main">
        {t('office.skip')}
      </a>
      <header className="frame-head">
        <p className="frame-shop" title={shopName}>
          {shopName}
        </p>
        <Tools />
        {me.isOnDevice && (
          <button type="button" className="button button-quiet" onClick={signOutDevice}>
            {t('office.another_person', { name: me.name })}
          </button>
        )}
        <a className="frame-view" href="/" target="_blank" rel="noreferrer">
          <span>{t('office.view_shop')}</span>
          <Icon name="external" />
        </a>
        <Bell />
      </header>
      <nav className="frame-menu" aria-label={t('office.main_menu')}>
        {pagesFor(me).map(({ path, title, icon }) => {
          const isProducts = path === '/products'
          const isOpen = isProducts ? parts.length > 0 : isOpenAt(path, pathname)
          const hasParts = isProducts && parts.length > 1
          const current = hasParts ? 'true' : 'page'
          return (
            <Fragment key={path}>
              <Link to={path} aria-current={isOpen ? current : undefined}>
                <Icon name={icon} />
                <span>{t(title)}</span>
              </Link>
              {hasParts && <Parts parts={parts} className="frame-parts" />}
            </Fragment>
          )
        })}
      </nav>
      <main id="main" className="frame-main" tabIndex={-1} aria-busy={state === 'loading'}>
        {parts.length > 1 && (
          <nav className="frame-strip" aria-label={t('office.products')}>
            <Parts parts={parts} className="frame-strip-list" />
          </nav>
        )}
        <Outlet />
      </main>
      <ConfirmDialog secret={secretOf(me)} hasPasskey={!me.isOnDevice && me.hasPasskey && hasPasskeys()} />
    </div>
  )
}
