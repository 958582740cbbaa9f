import { Link } from 'react-router'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/shop.ts'

interface BreadcrumbProps {
  /** Categories from the root down. */
  categories: { id: string; name: Text }[]
  /** Other pages on the way. */
  above?: { to: string; words: string }[]
  /** What the page itself is, if it is not the last category. */
  here?: string
}

/** The way from the menu down to this page. */
export function Breadcrumb({ categories, above: pages = [], here }: BreadcrumbProps) {
  const { t, say } = useShop()
  const above = here === undefined ? categories.slice(0, -1) : categories
  const last = here ?? say(categories.at(-1)?.name)
  return (
    <nav className="breadcrumb" aria-label={t('store.breadcrumb')}>
      <ol>
        <li>
          <Link to="/store">{t('store.menu')}</Link>
        </li>
        {pages.map(({ to, words }) => (
          <li key={to}>
            <Link to={to}>{words}</Link>
          </li>
        ))}
        {above.map(({ id, name }) => (
          <li key={id}>
            <Link to={categoryPath(id)}>{say(name)}</Link>
          </li>
        ))}
        <li aria-current="page">{last}</li>
      </ol>
    </nav>
  )
}

/** Where a category's products are. */
export function categoryPath(id: string): string {
  return `/store/productlist?cat=${encodeURIComponent(id)}`
}
