const key = 'recent-searches'
const maxTerms = 8

/** The recent searches in this browser, newest first. Empty if storage is not available. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((term): term is string => typeof term === 'string').slice(0, maxTerms)
      : []
  } catch {
    return []
  }
}

/** Stores a search term that had results. The list of terms stays in this browser. */
export function rememberSearch(term: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== term.toLowerCase())
  storeTerms([term, ...others].slice(0, maxTerms))
}

export function forgetSearches(): void {
  storeTerms([])
}

function storeTerms(terms: string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(terms))
  } catch {
    // Storage is not available. The search works without it.
  }
}
