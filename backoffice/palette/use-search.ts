import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Me } from '#contract/office/people.ts'
import { api } from '../core/api.ts'
import { hasRight, isSignedOut } from '../core/me.ts'
import { verbTerms } from './actions.ts'
import type { CachedData } from './results.ts'
import { isOrderLike, toPhone } from './results.ts'
import { parseCommand } from './scores.ts'

/** How long to wait after the last letter before searching, in milliseconds. */
const debounceMs = 150
/**
 * How many orders and how many products to load: `initialLimit` when the palette opens, `searchLimit` for each search.
 */
const initialLimit = 50
const searchLimit = 8
const maxCached = 500
/**
 * The maximum number of digits of a phone number to search for. The palette sends only the last digits, because servers
 * on the way to the shop may log the URL of a call.
 */
const phoneDigits = 7

/**
 * The loaded data. It stays in memory until the page is closed or loaded again, so that the palette shows results at
 * once when staff open it again.
 */
const cache: { person: string; known: CachedData } = { person: '', known: { orders: [], products: [], paused: [] } }

/** The loaded data, and a function that searches the server. A new search aborts the previous one. */
export function useSearch(me: Me) {
  const [known, setKnown] = useState<CachedData>(() => cachedFor(me.id))
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  const search = useRef<AbortController>(null)
  useEffect(() => () => search.current?.abort(), [])

  const add = useCallback(
    async (load: Promise<Partial<CachedData>>, { signal }: AbortController) => {
      try {
        const loaded = await load
        if (!signal.aborted) setKnown(addToCache(loaded))
        setFailed(false)
      } catch (error) {
        if (isSignedOut(error)) revalidate()
        setFailed(!signal.aborted)
      }
    },
    [revalidate],
  )

  const refresh = useCallback(() => add(loadInitial(me), new AbortController()), [add, me])
  // After each event, the back office reloads `me`, which runs this effect. The effect reloads the open orders, because
  // the event may have changed them.
  useEffect(() => void refresh(), [refresh])

  function start(typed: string) {
    search.current?.abort()
    const controller = new AbortController()
    search.current = controller
    setBusy(typed.trim() !== '')
    if (!typed.trim()) return
    const timer = setTimeout(async () => {
      await add(find(me, typed, controller.signal), controller)
      if (!controller.signal.aborted) setBusy(false)
    }, debounceMs)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
  }
  return { known, isBusy, hasFailed, search: start, refresh }
}

function cachedFor(person: string): CachedData {
  if (cache.person !== person) Object.assign(cache, { person, known: { orders: [], products: [], paused: [] } })
  return cache.known
}

/** Adds loaded data, newest first. Newer data about the same order or product replaces older data. */
function addToCache({ orders = [], products = [], paused }: Partial<CachedData>): CachedData {
  const { known } = cache
  cache.known = {
    orders: prepend(orders, known.orders, ({ orderID }) => orderID),
    products: prepend(products, known.products, ({ product }) => product),
    paused: paused ?? known.paused,
  }
  return cache.known
}

function prepend<Item>(newItems: Item[], oldItems: Item[], idOf: (item: Item) => string): Item[] {
  const ids = new Set(newItems.map(idOf))
  return [...newItems, ...oldItems.filter((item) => !ids.has(idOf(item)))].slice(0, maxCached)
}

/** Loads the open orders, the most recently changed products and the paused stores. */
async function loadInitial(me: Me): Promise<Partial<CachedData>> {
  const [orders, products, pauses] = await Promise.all([
    hasRight(me, 'orders.see') ? api.staff.orders({ limit: initialLimit }) : { orders: [] },
    hasRight(me, 'catalogue.see') ? api.staff.products({ limit: initialLimit }) : { products: [] },
    hasRight(me, 'store.pause') ? api.staff.pauses() : { stores: [] },
  ])
  const paused = pauses.stores.filter((store) => store.pauses.length > 0).map(({ location }) => location)
  return { ...orders, ...products, paused }
}

async function find(me: Me, typed: string, signal: AbortSignal): Promise<Partial<CachedData>> {
  const { name } = parseCommand(typed, verbTerms)
  const phone = toPhone(typed)
  const order = phone === typed ? typed.trim() : phone.slice(-phoneDigits)
  const [orders, products] = await Promise.all([
    hasRight(me, 'orders.see') && isOrderLike(typed) && order.length > 1
      ? api.staff.orders({ find: order, limit: searchLimit }, signal)
      : { orders: [] },
    hasRight(me, 'catalogue.see') && name ? api.staff.products({ name, limit: searchLimit }, signal) : { products: [] },
  ])
  return { ...orders, ...products }
}
