const key = 'recent-searches'
const most = 8

/** What was searched for in this browser, the last first; nothing where it keeps nothing. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((term): term is string => typeof term === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Keeps a term that found something, in this browser only. */
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
    // A browser that keeps nothing searches as well.
  }
}
