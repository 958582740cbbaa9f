import type { LoaderFunctionArgs } from 'react-router'
import { data, useLoaderData } from 'react-router'
import type { MenuName } from '#contract/office/shop.ts'
import { api } from '../core/api.ts'
import { productsIn } from './menu-tree.ts'

export const menus: MenuName[] = ['headerMenu', 'sideMenu', 'footerMenu', 'footerTabs']
/** Products of links that are loaded by their ids, so that the page can name them. */
const mostNamed = 30

/** The menu that the address names. */
export const menuOf = ({ menu }: LoaderFunctionArgs['params']) => menus.find((name) => name === menu)

/** Loads a menu, and what its links can lead to. */
export async function loadMenu({ params }: LoaderFunctionArgs) {
  const menu = menuOf(params)
  if (!menu) throw data(null, { status: 404 })
  const { version, navigation } = await api.staff.shopSettings()
  const items = navigation[menu]
  const products = productsIn(items).slice(0, mostNamed).join(',')
  return { menu, version, items, targets: await api.staff.linkTargets(products ? { products } : {}) }
}

/** The loaded menu, in all parts of its page. */
export const useMenuData = () => useLoaderData<typeof loadMenu>()
