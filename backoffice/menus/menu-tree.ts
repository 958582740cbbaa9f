import type { Text } from '#contract/languages.ts'
import { defaultLocale, noText, pick } from '#contract/languages.ts'
import type { MenuTarget } from '#contract/menu-links.ts'
import { namesOf, readTarget, writeTarget } from '#contract/menu-links.ts'
import type { MenuInput } from '#contract/office/shop.ts'
import type { MenuItem } from '#contract/shell.ts'

/** An entry of a menu that is being edited. */
export interface Entry {
  /** Identifies the entry while the menu is edited. The key is not stored. */
  key: string
  names: Text
  target: MenuTarget
  icon: string
  entries: Entry[]
}

/** A change to the menu's tree. */
export type MenuEdit =
  | { kind: 'add'; below: string | null; key: string }
  | { kind: 'write'; key: string; fields: Partial<Pick<Entry, 'names' | 'target' | 'icon'>> }
  | { kind: 'move'; key: string; by: 1 | -1 }
  | { kind: 'remove'; key: string }
  | { kind: 'stored'; entries: Entry[] }

/** Converts the stored menu to a tree with keys. */
export function toEntries(items: MenuItem[], path = ''): Entry[] {
  return items.map((item, index) => {
    const key = `${path}${index}`
    return {
      key,
      names: namesOf(item),
      target: readTarget(item),
      icon: item.icon ?? '',
      entries: toEntries(item.subMenu ?? [], `${key}.`),
    }
  })
}

/** Converts the tree to the format in which the shop stores menus. */
export function toItems(entries: Entry[]): NonNullable<MenuInput['sideMenu']> {
  return entries.map(({ entries: below, ...entry }) => ({
    ...toItem(entry),
    ...(below.length > 0 && { subMenu: below.map(toItem) }),
  }))
}

function toItem({ names, target, icon }: Omit<Entry, 'entries'>): NonNullable<MenuInput['footerTabs']>[number] {
  return { name: pick(names, defaultLocale), nameContent: names, ...writeTarget(target), ...(icon && { icon }) }
}

/** Returns the tree after a change. Does not change the given entries. */
export function applyEdit(entries: Entry[], edit: MenuEdit): Entry[] {
  if (edit.kind === 'stored') return withKeys(edit.entries, entries)
  if (edit.kind === 'add' && edit.below === null) return [...entries, emptyEntry(edit.key)]
  const targetKey = edit.kind === 'add' ? edit.below : edit.key
  const index = entries.findIndex(({ key }) => key === targetKey)
  const found = entries[index]
  if (!found) return entries.map((entry) => ({ ...entry, entries: applyEdit(entry.entries, edit) }))
  const replaceFound = (entry: Entry) => entries.with(index, entry)
  switch (edit.kind) {
    case 'add':
      return replaceFound({ ...found, entries: [...found.entries, emptyEntry(edit.key)] })
    case 'write':
      return replaceFound({ ...found, ...edit.fields })
    case 'remove':
      return entries.toSpliced(index, 1)
    case 'move': {
      const other = entries[index + edit.by]
      return other ? entries.with(index + edit.by, found).with(index, other) : entries
    }
  }
}

/**
 * Gives each stored entry the key of the shown entry at the same place, so that the page keeps its open entry and the
 * focus.
 */
function withKeys(stored: Entry[], shown: Entry[]): Entry[] {
  return stored.map((entry, index) => {
    const { key = entry.key, entries = [] } = shown[index] ?? {}
    return { ...entry, key, entries: withKeys(entry.entries, entries) }
  })
}

const emptyEntry = (key: string): Entry => ({
  key,
  names: noText,
  target: { kind: 'page', page: 'home' },
  icon: '',
  entries: [],
})

/** The list that contains the entry with this key. */
export function siblingsOf(entries: Entry[], key: string): Entry[] {
  if (entries.some((entry) => entry.key === key)) return entries
  return entries.map((entry) => siblingsOf(entry.entries, key)).find((list) => list.length > 0) ?? []
}

/** The ids of all products that entries link to. */
export function productsIn(items: MenuItem[]): string[] {
  return items.flatMap((item) => {
    const target = readTarget(item)
    return [...(target.kind === 'product' ? [target.id] : []), ...productsIn(item.subMenu ?? [])]
  })
}

/** The path of an entry in the input of `staff.writeShop`, such as `navigation.sideMenu.1.subMenu.0`. */
export function fieldOf(path: string, indexes: number[]): string {
  return path + indexes.map((index) => `.${index}`).join('.subMenu')
}
