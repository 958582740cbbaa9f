import {
  addressParameters,
  currencyCookie,
  environmentCookie,
  localeCookie,
  locationCookie,
  utcOffsetCookie,
} from '#contract/constants.ts'
import { locales } from '#contract/languages.ts'

const hour = 3600
const day = 24 * hour
const year = 365 * day

const code = /^[A-Z]{3}$/
const id = /^[\p{L}\p{N}._~-]{1,200}$/u
const token = /^[\w.~-]{1,100}$/

/**
 * The values that the browser stores for several parts of the shop, in a cookie if the server needs the value to render
 * the first page, else in local storage. `seconds` is the lifetime, and null means until the browser closes. `accepts`
 * matches well-formed values. A visitor can change any value, so the server validates the store and the currency, and
 * never trusts the open id or the table.
 */
const storageItems = {
  /** The member who recommended the shop. A newer link replaces an older one. */
  referId: { where: 'local', name: 'referId', seconds: 30 * day, accepts: token },
  /** The referral group in the member's link that set `referId`. */
  referGroup: { where: 'local', name: 'referGroup', seconds: 30 * day, accepts: token },
  /**
   * The day of the last reported visit, and the members whose links the visitor followed on that day. With this list,
   * the browser reports at most one visit per member and day.
   */
  followed: { where: 'local', name: 'followed', seconds: day, accepts: /^[\d-]{10}( [\w.~-]{1,100}){1,50}$/ },
  /** The currency that the shop shows beside its own. */
  currentCurrency: { where: 'cookie', name: currencyCookie, seconds: year, accepts: code },
  /** The last known rate with its time, used if the rate request fails: `USD 0.7312 2026-11-20T15:00:00.000Z`. */
  currency: { where: 'local', name: 'currency', seconds: 7 * day, accepts: /^[A-Z]{3} [\d.e-]+ \S+$/ },
  /** The base currency of the last known rate. */
  baseCurrency: { where: 'local', name: 'baseCurrency', seconds: 7 * day, accepts: code },
  /** The visitor's id in the mini-program, as passed by the mini-program. The server does not trust it. */
  openId: { where: 'local', name: 'openId', seconds: 30 * day, accepts: token },
  /** The visitor's table, as in its QR code, stored for the length of a meal. The server does not trust it. */
  tableNumber: { where: 'local', name: 'tableNumber', seconds: 3 * hour, accepts: /^[\p{L}\p{N} _-]{1,20}$/u },
  /** The id of the chosen store. */
  location: { where: 'cookie', name: locationCookie, seconds: year, accepts: id },
  /** The store that a page's URL last named. Returning to that page does not choose the store again. */
  paramLocationId: { where: 'local', name: 'paramLocationId', seconds: day, accepts: id },
  /** The last cart version that this browser received. Other windows listen for changes of this value. */
  cartUpdated: { where: 'local', name: 'cartUpdated', seconds: 30 * day, accepts: /^\S{1,80}$/ },
  /** Ids of the notices that the visitor dismissed. */
  notices: { where: 'local', name: 'notices', seconds: 90 * day, accepts: /^[\w.~-]+( [\w.~-]+)*$/ },
  /**
   * Set once the visitor has accepted or declined to install the shop. The shop then makes no new offer for 90 days.
   */
  installAnswered: { where: 'local', name: 'installAnswered', seconds: 90 * day, accepts: /^yes$/ },
  /** The language, written by the server. */
  language: { where: 'cookie', name: localeCookie, seconds: year, accepts: new RegExp(`^(${locales.join('|')})$`) },
  /** The environment that the browser detected because the server could not. */
  environment: { where: 'cookie', name: environmentCookie, seconds: null, accepts: /^(mini_program|browser)$/ },
  /**
   * The offset of the visitor's clock from UTC in minutes, positive if the clock is ahead of UTC. Written by the
   * server.
   */
  utcOffset: { where: 'cookie', name: utcOffsetCookie, seconds: null, accepts: /^-?\d{1,3}$/ },
  /** The answer to the consent question: the question's version, `yes` or `no`, and the time. */
  consent: { where: 'local', name: 'consent', seconds: year, accepts: /^\d+ (yes|no) \S+$/ },
} as const satisfies Record<string, StorageItem>

interface StorageItem {
  where: 'cookie' | 'local'
  name: string
  seconds: number | null
  accepts: RegExp
}
export type ClientState = keyof typeof storageItems

/**
 * The stored value. Null if it is missing, expired or malformed, or if the browser forbids storage. The server passes
 * the request's `Cookie` header, so it can read only items in cookies.
 */
