import { useEffect, useState } from 'react'
import type { Suggestions } from '#contract/search.ts'
import { browserApi } from '#storefront/data.ts'

const pauseMs = 150
const longestTerm = 200

/** What fits what is typed, some moments after the last letter; older questions are given up. Null where nothing is asked. */
export function useSuggestions(typed: string, isAsking: boolean): Suggestions | null {
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null)
  const term = typed.trim().slice(0, longestTerm)
  const isEnough = isAsking && (term.length > 1 || /\p{Script=Han}/u.test(term))
  useEffect(() => {
    if (!isEnough) {
      setSuggestions(null)
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      browserApi()
        .search.suggest({ term }, request.signal)
        .then(setSuggestions)
        // Suggestions are an extra: without them the search is a plain form.
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [term, isEnough])
  return suggestions
}
