import { useEffect, useState } from 'react'
import { browserApi } from '#storefront/core/data.ts'
import type { Suggestion, SuggestionList } from './suggestion-list.tsx'

const debounceMs = 150
const maxTermLength = 200

/** The suggestions, and the component that shows them. */
export interface SuggestionResult {
  offers: Suggestion[]
  List: typeof SuggestionList
}

/**
 * Returns suggestions for the typed text. Requests them after a short pause in typing, and aborts the previous request.
 * Returns null if `isActive` is false, if the text is too short, or before the first response. The component `List` is
 * downloaded with the first response, because most visitors do not search.
 */
export function useSuggestions(typedText: string, isActive: boolean): SuggestionResult | null {
  const [result, setResult] = useState<SuggestionResult | null>(null)
  const term = typedText.trim().slice(0, maxTermLength)
  const canSuggest = isActive && (term.length > 1 || /\p{Script=Han}/u.test(term))
  useEffect(() => {
    if (!canSuggest) {
      setResult(null)
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      Promise.all([
        import('./suggestion-list.tsx'),
        browserApi().then((api) => api.search.suggest({ term }, request.signal)),
      ])
        .then(([{ listSuggestions, SuggestionList }, response]) => {
          if (!request.signal.aborted) setResult({ offers: listSuggestions(response), List: SuggestionList })
        })
        // Ignores errors, because the search also works without suggestions.
        .catch(() => {})
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [term, canSuggest])
  return result
}
