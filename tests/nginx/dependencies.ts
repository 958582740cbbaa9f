import { currencyCookie, environmentCookie, localeCookie, locationCookie } from '#contract/constants.ts'
import { readEnvironment } from '#contract/environment.ts'
import { readCookies, readLocale } from '#server/platform/http/visits.ts'

interface Headers {
  cookie?: string | undefined
  'accept-language'?: string | undefined
  'user-agent'?: string | undefined
}

/** What a page depends on, read from a request's headers with the shop's own functions. */
export function dependencies(headers: Headers) {
  const cookies = readCookies(headers.cookie ?? null)
  const found = cookies[environmentCookie]
  const currency = cookies[currencyCookie] ?? ''
  return {
    locale: readLocale(cookies[localeCookie], headers['accept-language'] ?? null),
    store: cookies[locationCookie] ?? '',
    currency: /^[A-Z]{3}$/.test(currency) ? currency : '',
    environment: readEnvironment(headers['user-agent'] ?? '', { found }),
  }
}
