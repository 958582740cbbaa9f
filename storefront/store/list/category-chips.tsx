import { Link } from 'react-router'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { categoryPath } from '#storefront/parts/breadcrumb.tsx'
import { useCurrentInView } from '#storefront/store/menu/use-current-in-view.ts'

interface CategoryChipsProps {
  categories: { id: string; name: Text }[]
  /** The id of the current category. */
  current?: string
  /** The parent of `categories`. Its chip comes first and leads to all products of the parent. */
  all?: { id: string }
}

/** Links to `categories` and to their parent (`all`) in a sticky row. Marks the link of the current category. */
export function CategoryChips({ categories, current, all }: CategoryChipsProps) {
  const { t, say, langOf } = useShop()
  const row = useCurrentInView(current)
  if (categories.length === 0) return null
  return (
    <nav className="chips" aria-label={t('store.categories')}>
      <ul ref={row}>
        {all && (
          <li>
            <Chip id={all.id} isCurrent={all.id === current} label={t('store.all')} />
          </li>
        )}
        {categories.map(({ id, name }) => (
          <li key={id} lang={langOf(name)}>
            <Chip id={id} isCurrent={id === current} label={say(name)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Chip({ id, isCurrent, label }: { id: string; isCurrent: boolean; label: string }) {
  return (
    <Link className="chip" to={categoryPath(id)} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </Link>
  )
}
