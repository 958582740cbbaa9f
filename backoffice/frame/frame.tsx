import { useEffect } from 'react'
import { NavLink, Outlet, useNavigation } from 'react-router'
import { officeBase } from '#contract/constants.ts'
import { Icon } from '#ui/icon.tsx'
import { useEvents } from '#ui/use-events.ts'
import { api } from '../core/api.ts'
import { useFrame } from '../core/me.ts'
import { hasPasskeys } from '../core/passkeys.ts'
import { useTexts } from '../core/texts.tsx'
import { Bell } from './bell.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { pagesFor } from './pages.ts'
import { Tools } from './tools.tsx'

/** Ends the session on a counter device, and shows its people again. */
async function leave() {
  await api.people.signOut()
  location.assign('/office/counter')
}

/** The frame around the pages of a signed-in person: shop, menu, content. */
export function Frame() {
  const { me, shopName } = useFrame()
  const { t, setLocale } = useTexts()
  const { state } = useNavigation()
  useEffect(() => setLocale(me.locale), [me.locale, setLocale])
  // A session that ends elsewhere ends here too; Today shows new orders, and the bell new notifications.
  useEvents(`${officeBase}/live`, ['session', 'orders', 'notices', 'tables', 'changed'])
  return (
    <div className="frame">
      <a className="frame-skip" href="#main">
        {t('office.skip')}
      </a>
      <header className="frame-head">
        <p className="frame-shop">{shopName}</p>
        <Tools />
        {me.isOnDevice && (
          <button type="button" className="button button-quiet" onClick={leave}>
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
        {pagesFor(me).map(({ path, title, icon }) => (
          <NavLink key={path} to={path} end={path === '/'}>
            <Icon name={icon} />
            <span>{t(title)}</span>
          </NavLink>
        ))}
      </nav>
      <main id="main" className="frame-main" tabIndex={-1} aria-busy={state === 'loading'}>
        <Outlet />
      </main>
      <ConfirmDialog
        secret={me.isOnDevice ? 'pin' : me.hasSecondStep ? 'code' : 'password'}
        hasPasskey={!me.isOnDevice && me.hasPasskey && hasPasskeys()}
      />
    </div>
  )
}
