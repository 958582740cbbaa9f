import type { Values } from './form-values.ts'

const keptMs = 7 * 86_400_000
const prefix = 'draft '

/** The storage key for a staff member's draft of the form on a page. */
export const draftKeyOf = (person: string, path: string) => `${prefix}${person} ${path}`

/** Unsaved input, stored on the device for seven days. */
export interface Draft {
  version: string
  /** Milliseconds since 1970. */
  at: number
  values: [name: string, value: string][]
}

/** The stored draft of a form, if it belongs to the current version of the record. */
export function readDraft(key: string, version: string): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (draft && draft.version === version && draft.at > Date.now() - keptMs) return draft
  } catch {
    // If the browser blocks storage, there is no draft.
  }
  dropDraft(key)
  return null
}

/** Stores the changed fields as a draft. */
export function keepDraft(
  key: string,
  { version, values, names }: { version: string; values: Values; names: string[] },
): void {
  const draft: Draft = { version, at: Date.now(), values: names.map((name) => [name, values.get(name) ?? '']) }
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If the browser blocks storage or it is full, the draft is not stored. The form works without it.
  }
}

/** Removes all staff members' drafts from this device, for example at sign-out. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // If the browser blocks storage, there are no drafts to remove.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // If the browser blocks storage, there is no draft to remove.
  }
}
