import { addressParameters, languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import type { AppInfo } from '#contract/shell.ts'
import { readClientState } from '#storefront/core/client-state/client-state.ts'

/** The referral in a shared link. If `referId` is null, the link names no referrer. */
export interface SharedReferral {
  referId: string | null
  referGroup: string | null
}

/**
 * The referral for shared links. If a member has joined a referral group, this member is the referrer. All other
 * visitors pass on the referral that brought them, which `client-state.ts` stores.
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
 * Converts the URL of a page to a link for sharing. Replaces the referral in the URL with the given referral. Removes
 * the fragment and the parameters about the visitor: the open id, the table, and the token that opens an order.
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
