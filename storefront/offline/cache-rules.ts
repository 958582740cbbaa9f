import { moreBase, specificationBase } from '#contract/constants.ts'
import type { Route } from '#contract/route.ts'
import { listRoutes } from '#contract/route.ts'
import { changingGets, shopRoutes, specificationRoutes } from '#contract/routes.ts'
import { isPrivatePage } from './private-pages.ts'

/** The service worker's handling of a request to this shop. */
export type CacheRule =
  /** A page that visitors can read offline after a visit. */
  | 'page'
  /** A personal page, or a step of a purchase: only from the network. */
  | 'private-page'
  /** An API response about the catalogue and the shop, the same for every visitor. */
  | 'call'
  /** A call that invalidates the cache: another person, language or store. */
  | 'forget'
  | 'picture'
  /** All other requests: the worker ignores them. */
  | 'nothing'

interface Asked {
  method: string
  mode: string
  url: URL
  origin: string
}

/** The rule for a request. The worker caches only what is listed here; everything else goes to the network. */
export function cacheRuleOf({ method, mode, url, origin }: Asked): CacheRule {
  if (url.origin !== origin) return 'nothing'
  if (mode === 'navigate') return method === 'GET' ? cacheRuleOfPage(url) : 'nothing'
  if (url.pathname.startsWith(specificationBase))
    return cacheRuleOfCall(rows, method, url.pathname.slice(specificationBase.length))
  if (url.pathname.startsWith(moreBase)) return cacheRuleOfCall(moreRows, method, url.pathname.slice(moreBase.length))
  return method === 'GET' && url.pathname.startsWith('/media/') ? 'picture' : 'nothing'
}

/** Whether a page may be cached at all. The response itself says whether it was rendered for every visitor. */
function cacheRuleOfPage({ pathname }: URL): CacheRule {
  return isPrivatePage(pathname) ? 'private-page' : 'page'
}

/** Whether the page belongs to a purchase: nothing updates or reloads by itself there. */
export const isCheckout = (pathname: string) => /^\/+(checkout|confirmation)(\/|$)/i.test(pathname)

/** Includes app info, but only for visitors who are not signed in. */
const keptCalls = new RegExp(
  `^(${[
    'catalogue\\.(?!inventory$)',
    'content\\.',
    'currency\\.',
    'locations\\.(countries|provinces|pickup)$',
    'campaigns\\.(list|items|item)$',
    'shell\\.appInfo$',
  ].join('|')})`,
)
const forgettingCalls = new Set([
  'account.signIn',
  'account.signInWithCode',
  'account.signInWithLink',
  'account.confirmRegistration',
  'account.signOut',
  'account.remove',
  'wechat.signIn',
  'wechat.signInMiniProgram',
  'alipay.signIn',
  'shell.changeLocale',
  'locations.select',
])

const toRow = ({ name, method, path }: Route) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
  keeping: forgettingCalls.has(name)
    ? ('forget' as const)
    : method === 'GET' && keptCalls.test(name) && !changingGets.has(name)
      ? ('call' as const)
      : ('nothing' as const),
})
const rows = listRoutes(specificationRoutes, specificationBase).map(toRow)
/** Their responses are never cached, but some of them sign in or out. */
const moreRows = listRoutes(shopRoutes, moreBase)
  .filter(({ name }) => forgettingCalls.has(name))
  .map(toRow)

/** If several rows match an address, the strictest rule applies. */
function cacheRuleOfCall(rows: ReturnType<typeof toRow>[], method: string, path: string): CacheRule {
  const found = rows.filter((row) => row.method === method && row.pattern.test(path)).map(({ keeping }) => keeping)
  if (found.includes('forget')) return 'forget'
  return found.length > 0 && found.every((keeping) => keeping === 'call') ? 'call' : 'nothing'
}

/** Whether a response of app info belongs to a visitor who is not signed in. */
export function isNobody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'userID' in body && body.userID === null
}
