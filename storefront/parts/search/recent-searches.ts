const key = 'recent-searches'
const most = 8

/** The searches in this browser, newest first; empty without storage. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((term): term is string => typeof term === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Stores a term that had results, in this browser only. */
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
    // The search works without storage.
  }
}
