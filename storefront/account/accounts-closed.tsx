import { Link } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { Notice } from '#storefront/parts/error-page.tsx'

/**
 * Shown instead of the pages for signing in and registering, and of the member's own pages, if the shop has no
 * accounts.
 */
export function AccountsClosed() {
  const { t } = useShop()
  return (
    <Notice title={t('account.closed_title')} text={t('account.closed_text')}>
      <Link to="/store" className="button">
        {t('home.browse')}
      </Link>
    </Notice>
  )
}