export function readClientState(item: ClientState, cookies: string | null = documentCookies()): string | null {
  const { where, name, accepts } = storageItems[item]
  const value = where === 'cookie' ? readCookie(name, cookies ?? '') : readLocal(name)
  return value !== null && accepts.test(value) ? value : null
}

/**
 * Stores a value in this browser; null removes it. Does nothing if the value is malformed, or if storage is full or
 * forbidden.
 */
export function writeClientState(item: ClientState, value: string | null): void {
  const { where, name, seconds, accepts } = storageItems[item]
  if (value !== null && !accepts.test(value)) return
  if (where === 'local') {
    ignoreErrors(() =>
      value === null ? localStorage.removeItem(name) : localStorage.setItem(name, withExpiry(value, seconds)),
    )
    return
  }
  ignoreErrors(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = cookieLine(item, value)
  })
}

/** The lifetime of an item in seconds, for inline scripts that write it to local storage. */
export const clientStateSeconds = (item: 'notices'): number => storageItems[item].seconds

/** The `Set-Cookie` header that stores a value. Only for items in cookies. */
export function cookieLine(item: ClientState, value: string | null): string {
  const { name, seconds } = storageItems[item]
  const age = value === null ? 0 : seconds
  const secure = typeof location !== 'undefined' && location.protocol === 'https:' ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value ?? '')}; Path=/${age === null ? '' : `; Max-Age=${age}`}; SameSite=Lax${secure}`
}

/**
 * Stores the parameters of a page's URL. If the URL lacks a parameter, its stored value stays. But a new `referId`
 * removes the stored group, which belongs to the previous link.
 */
export function storeUrlParameters(query: URLSearchParams): void {
  const { openId, referId, referGroup, tableNumber, location } = addressParameters
  const parameters: [ClientState, string][] = [
    ['openId', openId],
    ['referId', referId],
    ['referGroup', referGroup],
    ['tableNumber', tableNumber],
    ['paramLocationId', location],
  ]
  for (const [item, parameter] of parameters) {
    const value = query.get(parameter)
    if (!value) continue
    if (item === 'referId' && storageItems.referId.accepts.test(value)) writeClientState('referGroup', null)
    writeClientState(item, value)
  }
}

/**
 * An inline script that stores the URL's parameters, except the store. It runs before the other scripts load, so that
 * the parameters are stored even if the shopper leaves early.
 */
export function earlyStorageScript(): string {
  const items = ['openId', 'referId', 'referGroup', 'tableNumber'] as const
  const parameters = items.map((item) => {
    const { name, seconds, accepts } = storageItems[item]
    const replaces = item === 'referId' ? storageItems.referGroup.name : ''
    return [addressParameters[item], name, seconds, accepts.source, replaces] as const
  })
  return `(${storeParametersEarly})(${JSON.stringify(parameters)})`
}

/**
 * The page gets the source text of this function, so the function may use only its arguments and the browser's globals.
 */
function storeParametersEarly(
  parameters: [parameter: string, name: string, seconds: number, accepts: string, replaces: string][],
) {
  const query = new URLSearchParams(location.search)
  for (const [parameter, name, seconds, accepts, replaces] of parameters) {
    const value = query.get(parameter)
    if (!value || !new RegExp(accepts, 'u').test(value)) continue
    try {
      if (replaces) localStorage.removeItem(replaces)
      localStorage.setItem(name, `${Math.floor(Date.now() / 1000) + seconds} ${value}`)
    } catch {
      // Storage is full or forbidden. The shop works without it.
    }
  }
}

/**
 * Calls `listener` when another window of this browser stores a value for the item, which must be in local storage.
 * Returns the unsubscribe function.
 */
export function onClientStateChange(item: ClientState, listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageItems[item].name && newValue !== null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function documentCookies(): string | null {
  return typeof document === 'undefined' ? null : (ignoreErrors(() => document.cookie) ?? null)
}

function readCookie(name: string, cookies: string): string | null {
  const found = cookies.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (!found) return null
  return ignoreErrors(() => decodeURIComponent(found.slice(name.length + 1))) ?? null
}

/** Local storage does not expire values, so each value begins with its expiry time in seconds since the epoch. */
const withExpiry = (value: string, seconds: number | null) =>
  `${Math.floor(Date.now() / 1000) + (seconds ?? day)} ${value}`

function readLocal(name: string): string | null {
  const stored = ignoreErrors(() => localStorage.getItem(name))
  const [, until = '', value = ''] = /^(\d+) (.*)$/s.exec(stored ?? '') ?? []
  return Number(until) * 1000 > Date.now() ? value : null
}

/**
 * Runs `action` and ignores its error. The browser may forbid storage, or storage may be full. The shop works without
 * storage.
 */
function ignoreErrors<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
