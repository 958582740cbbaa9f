import type { AppContent } from '#contract/shell.ts'
import { externalAddress } from '#storefront/links.ts'
import { useShop } from '#storefront/shop.ts'
import type { IconName } from '#storefront/ui/icon.tsx'
import { Icon } from '#storefront/ui/icon.tsx'

interface SocialLink {
  icon: IconName
  name: string
  href: string
}

/** Where the shop can be followed: Instagram by its user name, the others by their page's address. */
export function socialLinks({ social }: AppContent['system']): SocialLink[] {
  const { instagram, facebook, twitter, youTube, linkedin, pinterest } = social
  const account = instagram.userName?.replace(/^@/, '')
  const candidates: [IconName, string, string | undefined][] = [
    ['instagram', 'Instagram', account && (instagram.pageURL || `https://www.instagram.com/${account}`)],
    ['facebook', 'Facebook', facebook.pageURL],
    ['twitter', 'Twitter', twitter.pageURL],
    ['youtube', 'YouTube', youTube.pageURL],
    ['linkedin', 'LinkedIn', linkedin.pageURL],
    ['pinterest', 'Pinterest', pinterest.pageURL],
  ]
  return candidates.flatMap(([icon, name, address]) => {
    const href = address ? externalAddress(address) : null
    return href ? [{ icon, name, href }] : []
  })
}

/** The shop's pages elsewhere; nothing where there are none. `title` heads them. */
export function SocialLinks({ title }: { title?: string }) {
  const { app, t } = useShop()
  const links = socialLinks(app.system)
  if (links.length === 0) return null
  return (
    <div className="social">
      {title && <h2 className="footer-heading">{title}</h2>}
      <ul>
        {links.map(({ icon, name, href }) => (
          <li key={icon}>
            <a
              href={href}
              className="icon-button"
              target="_blank"
              rel="noopener"
              aria-label={`${name} (${t('shell.new_tab')})`}
            >
              <Icon name={icon} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
