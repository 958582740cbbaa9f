import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { MenuItem } from '#contract/shell.ts'
import { isCurrentPage, labelOf, targetOf } from '#storefront/core/links.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { PreferenceForm } from '#storefront/shell/dialogs/preference-form.tsx'

interface MenuLinkProps {
  item: MenuItem
  className?: string
  /** Replaces the entry's name. */
  children?: ReactNode
}

/** A menu entry: an internal or external link, a button that changes the store, or plain text if it has no target. */
export function MenuLink({ item, className = '', children }: MenuLinkProps) {
  const { locale, t } = useShop()
  const location = useLocation()
  const target = targetOf(item)
  const label = children ?? labelOf(item, locale)
  switch (target.kind) {
    case 'internal':
      return (
        <Link
          to={target.to}
          className={className}
          aria-current={isCurrentPage(target.to, location) ? 'page' : undefined}
          prefetch={prefetch()}
        >
          {label}
        </Link>
      )
    case 'external':
      return (
        <a href={target.href} className={className} target="_blank" rel="noopener">
          {label}
          <span className="visually-hidden"> ({t('shell.new_tab')})</span>
        </a>
      )
    case 'location':
      return (
        <LocationLink locationId={target.locationId} to={target.to} className={className}>
          {label}
        </LocationLink>
      )
    default:
      return <span className={className}>{label}</span>
  }
}

interface LocationLinkProps {
  locationId: string
  to: string | null
  className: string
  children: ReactNode
}

/**
 * A menu entry that changes the store, then opens `to`. If the store is already the current one, the entry is a plain
 * link to `to`, or plain text without `to`.
 */
function LocationLink({ locationId, to, className, children }: LocationLinkProps) {
  const { app } = useShop()
  const isCurrent = app.appDetail.locid === locationId
  if (isCurrent && to) {
    return (
      <Link to={to} className={className} aria-current="true">
        {children}
      </Link>
    )
  }
  if (isCurrent) {
    return (
      <span className={className} aria-current="true">
        {children}
      </span>
    )
  }
  return (
    <PreferenceForm target={to} className="inline-form">
      <button type="submit" name="locationId" value={locationId} className={className}>
        {children}
      </button>
    </PreferenceForm>
  )
}
