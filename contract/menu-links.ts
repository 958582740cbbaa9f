import type { Text } from './languages.ts'
import { perLocale } from './languages.ts'
import { keysOf } from './object-keys.ts'
import type { MenuItem } from './shell.ts'

/** The rules of links in menus (specification, section 2, Footer), for pages, back office and server. */

/** The shop's pages that staff can choose as the target of a menu entry, each with its link. */
export const shopPages = {
  home: 'home',
  store: 'store',
  all: 'productlist?cat=all',
  clearance: 'clearance',
  brands: 'brand',
  search: 'search',
  groupBuys: 'store/groupCampaigns',
  blog: 'blog',
  influencers: 'influencers',
  cart: 'checkout/cart',
  orders: 'user/orders',
  account: 'user/list',
  login: 'account/login',
} as const
export type ShopPage = keyof typeof shopPages
export const shopPageNames = keysOf(shopPages)

/** First path segments of the shop's own pages. Any other path with one segment is a content page. */
export const ownAddresses: ReadonlySet<string> = new Set([
  ...['home', 'store', 'checkout', 'confirmation', 'table', 'tables', 'blog', 'influencers', 'influencer', 'account'],
  ...['user', 'invite', 'privacy-choices', 'forms', 'preferences', 'main'],
])

/** The kinds of records that have a page of their own. */
export const recordKinds = ['category', 'product', 'content', 'tag', 'brand'] as const
export type LinkedRecordKind = (typeof recordKinds)[number]
export interface LinkedRecord {
  kind: LinkedRecordKind
  id: string
}

/** The target of a menu entry, as a staff member chooses it. `path` is any other URL of the shop. */
export type MenuTarget =
  | { kind: 'none' }
  | { kind: 'page'; page: ShopPage }
  | LinkedRecord
  | { kind: 'path'; link: string }
  | { kind: 'external'; link: string }
  /** Changes the store, then opens `link`, or stays on the current page if `link` is empty. */
  | { kind: 'store'; store: string; link: string }

/** The target of an entry. If the link fits no other kind, the target is a `path`. */
export function readTarget({ link = '', linkActionType, navLink }: MenuItem): MenuTarget {
  if (linkActionType === 'SET_LOCATION') {
    return { kind: 'store', store: navLink?.storeLocationId ?? '', link: navLink?.targetLink ?? '' }
  }
  if (!link) return { kind: 'none' }
  if (linkActionType === 'EXTERNAL_LINK') return { kind: 'external', link }
  const path = menuPath(link)
  const page = path === '/checkout' ? 'cart' : shopPageNames.find((name) => menuPath(shopPages[name]) === path)
  if (page) return { kind: 'page', page }
  const record = linkedRecordOf(link)
  return record && menuPath(linkOf(record)) === path ? record : { kind: 'path', link }
}

/** The reverse of `readTarget`: the fields that give a menu entry this target. */
export function writeTarget(target: MenuTarget): Pick<MenuItem, 'link' | 'linkActionType'> & {
  navLink?: { storeLocationId: string; targetLink?: string }
} {
  switch (target.kind) {
    case 'none':
      return {}
    case 'external':
      return { link: target.link, linkActionType: 'EXTERNAL_LINK' }
    case 'store': {
      const { store: storeLocationId, link: targetLink } = target
      return { linkActionType: 'SET_LOCATION', navLink: { storeLocationId, ...(targetLink && { targetLink }) } }
    }
    case 'page':
      return { link: shopPages[target.page], linkActionType: 'INTERNAL_LINK' }
    case 'path':
      return { link: target.link, linkActionType: 'INTERNAL_LINK' }
    default:
      // If the staff member has chosen a kind but no record yet, the entry has no link, and the server refuses it.
      return { ...(target.id && { link: linkOf(target) }), linkActionType: 'INTERNAL_LINK' }
  }
}

const linkStarts: Record<LinkedRecordKind, string> = {
  category: 'products/',
  product: 'product/',
  content: 'page/',
  tag: 'tag/',
  brand: 'brand/',
}

/** The link to the page of a record, as menus write it. */
export const linkOf = ({ kind, id }: LinkedRecord): string => linkStarts[kind] + id

/** The record whose page an internal link opens; null if the link opens a page that belongs to no record. */
export function linkedRecordOf(link: string): LinkedRecord | null {
  const { pathname, searchParams } = new URL(menuPath(link), 'https://shop.invalid')
  const [head = '', kind = '', id = '', ...more] = pathname.split('/').slice(1).map(decode)
  if (head === 'store' && kind === 'productlist') {
    const category = searchParams.get('cat') ?? 'all'
    return category === 'all' ? null : { kind: 'category', id: category }
  }
  if (head === 'store' && (kind === 'product' || kind === 'tag' || kind === 'brand')) {
    return id && more.length === 0 ? { kind, id } : null
  }
  return head && !kind && !ownAddresses.has(head) ? { kind: 'content', id: head } : null
}

/** An entry's name in each language. */
export const namesOf = ({ name, nameContent }: MenuItem): Text => perLocale((locale) => nameContent?.[locale] ?? name)

/**
 * The path of an internal link. Rewrites `products/{cat}`, `page/{name}` and `productlist?…`; `storePath` handles the
 * rest.
 */
export function menuPath(link: string): string {
  const trimmedLink = withoutSlash(link)
  if (trimmedLink.startsWith('products/')) return productList(`cat=${trimmedLink.slice('products/'.length)}`)
  if (trimmedLink.startsWith('productlist?')) return productList(trimmedLink.slice('productlist?'.length))
  if (trimmedLink.startsWith('page/'))
    return `/${withoutSlash(trimmedLink.slice('page/'.length)).replaceAll('%26', '&')}`
  return storePath(link)
}

const storeLinks = ['search', 'tag', 'brand', 'product/', 'clearance']

/**
 * Puts `/store/` before a link to a page of the store, such as `search`, and a slash before any other link. Replaces
 * `%26` with `&`. The result never leads to another site.
 */
export function storePath(link: string): string {
  const trimmedLink = withoutSlash(link).replaceAll('%26', '&')
  return storeLinks.some((start) => trimmedLink.startsWith(start)) ? `/store/${trimmedLink}` : `/${trimmedLink}`
}

/**
 * An external URL, with `https` by default. Null for an invalid URL, and for any scheme other than `http`, `https`,
 * `mailto` and `tel`, because other schemes could execute code or reveal data.
 */
export function externalAddress(link: string): string | null {
  const trimmed = link.trim()
  if (/^(https?:\/\/|mailto:|tel:)/i.test(trimmed)) return URL.canParse(trimmed) ? trimmed : null
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed)) return null
  const fullUrl = `https://${trimmed.replace(/^[/\\]+/, '')}`
  return URL.canParse(fullUrl) ? fullUrl : null
}

/**
 * The path of the product list with the `cat` and `sort` of a link's query. `%26` before one of these keys is a
 * separator; otherwise it belongs to the category's name.
 */
function productList(query: string): string {
  const parts = query.split(/&|%26(?=(?:cat|sort)=)/).map((part) => part.split(/=(.*)/s))
  const read = (name: string) => decode(parts.find(([key]) => key === name)?.[1] ?? '')
  const listParameters = ['cat', 'sort'].flatMap((name) => (read(name) ? [[name, read(name)]] : []))
  return listParameters.length > 0 ? `/store/productlist?${new URLSearchParams(listParameters)}` : '/store/productlist'
}

/** Removes slashes of both kinds: `//host` and `/\host` would lead to another site. */
export const withoutSlash = (link: string) => link.trim().replace(/^[/\\]+/, '')

export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll('%26', '&')
  }
}
