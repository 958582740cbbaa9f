import { Link } from 'react-router'
import { sideMenuLabelLength, submenuLabelLength } from '#contract/constants.ts'
import type { MenuItem } from '#contract/shell.ts'
import { cutLabel, labelOf, targetOf } from '#storefront/links.ts'
import { useShop } from '#storefront/shop.ts'
import { Dialog, DialogButton } from '#storefront/ui/dialog.tsx'
import { Icon } from '#storefront/ui/icon.tsx'
import { CompanyLine, PoweredBy } from './footer.tsx'
import { MenuLink } from './menu-link.tsx'
import { hasCurrencies, hasLanguages, languageNames, preferencesDialog } from './preferences-dialog.tsx'
import { useShellData } from './shell-data.ts'
import { SocialLinks } from './social-links.tsx'

export const sideMenu = 'side-menu'

/** The whole menu at the side, above the page. One submenu is open at a time. */
export function SideMenu() {
  const { app, t } = useShop()
  return (
    <Dialog id={sideMenu} title={app.storeName} className="side-menu">
      <div className="side-menu-quick">
        <AccountLine />
        <PreferencesLine />
      </div>
      <nav aria-label={t('shell.menu')}>
        <ul className="side-menu-tree">
          {app.navigation.sideMenu.map((item) => (
            <li key={item.name}>{item.subMenu?.length ? <Submenu item={item} /> : <Entry item={item} />}</li>
          ))}
        </ul>
      </nav>
      <div className="side-menu-foot">
        <SocialLinks />
        <CompanyLine />
        <PoweredBy />
      </div>
    </Dialog>
  )
}

function AccountLine() {
  const { app, info, t } = useShop()
  if (!app.system.appConfig.enableUserAccounts) return null
  const isKnown = Boolean(info.user && info.userID)
  return (
    <Link to={isKnown ? '/user/list' : '/account/login'} className="side-menu-line">
      <Icon name="user" />
      {t(isKnown ? 'shell.my_account' : 'shell.sign_in')}
    </Link>
  )
}

function PreferencesLine() {
  const { app, locale } = useShop()
  const { chosenCurrency } = useShellData()
  if (!hasLanguages(app) && !hasCurrencies(app)) return null
  const code = chosenCurrency?.code ?? app.system.payment.defaultCurrency.currencyCode
  return (
    <DialogButton opens={preferencesDialog} className="side-menu-line">
      <Icon name="globe" />
      {languageNames[locale]} · {code}
    </DialogButton>
  )
}

function Submenu({ item }: { item: MenuItem }) {
  const { locale, t } = useShop()
  return (
    <details name="side-menu" className="side-submenu">
      <summary>
        <CutLabel item={item} limit={sideMenuLabelLength} />
      </summary>
      <ul>
        {targetOf(item).kind !== 'text' && (
          <li>
            <MenuLink item={item} className="side-menu-entry">
              {t('shell.all_of', { name: labelOf(item, locale) })}
            </MenuLink>
          </li>
        )}
        {item.subMenu?.map((entry) => (
          <li key={entry.name}>
            <MenuLink item={entry} className="side-menu-entry">
              <CutLabel item={entry} limit={submenuLabelLength} />
            </MenuLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Entry({ item }: { item: MenuItem }) {
  return (
    <MenuLink item={item} className="side-menu-entry">
      <CutLabel item={item} limit={sideMenuLabelLength} />
    </MenuLink>
  )
}

/** A label that is cut for the eye is whole for the ear and under the pointer. */
function CutLabel({ item, limit }: { item: MenuItem; limit: number }) {
  const { locale } = useShop()
  const whole = labelOf(item, locale)
  const cut = cutLabel(whole, limit)
  if (cut === whole) return whole
  return (
    <>
      <span aria-hidden="true" title={whole}>
        {cut}
      </span>
      <span className="visually-hidden">{whole}</span>
    </>
  )
}
