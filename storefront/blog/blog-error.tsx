import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { ErrorPage, Notice } from '#storefront/parts/error-page.tsx'

/** The error page for a missing article, category or tag, with a link to the blog. */
export function BlogError() {
  const error = useRouteError()
  const { t } = useShop()
  if (!isRouteErrorResponse(error) || ![400, 404].includes(error.status)) return <ErrorPage error={error} />
  return (
    <Notice title={t('blog.missing_title')} text={t('blog.missing_text')}>
      <Link to="/blog" className="button">
        {t('blog.back')}
      </Link>
    </Notice>
  )
}
