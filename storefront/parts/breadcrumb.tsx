import { Link } from 'react-router'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { domainOf } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'

interface BreadcrumbProps {
  /** The categories from the root down. */
  categories: { id: string; name: Text }[]
  /** Pages between the root and the categories. */
  above?: { to: string; words: string }[]
  /** The name of the current page. Undefined if the last category is the current page. */
  here?: string
  /** The first step of the breadcrumb, by default the menu. */
  root?: { to: string; words: string }
}

/** The breadcrumb, from the menu or another root to the current page. */
export function Breadcrumb({ categories, above: pages = [], here, root }: BreadcrumbProps) {
  const { app, t, say } = useShop()
  const first = root ?? { to: '/store', words: t('store.menu') }
  const above = here === undefined ? categories.slice(0, -1) : categories
  const last = here ?? say(categories.at(-1)?.name)
  const steps = [
    ...pages.map(({ to, words }) => ({ name: words, path: to })),
    ...above.map(({ id, name }) => ({ name: say(name), path: categoryPath(id) })),
  ]
  return (
    <nav className="breadcrumb" aria-label={t('store.breadcrumb')}>
      <ol>
        <li>
          <Link to={first.to}>{first.words}</Link>
        </li>
        {steps.map(({ name, path }) => (
          <li key={path}>
            <Link to={path}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{last}</li>
      </ol>
      <StructuredData
        of={
          import.meta.env.SSR
            ? toData(domainOf(app), [{ name: first.words, path: first.to }, ...steps, { name: last }])
            : undefined
        }
      />
    </nav>
  )
}

/** The breadcrumb as structured data for search engines. The last step is the page itself and has no URL. */
function toData(home: string, steps: { name: string; path?: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: home + path }),
    })),
  }
}

/** The path of the page with a category's products. */
export function categoryPath(id: string): string {
  return `/store/productlist?cat=${encodeURIComponent(id)}`
}
