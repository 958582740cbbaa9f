import { Link } from 'react-router'
import type { Text } from '#contract/shapes.ts'
import { menuPath } from '#storefront/core/links.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'

interface BlockLinkProps {
  block: { link: string | null; linkText: Text }
  className: string
  /** The label used if the owner wrote none. */
  fallback: string
}

/** The link of a content block. */
export function BlockLink({ block, className, fallback }: BlockLinkProps) {
  const { say, langOf } = useShop()
  if (!block.link) return null
  const linkText = say(block.linkText)
  return (
    <Link
      to={menuPath(block.link)}
      className={className}
      prefetch={prefetch()}
      lang={linkText ? langOf(block.linkText) : undefined}
    >
      {linkText || fallback}
      <Icon name="arrow-right" className="icon-small" />
    </Link>
  )
}
