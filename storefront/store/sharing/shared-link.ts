import { addressParameters, languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import type { AppInfo } from '#contract/shell.ts'
import { readClientState } from '#storefront/core/client-state/client-state.ts'

/** The referral in a shared link: the referrer's own id, else the stored referral of `client-state.ts`. */
export interface SharedReferral {
  referId: string | null
  referGroup: string | null
}

/**
 * The referral for shared links. A member who joined a referral group recommends the shop. Other visitors pass on the
 * referral that brought them.
 */
export function sharedReferral({
  myID,
  referrerUserGroup,
}: Pick<AppInfo, 'myID' | 'referrerUserGroup'>): SharedReferral {
  return referrerUserGroup
    ? { referId: myID, referGroup: null }
    : { referId: readClientState('referId'), referGroup: readClientState('referGroup') }
}

/**
 * The URL of a page for sharing, with the given referral. Parameters about the visitor (open id, table, the token that
 * opens an order) are removed.
 */
export function sharedLink(href: string, { referId, referGroup }: SharedReferral): string {
  const url = new URL(href)
  url.hash = ''
  for (const name of [addressParameters.openId, addressParameters.tableNumber, 'token']) url.searchParams.delete(name)
  setOrDelete(url, addressParameters.referId, referId)
  setOrDelete(url, addressParameters.referGroup, referId && referGroup)
  return url.href
}

/** Adds a language to a link, so that the link opens the shop in that language. */
export function localizedLink(locale: Locale, link: string): string {
  const url = new URL(link)
  setOrDelete(url, languageParameter, locale)
  return url.href
}

function setOrDelete({ searchParams }: URL, name: string, value: string | null) {
  if (value) searchParams.set(name, value)
  else searchParams.delete(name)
}
