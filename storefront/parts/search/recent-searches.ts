const key = 'recent-searches'
const most = 8

/** The recent searches in this browser, newest first. Empty if storage is not available. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((term): term is string => typeof term === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Stores a search term that had results. The list of terms stays in this browser. */
export function rememberSearch(term: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== term.toLowerCase())
  write([term, ...others].slice(0, most))
}

export function forgetSearches(): void {
  write([])
}

function write(terms: string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(terms))
  } catch {
    // Storage is not available. The search works without it.
  }
}
