import { moreBase, specificationBase } from '#contract/constants.ts'
import type { Route } from '#contract/route.ts'
import { listRoutes } from '#contract/route.ts'
import { changingGets, shopRoutes, specificationRoutes } from '#contract/routes.ts'
import { isPrivatePage } from './private-pages.ts'

/** What the service worker does with a request of this shop. */
export type CacheRule =
  /** A page that may be read without a network once it was visited. */
  | 'page'
  /** A page that is somebody's own, or stands in a purchase: only from the network. */
  | 'private-page'
  /** An answer about the catalogue and the shop, the same for everybody. */
  | 'call'
  /** A call after which what was kept is not the visitor's any more: another person, language or store. */
  | 'forget'
  | 'picture'
  /** Whatever else: the worker keeps out of it. */
  | 'nothing'

interface Asked {
  method: string
  mode: string
  url: URL
  origin: string
}

/** What is to be done with a request. Only what is listed here is ever kept: everything new is left to the network. */
export function cacheRuleOf({ method, mode, url, origin }: Asked): CacheRule {
  if (url.origin !== origin) return 'nothing'
  if (mode === 'navigate') return method === 'GET' ? cacheRuleOfPage(url) : 'nothing'
  if (url.pathname.startsWith(specificationBase))
    return cacheRuleOfCall(rows, method, url.pathname.slice(specificationBase.length))
  if (url.pathname.startsWith(moreBase)) return cacheRuleOfCall(moreRows, method, url.pathname.slice(moreBase.length))
  return method === 'GET' && url.pathname.startsWith('/media/') ? 'picture' : 'nothing'
}

/** Whether a page may be kept at all; that it was rendered for everybody is for its answer to say. */
function cacheRuleOfPage({ pathname }: URL): CacheRule {
  return isPrivatePage(pathname) ? 'private-page' : 'page'
}

/** Whether somebody is in the middle of buying: nothing is renewed there, and nothing loads anew by itself. */
export const isCheckout = (pathname: string) => /^\/+(checkout|confirmation)(\/|$)/i.test(pathname)

/** App info is among them for visitors who are nobody in particular. */
const keptCalls =
  /^(catalogue\.(?!inventory$)|content\.|currency\.|locations\.(countries|provinces|pickup)$|campaigns\.(list|items|item)$|shell\.appInfo$)/
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
/** Their answers are never kept, but some sign in or out. */
const moreRows = listRoutes(shopRoutes, moreBase)
  .filter(({ name }) => forgettingCalls.has(name))
  .map(toRow)

/** Where several rows fit an address, the most careful counts. */
function cacheRuleOfCall(rows: ReturnType<typeof toRow>[], method: string, path: string): CacheRule {
  const found = rows.filter((row) => row.method === method && row.pattern.test(path)).map(({ keeping }) => keeping)
  if (found.includes('forget')) return 'forget'
  return found.length > 0 && found.every((keeping) => keeping === 'call') ? 'call' : 'nothing'
}

/** Whether an answer of app info is that of a visitor who is not signed in. */
export function isNobody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'userID' in body && body.userID === null
}
