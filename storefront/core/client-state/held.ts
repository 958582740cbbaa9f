import {
  addressParameters,
  currencyCookie,
  environmentCookie,
  localeCookie,
  locationCookie,
  utcOffsetCookie,
} from '#contract/constants.ts'

const hour = 3600
const day = 24 * hour
const year = 365 * day

const code = /^[A-Z]{3}$/
const id = /^[\p{L}\p{N}._~-]{1,200}$/u
const token = /^[\w.~-]{1,100}$/

/**
 * Everything that is held on the client, in one table: a cookie where the server needs it for the first page, else
 * local storage; for how many seconds (null: until the browser closes); and what it may look like. All of it is the
 * visitor's to change: the server checks the store and the currency, and trusts its own session, never the open id or
 * table.
 */
const places = {
  /** Who recommended the shop, as a link said; the newest link counts. */
  referId: { where: 'local', name: 'referId', seconds: 30 * day, accepts: token },
  /** The group that the recommendation belongs to. */
  referGroup: { where: 'local', name: 'referGroup', seconds: 30 * day, accepts: token },
  /** The day and the recommendation that was told as followed last. */
  followed: { where: 'local', name: 'followed', seconds: day, accepts: token },
  /** The currency that prices are shown in beside the shop's own. */
  currentCurrency: { where: 'cookie', name: currencyCookie, seconds: year, accepts: code },
  /**
   * Its rate as it was told last, with its time, for when it cannot be asked: `USD 0.7312 2026-11-20T15:00:00.000Z`.
   */
  currency: { where: 'local', name: 'currency', seconds: 7 * day, accepts: /^[A-Z]{3} [\d.e-]+ \S+$/ },
  /** The currency that this rate is against. */
  baseCurrency: { where: 'local', name: 'baseCurrency', seconds: 7 * day, accepts: code },
  /** Who somebody is to the mini-program, as it said. A hint. */
  openId: { where: 'local', name: 'openId', seconds: 30 * day, accepts: token },
  /** The table that somebody sits at, as its code said, for as long as a meal takes. A hint. */
  tableNumber: { where: 'local', name: 'tableNumber', seconds: 3 * hour, accepts: /^[\p{L}\p{N} _-]{1,20}$/u },
  /** The store. */
  location: { where: 'cookie', name: locationCookie, seconds: year, accepts: id },
  /** The store that the address named last: going back to that page does not choose it again. */
  paramLocationId: { where: 'local', name: 'paramLocationId', seconds: day, accepts: id },
  /** Which state of the cart this browser saw last; other windows hear of it. */
  cartUpdated: { where: 'local', name: 'cartUpdated', seconds: 30 * day, accepts: /^\S{1,80}$/ },
  /** The notices that were put away, by their ids. */
  notices: { where: 'local', name: 'notices', seconds: 90 * day, accepts: /^[\w.~-]+( [\w.~-]+)*$/ },
  /** The offer to install the shop was answered: it is not made again so soon. */
  installAnswered: { where: 'local', name: 'installAnswered', seconds: 90 * day, accepts: /^yes$/ },
  /** The language; the server writes it. */
  language: { where: 'cookie', name: localeCookie, seconds: year, accepts: /^(en|zh)$/ },
  /** What the browser found out about where the shop is shown, where the server could not see it. */
  environment: { where: 'cookie', name: environmentCookie, seconds: null, accepts: /^(mini_program|browser)$/ },
  /** Minutes ahead of UTC that the server was told; the server writes it. */
  utcOffset: { where: 'cookie', name: utcOffsetCookie, seconds: null, accepts: /^-?\d{1,3}$/ },
  /** The answer to whether visits may be counted: version of the question, `yes` or `no`, when. */
  consent: { where: 'local', name: 'consent', seconds: year, accepts: /^\d+ (yes|no) \S+$/ },
} as const satisfies Record<string, Place>

interface Place {
  where: 'cookie' | 'local'
  name: string
  seconds: number | null
  accepts: RegExp
}
export type Held = keyof typeof places

/**
 * What is held, or null. On the server the request's `Cookie` line is given, and only cookies are known. What is too
 * old or does not look right is nothing; so is everything where the browser forbids storage.
 */
