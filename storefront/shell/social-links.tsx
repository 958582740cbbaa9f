import { socialLinks } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'

/** The shop's social media links with the heading `title`. Renders nothing if there are none. */
export function SocialLinks({ title, place }: { title?: string; place: Parameters<typeof socialLinks>[1] }) {
  const { app, t } = useShop()
  const links = socialLinks(app.system, place)
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
