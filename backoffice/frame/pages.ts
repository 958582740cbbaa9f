import type { OfficeText } from '#contract/messages/office.ts'
import type { Me } from '#contract/office/people.ts'
import type { Right } from '#contract/rights.ts'
import type { IconName } from '#ui/icon.tsx'
import { hasRight, hasRightAt } from '../core/me.ts'

interface PageEntry {
  path: string
  title: OfficeText
  icon: IconName
  /** The letter that opens the page when typed after `g`. */
  key: string
  /** The right that a staff member needs to see the page. Missing if all staff members may see it. */
  right?: Right
  /** The menu omits the page for staff members with this right, because they reach it through another page. */
  unless?: Right
  /** Whether the staff member needs the right in all stores, because the page is about the whole shop. */
  isWholeShop?: true
}

/** A page that belongs to an entry of the main menu. For example, the stock page belongs to the entry "Products". */
interface PartEntry {
  path: string
  title: OfficeText
  right: Right
  /** Whether the staff member needs the right in all stores, because the page is about the whole shop. */
  isWholeShop?: true
}

/** The pages about products. The main menu lists them below its entry "Products". */
const productParts: PartEntry[] = [
  { path: '/products', title: 'office.product_list', right: 'catalogue.see' },
  { path: '/categories', title: 'office.categories', right: 'catalogue.write', isWholeShop: true },
  { path: '/brands', title: 'office.brands', right: 'catalogue.write', isWholeShop: true },
  { path: '/tags', title: 'office.tags', right: 'catalogue.write', isWholeShop: true },
  { path: '/modifiers', title: 'office.modifiers', right: 'catalogue.write', isWholeShop: true },
  { path: '/stock', title: 'office.stock', right: 'stock.work' },
  { path: '/sold-out', title: 'office.sold_out', right: 'catalogue.soldout' },
  { path: '/media', title: 'office.pictures', right: 'catalogue.see', isWholeShop: true },
  { path: '/import', title: 'office.import', right: 'catalogue.import', isWholeShop: true },
]

/** The pages in the main menu. */
export const pages: PageEntry[] = [
  { path: '/', title: 'office.today', icon: 'home', key: 't' },
  { path: '/products', title: 'office.products', icon: 'gift', key: 'p', right: 'catalogue.see' },
  {
    path: '/sold-out',
    title: 'office.sold_out',
    icon: 'close',
    key: 'o',
    right: 'catalogue.soldout',
    unless: 'catalogue.write',
  },
  { path: '/stock', title: 'office.stock', icon: 'box', key: 'k', right: 'stock.work', unless: 'catalogue.write' },
  { path: '/tables', title: 'office.tables', icon: 'pin', key: 'b', right: 'tables.work', unless: 'store.pause' },
  { path: '/shop', title: 'office.shop', icon: 'shop', key: 's', right: 'store.write' },
  {
    path: '/texts',
    title: 'office.texts',
    icon: 'copy',
    key: 'w',
    right: 'content.write',
    unless: 'store.write',
    isWholeShop: true,
  },
  { path: '/books', title: 'office.books', icon: 'receipt', key: 'r', right: 'money.see', unless: 'store.write' },
  { path: '/staff', title: 'office.staff', icon: 'user', key: 'f', right: 'staff.see' },
  { path: '/log', title: 'office.log', icon: 'clock', key: 'a', right: 'log.see' },
  { path: '/me', title: 'office.me', icon: 'lock', key: 'm' },
]

const mayOpen = (me: Me, { right, isWholeShop }: { right: Right; isWholeShop?: boolean | undefined }) =>
  isWholeShop ? hasRightAt(me, right, null) : hasRight(me, right)

/** The pages of the main menu that the staff member may open. A counter device has no account page. */
export const pagesFor = (me: Me): PageEntry[] =>
  pages
    .filter(({ right, path, isWholeShop }) =>
      right ? mayOpen(me, { right, isWholeShop }) : path === '/' || !me.isOnDevice,
    )
    .filter(({ unless }) => !unless || !hasRight(me, unless))

/** Whether `pathname` is `path` or the path of a page below it. */
export const isWithinPath = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

/**
 * Returns the pages about products that the staff member may open. Leaves out pages that have their own entry in the
 * main menu, except the list of products. Returns an empty list if the menu does not contain the list of products, or
 * if the URL belongs to none of these pages.
 */
export function productPartsAt(me: Me, pathname: string): PartEntry[] {
  const menuPaths = pagesFor(me).map(({ path }) => path)
  if (!menuPaths.includes('/products')) return []
  const parts = productParts
    .filter(({ path }) => path === '/products' || !menuPaths.includes(path))
    .filter(({ right, isWholeShop }) => mayOpen(me, { right, isWholeShop }))
  return parts.some(({ path }) => isWithinPath(pathname, path)) ? parts : []
}
