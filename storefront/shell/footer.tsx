import { Link, useLocation } from 'react-router'
import { languages, toLang } from '#contract/languages.ts'
import type { MenuItem } from '#contract/shell.ts'
import { assetUrl, isQuietPage, labelOf } from '#storefront/core/links.ts'
import { hasCompanyLines, poweredBy, shownPaymentLogos } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CurrencyNote } from '#storefront/parts/currency-note.tsx'
import { MenuLink } from '#storefront/shell/header/menu-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { PreferenceForm } from './dialogs/preference-form.tsx'
import { SocialLinks } from './social-links.tsx'

/** The footer of every page. On quiet pages it is folded into one line. */
export function Footer() {
  const { app, navigation, t } = useShop()
  const { pathname } = useLocation()
  if (isQuietPage(pathname)) {
    return (
      <footer className="footer footer-folded">
        <details>
          <summary>
            {t('shell.footer_folded', { store: app.storeName })}
            <Icon name="chevron-down" className="icon-small" />
          </summary>
          <WholeFooter />
        </details>
      </footer>
    )
  }
  return (
    <footer className={navigation.footerTabs.length > 0 ? 'footer footer-above-tabs' : 'footer'}>
      <WholeFooter />
    </footer>
  )
}

/** The unfolded footer. If the company lines are hidden in the mini-program, a blank spacer replaces them. */
function WholeFooter() {
  const { app, navigation, t } = useShop()
  return (
    <>
      <div className="footer-inside">
        <div className="footer-shop">
          <FooterLogo />
          <SocialLinks place="footer" title={t('shell.follow_us')} />
          <LanguageLinks />
          <PrivacyChoices />
        </div>
        {navigation.footerMenu.length > 0 && (
          <nav className="footer-menu" aria-label={t('shell.footer_menu')}>
            <FooterColumns />
          </nav>
        )}
        <PaymentMarks />
      </div>
      <div className="footer-end">
        <CurrencyNote />
        {hasCompanyLines(app) ? <CompanyLines /> : <div className="footer-spacer" />}
      </div>
    </>
  )
}

/** The footer of the side menu. It omits the social icons and languages, which the side menu already contains. */
export function SideMenuFooter() {
  return (
    <>
      <FooterColumns />
      <PaymentMarks />
      <PrivacyChoices />
      <CompanyLines />
    </>
  )
}

function FooterLogo() {
  const { app } = useShop()
  const { imageURL } = app.footerLogo
  if (!imageURL) return <p className="footer-name">{app.storeName}</p>
  return (
    <img
      className="footer-logo"
      src={assetUrl(imageURL, app.appDetail.cdnpath)}
      alt={app.storeName}
      width="160"
      height="48"
      loading="lazy"
    />
  )
}

/** The footer's menu. Entries with a submenu become columns, and all other entries share one column. */
function FooterColumns() {
  const { locale, navigation, t } = useShop()
  const items = navigation.footerMenu
  const plainItems = items.filter((item) => !item.subMenu?.length)
  return (
    <>
      {items.map((item) =>
        item.subMenu?.length ? (
          <div key={item.name}>
            <h2 className="footer-heading">{labelOf(item, locale)}</h2>
            <FooterLinks items={item.subMenu} />
          </div>
        ) : null,
      )}
      {plainItems.length > 0 && (
        <div>
          <h2 className="footer-heading">{t('shell.footer_menu')}</h2>
          <FooterLinks items={plainItems} />
        </div>
      )}
    </>
  )
}

function FooterLinks({ items }: { items: MenuItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.name}>
          <MenuLink item={item} className="footer-link" />
        </li>
      ))}
    </ul>
  )
}

/** Buttons for the shop's other languages. They submit a form, so they work without JavaScript. */
function LanguageLinks() {
  const { app, locale } = useShop()
  const others = app.system.appConfig.supportedLanguages.filter((language) => language !== locale)
  if (others.length === 0) return null
  return (
    <PreferenceForm>
      {others.map((language) => (
        <button
          key={language}
          type="submit"
          name="locale"
          value={language}
          className="footer-link"
          lang={toLang(language)}
        >
          {languages[language].name}
        </button>
      ))}
    </PreferenceForm>
  )
}

/** The link to the page where visitors change their consent to analytics. Not shown if the shop has no analytics. */
function PrivacyChoices() {
  const { app, t } = useShop()
  if (app.appDetail.analytics === 'none') return null
  return (
    <Link to="/privacy-choices" className="footer-link">
      {t('consent.footer')}
    </Link>
  )
}

function PaymentMarks() {
  const { app, t } = useShop()
  const shown = shownPaymentLogos(app)
  if (shown.length === 0) return null
  return (
    <div className="payment-marks">
      <h2 className="footer-heading">{t('shell.payment')}</h2>
      <ul>
        {shown.map(([flag, brand, key]) => (
          <li key={flag} data-mark={brand}>
            {key ? t(key) : brand}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The lines that name the shop and its software provider. */
function CompanyLines() {
  return (
    <>
      <CompanyLine />
      <PoweredBy />
    </>
  )
}

/** The copyright line: year, name and rights. */
function CompanyLine() {
  const { app, t } = useShop()
  return (
    <p className="company-line">
      © {app.appDetail.serverTime.slice(0, 4)} {app.storeName} · {t('shell.rights')}
    </p>
  )
}

function PoweredBy() {
  const { app, t } = useShop()
  const shown = poweredBy(app.system.appConfig)
  if (!shown) return null
  const { hasProvider, isJoined, partner } = shown
  return (
    <p className="powered-by">
      {t('shell.powered_by')} {hasProvider && <a href={app.appDetail.providerURL}>{provider}</a>}
      {isJoined && ' & '}
      {partner &&
        (partner.href ? <ExternalLink href={partner.href} label={partner.name} /> : <span>{partner.name}</span>)}
    </p>
  )
}
const provider = 'Storefront'

function ExternalLink({ href, label }: { href: string; label: string }) {
  const { t } = useShop()
  return (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> ({t('shell.new_tab')})</span>
    </a>
  )
}
