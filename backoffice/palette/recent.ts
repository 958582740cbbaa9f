import type { Entry } from './entries.ts'

/** What a person used in the palette: enough to list it before its data is here. No customer is in it. */
export type Recent = Pick<Entry, 'id' | 'kind' | 'icon' | 'title'> & { to?: string | undefined }

const most = 8
const keyOf = (person: string) => `office-recent:${person}`

/** What the person used on this device, newest first. Empty where the browser stores nothing. */
export function readRecent(person: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    // Only this file writes the key.
    return Array.isArray(stored) ? (stored as Recent[]) : []
  } catch {
    return []
  }
}

/** Puts an entry in front of the list. An action with a product or a price is not kept: its data changes. */
export function remember(person: string, { id, kind, icon, title, to }: Entry): void {
  if (kind === 'action' && !/^(pause|resume):/.test(id)) return
  const others = readRecent(person).filter((one) => one.id !== id)
  try {
    localStorage.setItem(keyOf(person), JSON.stringify([{ id, kind, icon, title, to }, ...others].slice(0, most)))
  } catch {
    // The list is a convenience.
  }
}
