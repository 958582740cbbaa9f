import type { LoaderFunctionArgs } from 'react-router'
import { data, useLoaderData } from 'react-router'
import type { MenuName } from '#contract/office/shop.ts'
import { api } from '../core/api.ts'
import { productsIn } from './menu-tree.ts'

export const menus: MenuName[] = ['headerMenu', 'sideMenu', 'footerMenu', 'footerTabs']
/** The maximum number of linked products whose names are loaded. */
const maxNamedProducts = 30

/** The menu named in the URL. */
export const menuOf = ({ menu }: LoaderFunctionArgs['params']) => menus.find((name) => name === menu)

/** Loads a menu and the possible targets of its links. */
export async function loadMenu({ params }: LoaderFunctionArgs) {
  const menu = menuOf(params)
  if (!menu) throw data(null, { status: 404 })
  const { version, navigation } = await api.staff.shopSettings()
  const items = navigation[menu]
  const products = productsIn(items).slice(0, maxNamedProducts).join(',')
  return { menu, version, items, targets: await api.staff.linkTargets(products ? { products } : {}) }
}

/** The loaded menu, for all components of its page. */
export const useMenuData = () => useLoaderData<typeof loadMenu>()
