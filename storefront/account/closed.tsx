import { Link } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { Notice } from '#storefront/parts/error-page.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/closed'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('user.removed_title'), isPrivate: true }))

/** The page that members see after they have closed their account. */
export default function AccountClosed() {
  const { t } = useShop()
  return (
    <Notice title={t('user.removed_title')} text={t('user.removed_text')}>
      <Link to="/home" className="button">
        {t('home.browse')}
      </Link>
    </Notice>
  )
}
