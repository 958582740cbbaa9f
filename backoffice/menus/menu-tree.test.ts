import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#contract/shell.ts'
import { applyEdit, fieldOf, productsIn, siblingsOf, toEntries, toItems } from './menu-tree.ts'

const internal = (name: string, zh: string, link: string): MenuItem => ({
  name,
  nameContent: { en: name, zh },
  link,
  linkActionType: 'INTERNAL_LINK',
})
const menu: MenuItem[] = [
  internal('Home', '首页', 'home'),
  { ...internal('Tea', '茶', 'products/tea'), subMenu: [internal('Green tea', '绿茶', 'product/green-tea')] },
  { name: 'Stores', nameContent: { en: 'Stores', zh: '门店' } },
]
const namesIn = (entries: { names: { en: string } }[]) => entries.map(({ names }) => names.en)

describe('a menu', () => {
  it('is the same after reading and writing', () => {
    expect(toItems(toEntries(menu))).toEqual(menu)
  })

  it('changes entries of both levels', () => {
    const entries = toEntries(menu)
    const green = entries[1]?.entries[0]?.key ?? ''
    expect(namesIn(applyEdit(entries, { kind: 'move', key: '0', by: 1 }))).toEqual(['Tea', 'Home', 'Stores'])
    expect(applyEdit(entries, { kind: 'move', key: '0', by: -1 })).toEqual(entries)
    expect(namesIn(applyEdit(entries, { kind: 'remove', key: '1' }))).toEqual(['Home', 'Stores'])
    expect(applyEdit(entries, { kind: 'remove', key: green })[1]?.entries).toEqual([])
    const names = { en: 'Matcha', zh: '抹茶' }
    expect(namesIn(applyEdit(entries, { kind: 'write', key: green, fields: { names } })[1]?.entries ?? [])).toEqual([
      'Matcha',
    ])
    const added = applyEdit(applyEdit(entries, { kind: 'add', below: '0', key: 'a' }), {
      kind: 'add',
      below: null,
      key: 'b',
    })
    expect([added.length, added[0]?.entries.length, added[3]?.key]).toEqual([4, 1, 'b'])
    expect(siblingsOf(added, 'a')).toEqual(added[0]?.entries)
  })

  it('names the products that it needs, and the field of an entry', () => {
    expect(productsIn(menu)).toEqual(['green-tea'])
    expect(fieldOf('navigation.sideMenu', [1])).toBe('navigation.sideMenu.1')
    expect(fieldOf('navigation.sideMenu', [1, 0])).toBe('navigation.sideMenu.1.subMenu.0')
  })
})
