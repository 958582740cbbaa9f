/** The local storage key for the ids of viewed products, newest first. Only this device stores the list. */
const key = 'viewed'
const maxStored = 13

/** The ids of the viewed products. Empty if storage is not available. */
export function readViewed(): string[] {
  try {
    return parseViewed(localStorage.getItem(key))
  } catch {
    return []
  }
}

export function recordViewed(id: string) {
  try {
    localStorage.setItem(key, JSON.stringify(withViewed(parseViewed(localStorage.getItem(key)), id)))
  } catch {
    // Storage is not available, so the viewed product is not recorded.
  }
}

export function clearViewed() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is not available, so it contains no products to forget.
  }
}

/** Parses the stored list, which visitors can edit. */
export function parseViewed(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const ids = Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string' && isId(id)) : []
    return [...new Set(ids)].slice(0, maxStored)
  } catch {
    return []
  }
}

/** Moves the product `id` to the start of the list, or adds it there. Keeps at most `maxStored` ids. */
export function withViewed(ids: string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, maxStored)
}

const isId = (id: string) => /^[\p{L}\p{N}._~-]{1,200}$/u.test(id)
