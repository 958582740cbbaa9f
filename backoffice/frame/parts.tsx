import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useTexts } from '../core/texts.tsx'
import type { productPartsAt } from './pages.ts'
import { isWithinPath } from './pages.ts'

interface PartsProps {
  parts: ReturnType<typeof productPartsAt>
  className: string
}

/** Links to the pages that belong to an entry of the main menu. */
export function Parts({ parts, className }: PartsProps) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen, the list scrolls sideways. Scrolls it so that the link of the current page is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => {
    const currentLink = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (currentLink && list.current) list.current.scrollLeft = currentLink.offsetLeft - list.current.offsetLeft - 48
  }, [pathname])
  return (
    <ul className={className} ref={list}>
      {parts.map(({ path, title }) => (
        <li key={path}>
          <Link to={path} aria-current={isWithinPath(pathname, path) ? 'page' : undefined}>
            {t(title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
