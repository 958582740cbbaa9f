import { addressParameters, languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'

/** The referral in a shared link: the member's own id, else the stored referral of `client-state.ts`. */
export interface Recommendation {
  referId: string | null
  referGroup: string | null
}

/**
 * The URL of a page for sharing, with the given referral. Parameters about the visitor (open id, table) are
 * removed.
 */
export function sharedLink(href: string, { referId, referGroup }: Recommendation): string {
  const url = new URL(href)
  url.hash = ''
  for (const name of [addressParameters.openId, addressParameters.tableNumber]) url.searchParams.delete(name)
  put(url, addressParameters.referId, referId)
  put(url, addressParameters.referGroup, referId && referGroup)
  return url.href
}

/** Adds a language to a link, so that the link opens the shop in that language. */
export function linkIn(locale: Locale, link: string): string {
  const url = new URL(link)
  put(url, languageParameter, locale)
  return url.href
}

function put({ searchParams }: URL, name: string, value: string | null) {
  if (value) searchParams.set(name, value)
  else searchParams.delete(name)
}
