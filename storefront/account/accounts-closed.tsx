import { Link } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { Notice } from '#storefront/parts/error-page.tsx'

/** Shown if the shop has no accounts, instead of the sign-in page, the registration page and the member's pages. */
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
