/**
 * The products that were looked at on this device, the last one first. They are kept here alone and never sent
 * anywhere.
 */
const key = 'viewed'
const mostKept = 13

/** Their ids; none where the browser keeps nothing. */
export function readViewed(): string[] {
  try {
    return parseViewed(localStorage.getItem(key))
  } catch {
    return []
  }
}

/** Remembers that a product was looked at. */
export function noteViewed(id: string) {
  try {
    localStorage.setItem(key, JSON.stringify(withViewed(parseViewed(localStorage.getItem(key)), id)))
  } catch {
    // A browser that keeps nothing has nothing to show later.
  }
}

/** Forgets them all. */
export function forgetViewed() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** What was kept, whatever somebody made of it. */
export function parseViewed(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const ids = Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string' && isId(id)) : []
    return [...new Set(ids)].slice(0, mostKept)
  } catch {
    return []
  }
}

/** The list with this product in front, each once. */
export function withViewed(ids: string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, mostKept)
}

const isId = (id: string) => /^[\p{L}\p{N}._~-]{1,200}$/u.test(id)
