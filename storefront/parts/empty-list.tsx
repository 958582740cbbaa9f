import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'

interface EmptyListProps {
  text: string
  /** The path of the link below the text. Without it, there is no link. */
  to?: string | undefined
  children?: ReactNode
}

/** A friendly message for an empty list, with a link to continue. */
export function EmptyList({ text, to, children }: EmptyListProps) {
  const { t } = useShop()
  return (
    <div className="empty-list">
      <EmptyBowl />
      <p>{text}</p>
      {children}
      {to && (
        <Link className="button" to={to}>
          {t('store.see_everything')}
        </Link>
      )}
    </div>
  )
}

/** A drawing of an empty bowl with chopsticks across it. */
export function EmptyBowl() {
  return (
    <svg className="empty-bowl" viewBox="0 0 120 90" width="120" height="90" aria-hidden="true" fill="none">
      <path className="bowl" d="M12 38h96c0 26-18 42-36 44H48C30 80 12 64 12 38Z" />
      <path
        className="bowl-line"
        d="M12 38h96c0 26-18 42-36 44H48C30 80 12 64 12 38ZM42 88h36M18 30 98 8M24 34l84-14"
      />
    </svg>
  )
}
