import { Link } from 'react-router'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { baseUrlOf } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'

interface BreadcrumbProps {
  /** The categories from the root down. */
  categories: { id: string; name: Text }[]
  /** Pages between the root and the categories. */
  parents?: { to: string; label: string }[]
  /** The name of the current page. Undefined if the last category is the current page. */
  here?: string
  /** The first step of the breadcrumb, by default the menu. */
  root?: { to: string; label: string }
}

/** The breadcrumb, from the menu or another root to the current page. */
export function Breadcrumb({ categories, parents = [], here, root }: BreadcrumbProps) {
  const { app, t, say } = useShop()
  const rootLink = root ?? { to: '/store', label: t('store.menu') }
  const ancestors = here === undefined ? categories.slice(0, -1) : categories
  const currentName = here ?? say(categories.at(-1)?.name)
  const steps = [
    ...parents.map(({ to, label }) => ({ name: label, path: to })),
    ...ancestors.map(({ id, name }) => ({ name: say(name), path: categoryPath(id) })),
  ]
  return (
    <nav className="breadcrumb" aria-label={t('store.breadcrumb')}>
      <ol>
        <li>
          <Link to={rootLink.to}>{rootLink.label}</Link>
        </li>
        {steps.map(({ name, path }) => (
          <li key={path}>
            <Link to={path}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{currentName}</li>
      </ol>
      <StructuredData
        of={
          import.meta.env.SSR
            ? toData(baseUrlOf(app), [{ name: rootLink.label, path: rootLink.to }, ...steps, { name: currentName }])
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
