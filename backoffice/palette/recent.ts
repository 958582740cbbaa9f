import type { Entry } from './entries.ts'

/**
 * An entry that the staff member used recently, with enough data to list it before the results load. Contains no
 * customer data.
 */
export type Recent = Pick<Entry, 'id' | 'kind' | 'icon' | 'title'> & { to?: string | undefined }

const maxRecent = 8
const keyOf = (person: string) => `office-recent:${person}`

/** The entries that the staff member used on this device, newest first. Empty if storage is not available. */
export function readRecent(person: string): Recent[] {
  try {
    // Only this module writes this key, so a stored array has this type.
    const stored: Recent[] = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/**
 * Adds an entry to the front of the stored list. Does not store actions on products, because they contain data, such as
 * prices, that can change.
 */
export function saveRecent(person: string, { id, kind, icon, title, to }: Entry): void {
  if (kind === 'action' && !/^(pause|resume):/.test(id)) return
  const others = readRecent(person).filter((one) => one.id !== id)
  try {
    localStorage.setItem(keyOf(person), JSON.stringify([{ id, kind, icon, title, to }, ...others].slice(0, maxRecent)))
  } catch {
    // If storage is blocked or full, the palette does not remember this entry.
  }
}