export function readHeld(item: Held, cookies: string | null = ownCookies()): string | null {
  const { where, name, accepts } = places[item]
  const value = where === 'cookie' ? readCookie(name, cookies ?? '') : readLocal(name)
  return value !== null && accepts.test(value) ? value : null
}

/** Holds a value in this browser, or lets go of it (null). Storage that is full or forbidden changes nothing else. */
export function hold(item: Held, value: string | null): void {
  const { where, name, seconds, accepts } = places[item]
  if (value !== null && !accepts.test(value)) return
  if (where === 'local') {
    quietly(() => (value === null ? localStorage.removeItem(name) : localStorage.setItem(name, dated(value, seconds))))
    return
  }
  quietly(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
    document.cookie = cookieLine(item, value)
  })
}

/** For how many seconds the item is held in local storage, for inline scripts that write it. */
export const secondsHeld = (item: 'notices'): number => places[item].seconds

/** The `Set-Cookie` line that holds the value; only for what is held in a cookie. */
export function cookieLine(item: Held, value: string | null): string {
  const { name, seconds } = places[item]
  const age = value === null ? 0 : seconds
  const secure = typeof location !== 'undefined' && location.protocol === 'https:' ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value ?? '')}; Path=/${age === null ? '' : `; Max-Age=${age}`}; SameSite=Lax${secure}`
}

/** Holds what a page's address brought along; what it does not say stays. */
export function holdAddress(query: URLSearchParams): void {
  const { openId, referId, referGroup, tableNumber, location } = addressParameters
  const brought: [Held, string][] = [
    ['openId', openId],
    ['referId', referId],
    ['referGroup', referGroup],
    ['tableNumber', tableNumber],
    ['paramLocationId', location],
  ]
  for (const [item, parameter] of brought) {
    const value = query.get(parameter)
    if (value) hold(item, value)
  }
}

/**
 * An inline script that stores the address's parameters before the other scripts load. A shopper who leaves the page
 * sooner keeps them too.
 */
export function earlyHold(): string {
  const { openId, referId, referGroup, tableNumber } = addressParameters
  const brought = Object.entries({ openId, referId, referGroup, tableNumber }).map(([item, parameter]) => {
    const { name, seconds, accepts } = places[item as 'openId' | 'referId' | 'referGroup' | 'tableNumber']
    return [parameter, name, seconds, accepts.source] as const
  })
  return `(${holdEarly})(${JSON.stringify(brought)})`
}

/** Its source is sent to the page, so it may use nothing but its arguments. */
function holdEarly(brought: [parameter: string, name: string, seconds: number, accepts: string][]) {
  const query = new URLSearchParams(location.search)
  for (const [parameter, name, seconds, accepts] of brought) {
    const value = query.get(parameter)
    if (!value || !new RegExp(accepts, 'u').test(value)) continue
    try {
      localStorage.setItem(name, `${Math.floor(Date.now() / 1000) + seconds} ${value}`)
    } catch {
      // Storage is full or forbidden: it is only a memory.
    }
  }
}

/** Calls `listener` whenever another window of this browser held something else; answers how to stop. */
export function onHeldElsewhere(item: Held, listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === places[item].name && newValue !== null) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

function ownCookies(): string | null {
  return typeof document === 'undefined' ? null : (quietly(() => document.cookie) ?? null)
}

function readCookie(name: string, cookies: string): string | null {
  const found = cookies.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (!found) return null
  return quietly(() => decodeURIComponent(found.slice(name.length + 1))) ?? null
}

/** Local storage does not forget by itself: what stands there begins with the second until which it counts. */
const dated = (value: string, seconds: number | null) => `${Math.floor(Date.now() / 1000) + (seconds ?? day)} ${value}`

function readLocal(name: string): string | null {
  const stored = quietly(() => localStorage.getItem(name))
  const [, until = '', value = ''] = /^(\d+) (.*)$/s.exec(stored ?? '') ?? []
  return Number(until) * 1000 > Date.now() ? value : null
}

/** A browser may refuse storage altogether, or have no room: it is only a memory. */
function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
