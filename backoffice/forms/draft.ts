import type { Values } from './form-values.ts'

const keptMs = 7 * 86_400_000
const prefix = 'draft '

/** The key of a person's draft of the form on a page. */
export const draftKeyOf = (person: string, path: string) => `${prefix}${person} ${path}`

/** What somebody typed and did not save, kept on the device for seven days. */
export interface Draft {
  version: string
  /** Milliseconds since 1970. */
  at: number
  values: [name: string, value: string][]
}

/** The draft of this form, if it belongs to the present version of the record. */
export function readDraft(key: string, version: string): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (draft && draft.version === version && draft.at > Date.now() - keptMs) return draft
  } catch {
    // A browser without storage keeps no drafts.
  }
  dropDraft(key)
  return null
}

/** Keeps the changed fields. */
export function keepDraft(key: string, version: string, values: Values, names: string[]): void {
  const draft: Draft = { version, at: Date.now(), values: names.map((name) => [name, values.get(name) ?? '']) }
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A browser without storage keeps no drafts.
  }
}

/** Removes the drafts of everybody from this device, for example when somebody signs out. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // A browser without storage keeps no drafts.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser without storage keeps no drafts.
  }
}
