import { languageParameter } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'

/**
 * A link to a page of the shop in the language of the email. The URL names the language, because the mail program may
 * open the link in a browser in which the recipient has not chosen it.
 */
export function localizedLink(link: string, locale: Locale): string {
  const url = new URL(link)
  url.searchParams.set(languageParameter, locale)
  return url.href
}
