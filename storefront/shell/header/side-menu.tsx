import { Link } from 'react-router'
import { sideMenuLabelLength, submenuLabelLength } from '#contract/constants.ts'
import { languages } from '#contract/languages.ts'
import type { MenuItem } from '#contract/shell.ts'
import { cutLabel, labelOf, targetOf } from '#storefront/core/links.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { accountEntry, hasCurrencies, hasLanguages } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { preferencesDialog, sideMenu } from '#storefront/shell/dialogs/dialog-names.ts'
import { SideMenuFooter } from '#storefront/shell/footer.tsx'
import { SocialLinks } from '#storefront/shell/social-links.tsx'
import { Dialog, DialogButton } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuLink } from './menu-link.tsx'

/** The complete menu in a side panel. Only one submenu is open at a time. */
export function SideMenu() {
  const { app, navigation, t } = useShop()
  return (
    <Dialog id={sideMenu} title={app.storeName} className="side-menu">
      <div className="side-menu-quick">
        <AccountLine />
        <PreferencesLine />
      </div>
      <nav aria-label={t('shell.menu')}>
        <ul className="side-menu-tree">
          {navigation.sideMenu.map((item) => (
            <li key={item.name}>{item.subMenu?.length ? <Submenu item={item} /> : <Entry item={item} />}</li>
          ))}
        </ul>
      </nav>
      <div className="side-menu-foot">
        <SocialLinks place="side-menu" />
        <SideMenuFooter />
      </div>
    </Dialog>
  )
}

function AccountLine() {
  const { info, t } = useShop()
  const entry = accountEntry(info)
  if (!entry) return null
  return (
    <Link to={entry.to} className="side-menu-line">
      <Icon name="user" />
      {t(entry.label)}
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
      {languages[locale].name} · {code}
    </DialogButton>
  )
}

function Submenu({ item }: { item: MenuItem }) {
  const { locale, t } = useShop()
  return (
    <details name="side-menu" className="side-submenu">
      <summary>
        <CutLabel label={labelOf(item, locale)} limit={sideMenuLabelLength} />
      </summary>
      <ul>
        {targetOf(item).kind !== 'text' && !item.subMenu?.some(({ link }) => link === item.link) && (
          <li>
            <MenuLink item={item} className="side-menu-entry">
              <CutLabel label={t('shell.all_of', { name: labelOf(item, locale) })} limit={submenuLabelLength} />
            </MenuLink>
          </li>
        )}
        {item.subMenu?.map((entry) => (
          <li key={entry.name}>
            <MenuLink item={entry} className="side-menu-entry">
              <CutLabel label={labelOf(entry, locale)} limit={submenuLabelLength} />
            </MenuLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const { locale } = useShop()
  return (
    <MenuLink item={item} className="side-menu-entry">
      <CutLabel label={labelOf(item, locale)} limit={sideMenuLabelLength} />
    </MenuLink>
  )
}

/** A label that is visually truncated. Screen readers and the tooltip have the whole text. */
function CutLabel({ label: whole, limit }: { label: string; limit: number }) {
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
