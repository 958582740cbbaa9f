import { campaignParameter, campaignPathLength } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { decode, externalAddress, menuPath, withoutSlash } from '#contract/menu-links.ts'
import type { MenuItem } from '#contract/shell.ts'

export { externalAddress, menuPath, storePath } from '#contract/menu-links.ts'

export type Target =
  | { kind: 'internal'; to: string }
  | { kind: 'external'; href: string }
  | { kind: 'location'; locationId: string; to: string | null }
  | { kind: 'text' }

/**
 * The target of a menu entry (specification, section 2, Footer). An entry with an unsafe URL becomes plain text.
 */
export function targetOf({ link, linkActionType, navLink }: MenuItem): Target {
  if (linkActionType === 'SET_LOCATION') {
    if (!navLink?.storeLocationId) return { kind: 'text' }
    const to = navLink.targetLink ? menuPath(navLink.targetLink) : null
    return { kind: 'location', locationId: navLink.storeLocationId, to }
  }
  if (!link) return { kind: 'text' }
  if (linkActionType !== 'EXTERNAL_LINK') return { kind: 'internal', to: menuPath(link) }
  const href = externalAddress(link)
  return href ? { kind: 'external', href } : { kind: 'text' }
}

/** The path of a bottom tab. Null for a tab without a link (Support). `location` is the current page. */
export function tabPath(link: string | undefined, location: { pathname: string; search: string }): string | null {
  if (!link) return null
  return withoutSlash(link) === 'checkout/cart' ? cartPath(location) : menuPath(link)
}

/** The campaign id of a page, from its path or else from its query. Empty if there is none. */
export function campaignOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname.startsWith('/store/groupCampaign/')
    ? decode(pathname.slice(campaignPathLength))
    : (new URLSearchParams(search).get(campaignParameter) ?? '')
}

/**
 * The path of the cart that belongs to the current page: the campaign's cart on a campaign's pages, else the shop's
 * cart.
 */
export function cartPath(location: { pathname: string; search: string }): string {
  return checkoutPath('cart', campaignOf(location))
}

const checkoutPages = {
  cart: ['/checkout/cart', '/checkout/campaignCart'],
  details: ['/checkout/checkout', '/checkout/campaignCheckout'],
  payment: ['/checkout/payment', '/checkout/campaignPayment'],
} as const

/** The path of a checkout step: for the campaign's cart, or for the shop's own cart if `campaignId` is empty. */
export function checkoutPath(step: keyof typeof checkoutPages, campaignId: string): string {
  const [shopPath, campaignPath] = checkoutPages[step]
  return campaignId ? `${campaignPath}?${new URLSearchParams({ [campaignParameter]: campaignId })}` : shopPath
}

/**
 * Whether the path belongs to the details page, the payment page or a confirmation page. These pages have a short
 * header and a folded footer, so that shoppers are not distracted.
 */
export const isQuietPage = (pathname: string) =>
  /^\/+(checkout\/(checkout|payment|campaignCheckout|campaignPayment)\/?$|confirmation(\/|$))/i.test(pathname)

/**
 * Whether the path belongs to a group-buy: the list of campaigns, a campaign, one of its items, or its cart and
 * checkout. The header of these pages has no menu.
 */
export const isCampaignPage = (pathname: string) =>
  /^\/(store\/(groupCampaign|campaignItem)|checkout\/campaign)/.test(pathname)
/** Whether the path is that of the list of campaigns. The path of a single campaign is `/store/groupCampaign/<id>`. */
export const isCampaignList = (pathname: string) => /^\/store\/groupCampaigns\/?$/.test(pathname)

/**
 * Whether a link leads to the current page. The page's URL must have all parameters of the link, and may have others.
 */
export function isCurrentPage(to: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const [path, query] = to.split('?')
  if (path !== pathname) return false
  const current = new URLSearchParams(search)
  return [...new URLSearchParams(query)].every(([name, value]) => current.get(name) === value)
}

/** Whether a bottom tab is marked as the current one. */
export function isActiveTab(link: string | undefined, pathname: string): boolean {
  if (!link) return false
  const [bare = ''] = withoutSlash(link)
    .replace(/^page[/\\]+/, '')
    .split(/[?#]/)
  if (/account|user/.test(bare)) return /account|user/.test(pathname)
  if (/^product(list|s\/)/.test(bare)) {
    return pathname.startsWith('/store') && !/clearance|search|groupCampaigns/.test(pathname)
  }
  return pathname.includes(bare) || (bare === 'home' && pathname === '/')
}

export const isCartTab = (link: string | undefined) => /^\/*checkout(\/cart)?$/.test(link ?? '')

/** A menu entry's name in a language, else its default name. */
export const labelOf = ({ name, nameContent }: MenuItem, locale: Locale) => nameContent?.[locale] || name

/**
 * Cuts a label to `limit` code points, and appends an ellipsis if the label was longer. Cutting at code points does not
 * split emoji and rare Han characters.
 */
export function cutLabel(label: string, limit: number): string {
  const characters = [...label]
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : label
}

/**
 * A location's name. If it is longer than `whole` characters, it is cut to `cut` characters plus '..' (specification,
 * section 5).
 */
export function shortenLocationName(name: string, { whole, cut }: { whole: number; cut: number }): string {
  const characters = [...name]
  return characters.length > whole ? `${characters.slice(0, cut).join('')}..` : name
}

/** The URL of an uploaded picture. An https URL stays unchanged; a path is appended to `cdnpath`. */
export function assetUrl(imageURL: string, cdnpath: string): string {
  if (imageURL.startsWith('https')) return imageURL
  return `${cdnpath.replace(/\/$/, '')}/${withoutSlash(imageURL)}`
}
