import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Me } from '#contract/office/people.ts'
import { api } from '../core/api.ts'
import { hasRight, isSignedOut } from '../core/me.ts'
import { verbWords } from './actions.ts'
import { readRequest } from './match.ts'
import type { Known } from './results.ts'
import { isOrderLike, toPhone } from './results.ts'

/** How long to wait after the last letter before searching, in milliseconds. */
const pauseMs = 150
/** How many orders and how many products to load: `atFirst` when the palette opens, `perSearch` for each search. */
const atFirst = 50
const perSearch = 8
const mostKept = 500
/**
 * The maximum number of digits of a phone number to search for. The palette sends only the last digits, because servers
 * on the way to the shop may log the URL of a call.
 */
const phoneDigits = 7

/**
 * The loaded data. It stays in memory until the page is closed or loaded again, so that the palette shows results at
 * once when staff open it again.
 */
const kept: { person: string; known: Known } = { person: '', known: { orders: [], products: [], paused: [] } }

/** The loaded data, and a function that searches the server. A new search aborts the previous one. */
export function useSearch(me: Me) {
  const [known, setKnown] = useState<Known>(() => knownBy(me.id))
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  const search = useRef<AbortController>(null)
  useEffect(() => () => search.current?.abort(), [])

  const add = useCallback(
    async (load: Promise<Partial<Known>>, { signal }: AbortController) => {
      try {
        const news = await load
        if (!signal.aborted) setKnown(keep(news))
        setFailed(false)
      } catch (error) {
        if (isSignedOut(error)) revalidate()
        setFailed(!signal.aborted)
      }
    },
    [revalidate],
  )

  const refresh = useCallback(() => add(loadFirst(me), new AbortController()), [add, me])
  // The back office loads `me` again after each event. An event may have changed the open orders, so they are loaded
  // again too.
  useEffect(() => void refresh(), [refresh])

  function start(typed: string) {
    search.current?.abort()
    const own = new AbortController()
    search.current = own
    setBusy(typed.trim() !== '')
    if (!typed.trim()) return
    const timer = setTimeout(async () => {
      await add(find(me, typed, own.signal), own)
      if (!own.signal.aborted) setBusy(false)
    }, pauseMs)
    own.signal.addEventListener('abort', () => clearTimeout(timer))
  }
  return { known, isBusy, hasFailed, search: start, refresh }
}

function knownBy(person: string): Known {
  if (kept.person !== person) Object.assign(kept, { person, known: { orders: [], products: [], paused: [] } })
  return kept.known
}

/** Adds loaded data, newest first. Newer data about the same order or product replaces older data. */
function keep({ orders = [], products = [], paused }: Partial<Known>): Known {
  const { known } = kept
  kept.known = {
    orders: inFront(orders, known.orders, ({ orderID }) => orderID),
    products: inFront(products, known.products, ({ product }) => product),
    paused: paused ?? known.paused,
  }
  return kept.known
}

function inFront<Thing>(news: Thing[], before: Thing[], idOf: (thing: Thing) => string): Thing[] {
  const ids = new Set(news.map(idOf))
  return [...news, ...before.filter((thing) => !ids.has(idOf(thing)))].slice(0, mostKept)
}

/** Loads the open orders, the most recently changed products and the paused stores. */
async function loadFirst(me: Me): Promise<Partial<Known>> {
  const [orders, products, pauses] = await Promise.all([
    hasRight(me, 'orders.see') ? api.staff.orders({ limit: atFirst }) : { orders: [] },
    hasRight(me, 'catalogue.see') ? api.staff.products({ limit: atFirst }) : { products: [] },
    hasRight(me, 'store.pause') ? api.staff.pauses() : { stores: [] },
  ])
  const paused = pauses.stores.filter((store) => store.pauses.length > 0).map(({ location }) => location)
  return { ...orders, ...products, paused }
}

async function find(me: Me, typed: string, signal: AbortSignal): Promise<Partial<Known>> {
  const { name } = readRequest(typed, verbWords)
  const phone = toPhone(typed)
  const order = phone === typed ? typed.trim() : phone.slice(-phoneDigits)
  const [orders, products] = await Promise.all([
    hasRight(me, 'orders.see') && isOrderLike(typed) && order.length > 1
      ? api.staff.orders({ find: order, limit: perSearch }, signal)
      : { orders: [] },
    hasRight(me, 'catalogue.see') && name ? api.staff.products({ name, limit: perSearch }, signal) : { products: [] },
  ])
  return { ...orders, ...products }
}
