import { addressParameters, languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'

/** Who recommends the shop, as `held.ts` holds it or as the member's own id. */
export interface Recommendation {
  referId: string | null
  referGroup: string | null
}

/**
 * The address of a page as it is passed on: with who recommends it, a member themselves, else whoever recommended the
 * shop to this visitor. What the address says of the visitor (open id, table) stays behind.
 */
export function sharedLink(href: string, { referId, referGroup }: Recommendation): string {
  const url = new URL(href)
  url.hash = ''
  for (const name of [addressParameters.openId, addressParameters.tableNumber]) url.searchParams.delete(name)
  put(url, addressParameters.referId, referId)
  put(url, addressParameters.referGroup, referId && referGroup)
  return url.href
}

/** The same link for readers of one language: the shop opens in it, whatever language this page has. */
export function linkIn(locale: Locale, link: string): string {
  const url = new URL(link)
  put(url, languageParameter, locale)
  return url.href
}

function put({ searchParams }: URL, name: string, value: string | null) {
  if (value) searchParams.set(name, value)
  else searchParams.delete(name)
}
