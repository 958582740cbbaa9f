import { moreBase, specificationBase } from '#contract/constants.ts'
import type { Route } from '#contract/route.ts'
import { listRoutes } from '#contract/route.ts'
import { changingGets, shopRoutes, specificationRoutes } from '#contract/routes.ts'
import { isPrivatePage } from './private-pages.ts'

/** How the service worker handles a request to this shop. */
export type CacheRule =
  /** A page that visitors can read offline once they have visited it. */
  | 'page'
  /** A personal page, or a step of a purchase. Never cached. */
  | 'private-page'
  /** An API response about the catalogue or the shop that is the same for every visitor. */
  | 'call'
  /** A call that empties the cache, because it changes the visitor, the language or the store. */
  | 'forget'
  | 'picture'
  /** Any other request, which the worker ignores. */
  | 'nothing'

interface RuleInput {
  method: string
  mode: string
  url: URL
  origin: string
}

/**
 * The rule for a request. The service worker caches only what this function allows, and ignores requests with the rule
 * `nothing`.
 */
export function cacheRuleOf({ method, mode, url, origin }: RuleInput): CacheRule {
  if (url.origin !== origin) return 'nothing'
  if (mode === 'navigate') return method === 'GET' ? cacheRuleOfPage(url) : 'nothing'
  if (url.pathname.startsWith(specificationBase))
    return cacheRuleOfCall(rows, method, url.pathname.slice(specificationBase.length))
  if (url.pathname.startsWith(moreBase)) return cacheRuleOfCall(moreRows, method, url.pathname.slice(moreBase.length))
  return method === 'GET' && url.pathname.startsWith('/media/') ? 'picture' : 'nothing'
}

/**
 * The rule for a page. The service worker caches a page only if the response's header also says that the page is the
 * same for every visitor.
 */
function cacheRuleOfPage({ pathname }: URL): CacheRule {
  return isPrivatePage(pathname) ? 'private-page' : 'page'
}

/** Whether the page is part of a purchase. Such pages must not be updated or reloaded automatically. */
export const isCheckout = (pathname: string) => /^\/+(checkout|confirmation)(\/|$)/i.test(pathname)

/** The calls whose responses are cached. The worker caches app info only for visitors who are not signed in. */
const cachedCalls = new RegExp(
  `^(${[
    'catalogue\\.(?!inventory$)',
    'content\\.',
    'currency\\.',
    'locations\\.(countries|provinces|pickup)$',
    'campaigns\\.(list|items|item)$',
    'shell\\.appInfo$',
  ].join('|')})`,
)
const cacheClearingCalls = new Set([
  'account.signIn',
  'account.signInWithCode',
  'account.signInWithLink',
  'account.confirmRegistration',
  'account.signOut',
  'account.remove',
  'account.update',
  'wechat.signIn',
  'wechat.signInMiniProgram',
  'alipay.signIn',
  'shell.changeLocale',
  'locations.select',
])

const toRow = (route: Route) => ({
  method: route.method,
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
  rule: ruleOfCall(route),
})
function ruleOfCall({ name, method }: Route): 'forget' | 'call' | 'nothing' {
  if (cacheClearingCalls.has(name)) return 'forget'
  const isCached = method === 'GET' && cachedCalls.test(name) && !changingGets.has(name)
  return isCached ? 'call' : 'nothing'
}
const rows = listRoutes(specificationRoutes, specificationBase).map(toRow)
/**
 * The calls outside the specification that empty the cache. All other calls outside the specification are ignored, so
 * their responses are never cached.
 */
const moreRows = listRoutes(shopRoutes, moreBase)
  .filter(({ name }) => cacheClearingCalls.has(name))
  .map(toRow)

/** The rule for an API call. If several calls match a URL, the strictest rule applies. */
function cacheRuleOfCall(rows: ReturnType<typeof toRow>[], method: string, path: string): CacheRule {
  const rules = rows.filter((row) => row.method === method && row.pattern.test(path)).map(({ rule }) => rule)
  if (rules.includes('forget')) return 'forget'
  return rules.length > 0 && rules.every((rule) => rule === 'call') ? 'call' : 'nothing'
}

/** Whether an app info response belongs to a visitor who is not signed in. */
export function isGuestAppInfo(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'userID' in body && body.userID === null
}
