import type { Me } from '#contract/office/people.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import type { Order } from '#contract/orders.ts'
import { hasRight } from '../core/me.ts'
import { productActions, storeActions, verbTerms } from './actions.ts'
import type { Entry, Kind } from './entries.ts'
import { orderEntry, pageEntries, productEntry } from './entries.ts'
import type { Recent } from './recent.ts'
import type { CommandQuery } from './scores.ts'
import { parseCommand, rank, scoreOf } from './scores.ts'
import type { PaletteTexts } from './texts.ts'

/** The data that the palette has loaded: open orders, products, paused stores, and the results of earlier searches. */
export interface CachedData {
  orders: Order[]
  products: OfficeProduct[]
  paused: string[]
}

export interface Section {
  kind: Kind | 'recent'
  entries: Entry[]
}

const maxEntries = { recent: 6, action: 6, page: 6, order: 6, product: 6 } as const
/** If the staff member typed a verb or a price, the palette lists actions for at most this number of products. */
const maxMatchedProducts = 3

interface Sources {
  me: Me
  known: CachedData
  recent: Recent[]
  texts: PaletteTexts
}

/**
 * The sections for a typed text, best first. If the text is empty, returns the recently used entries, then pages and
 * actions.
 */
export function resultsFor(typed: string, { me, known, recent, texts }: Sources): Section[] {
  const all: Record<Kind, Entry[]> = {
    page: pageEntries(me, texts),
    action: storeActions(me, known.paused, texts),
    order: known.orders.map((order) => orderEntry(order, texts)),
    product: known.products.map((product) => productEntry(me, product, texts)),
  }
  if (!typed.trim()) return initialSections(all, me, recent)
  const ids = recent.map(({ id }) => id)
  const request = parseCommand(typed, verbTerms)
  const matchedProducts = rank(request.name, all.product, ids)
  const found: Record<Kind, Entry[]> = {
    page: rank(typed, all.page, ids),
    action: [
      ...matchingStoreActions(typed, request, { stores: all.action, recent: ids }),
      ...matchingProductActions(request, matchedProducts, { me, known, texts }),
    ],
    order: rank(toPhone(typed), all.order, ids),
    product: [...new Set([...rank(typed, all.product, ids), ...matchedProducts])],
  }
  return sectionOrder(typed, request)
    .map((kind): Section => ({ kind, entries: found[kind].slice(0, maxEntries[kind]) }))
    .filter(({ entries }) => entries.length > 0)
}

function initialSections(all: Record<Kind, Entry[]>, me: Me, recent: Recent[]): Section[] {
  const entriesById = new Map(Object.values(all).flatMap((entries) => entries.map((entry) => [entry.id, entry])))
  const recentEntries = recent
    .flatMap((one) => entriesById.get(one.id) ?? asEntry(one, me) ?? [])
    .slice(0, maxEntries.recent)
  const restOf = (entries: Entry[]) => entries.filter((entry) => !recentEntries.includes(entry))
  const sections: Section[] = [
    { kind: 'recent', entries: recentEntries },
    { kind: 'page', entries: restOf(all.page).slice(0, maxEntries.page) },
    { kind: 'action', entries: restOf(all.action).slice(0, maxEntries.action) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/**
 * The entry for a recently used order or product that the palette has not loaded. Null for pages and actions, and for
 * orders and products that the staff member may not see.
 */
function asEntry({ id, kind, icon, title, to }: Recent, me: Me): Entry | null {
  const rights = { order: 'orders.see', product: 'catalogue.see', page: null, action: null } as const
  const right = rights[kind]
  return right && to && hasRight(me, right) ? { id, kind, icon, title, to, words: [] } : null
}

function matchingStoreActions(
  typed: string,
  { verb, name }: CommandQuery,
  { stores, recent }: { stores: Entry[]; recent: string[] },
): Entry[] {
  if (verb !== 'pause' && verb !== 'resume') return rank(typed, stores, recent)
  return stores.filter(({ id, words }) => id.startsWith(`${verb}:`) && (!name || scoreOf(name, words) > 0))
}

/**
 * The actions for the products that match a request. A request without a verb and without a price gets actions only if
 * exactly one product matches.
 */
function matchingProductActions(
  request: CommandQuery,
  named: Entry[],
  { me, known, texts }: Omit<Sources, 'recent'>,
): Entry[] {
  const isClear = request.verb !== null || request.price !== null || named.length === 1
  return named.slice(0, isClear ? maxMatchedProducts : 0).flatMap(({ id }) => {
    const product = known.products.find((one) => `product:${one.product}` === id)
    return product ? productActions({ me, texts }, product, request) : []
  })
}

function sectionOrder(typed: string, { verb, price, name }: CommandQuery): Kind[] {
  if (verb !== null || (price !== null && /\p{L}/u.test(name))) return ['action', 'page', 'product', 'order']
  // A text with a digit is probably a pickup code, an order number or a phone number, so orders come first.
  return /\d/.test(typed) ? ['order', 'product', 'page', 'action'] : ['page', 'product', 'action', 'order']
}

/** Whether the text can be a pickup code, an order number or part of a phone number. */
export const isOrderLike = (typed: string) => /^[a-z\d+().\-\s]{2,40}$/i.test(typed.trim())

/** Reduces a phone number to its digits, as in stored orders. Returns other texts unchanged. */
export const toPhone = (typed: string) => (/^[+\d().\-\s]+$/.test(typed) ? typed.replace(/\D/g, '') : typed)
