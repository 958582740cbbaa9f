import { useEffect, useState } from 'react'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useCurrentInView } from './use-current-in-view.ts'

export const sectionId = (id: string) => `menu-${id}`

/** Tabs for the sections of a menu in a sticky row. The current tab follows the scroll position. */
export function MenuTabs({ sections }: { sections: { id: string; name: Text }[] }) {
  const { t, say, langOf } = useShop()
  const current = useSectionInView(sections.map(({ id }) => id))
  const strip = useCurrentInView(current)
  return (
    <nav className="chips" aria-label={t('store.categories')}>
      <ul ref={strip}>
        {sections.map(({ id, name }) => (
          <li key={id} lang={langOf(name)}>
            <a className="chip" href={`#${sectionId(id)}`} aria-current={id === current ? 'location' : undefined}>
              {say(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * The id of the last section that begins above the lower 65 % of the window. If there is none, the id of the first
 * section.
 */
function useSectionInView(ids: string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const ids = key.split(' ')
    const reached = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) reached[isIntersecting ? 'add' : 'delete'](target.id)
        setCurrent(ids.findLast((id) => reached.has(sectionId(id))))
      },
      // The top margin makes sections above the window count as in view. The bottom margin excludes the lower 65 % of
      // the window.
      { rootMargin: '1000000px 0px -65% 0px' },
    )
    for (const id of ids) {
      const section = document.getElementById(sectionId(id))
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [key])
  return current !== undefined && ids.includes(current) ? current : ids[0]
}
