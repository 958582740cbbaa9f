import { useEffect, useState } from 'react'
import { browserApi } from '#storefront/core/data.ts'
import type { Offer, SuggestionList } from './suggestion-list.tsx'

const pauseMs = 150
const longestTerm = 200

/** The suggestions, and the component that shows them. */
export interface Offered {
  offers: Offer[]
  List: typeof SuggestionList
}

/**
 * Returns suggestions for the typed text. Requests them after a short pause in typing, and aborts the previous request.
 * Returns null if `isAsking` is false, if the text is too short, or before the first response. The component `List` is
 * downloaded with the first response, because most visitors do not search.
 */
export function useSuggestions(typed: string, isAsking: boolean): Offered | null {
  const [offered, setOffered] = useState<Offered | null>(null)
  const term = typed.trim().slice(0, longestTerm)
  const isEnough = isAsking && (term.length > 1 || /\p{Script=Han}/u.test(term))
  useEffect(() => {
    if (!isEnough) {
      setOffered(null)
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      Promise.all([
        import('./suggestion-list.tsx'),
        browserApi().then((api) => api.search.suggest({ term }, request.signal)),
      ])
        .then(([{ listSuggestions, SuggestionList }, found]) => {
          if (!request.signal.aborted) setOffered({ offers: listSuggestions(found), List: SuggestionList })
        })
        // Ignores errors, because the search also works without suggestions.
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [term, isEnough])
  return offered
}
