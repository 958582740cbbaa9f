import type { MenuTarget } from '#contract/menu-links.ts'
import type { MenuName } from '#contract/office/shop.ts'
import { useMenuData } from './menu-data.ts'
import { useMenuTexts } from './texts.ts'

/** Returns a function that describes an entry's target: "A category: Tea". */
export function useTargetDescription() {
  const { t, say } = useMenuTexts()
  const { targets } = useMenuData()
  return (target: MenuTarget, menu: MenuName): string => {
    const describe = (kind: keyof typeof targets, id: string) => {
      const name = say(targets[kind].find((other) => other.id === id)?.name) || id
      return name ? t('menu.target', { kind: t(`kind.${kind}`), name }) : t(`kind.${kind}`)
    }
    switch (target.kind) {
      case 'none':
        return t(menu === 'footerTabs' ? 'kind.support' : 'kind.none')
      case 'page':
        return t(`page.${target.page}`)
      case 'path':
      case 'external':
        return target.link
      case 'store':
        return describe('store', target.store)
      default:
        return describe(target.kind, target.id)
    }
  }
}
