import type { Values } from './form-values.ts'

const keptMs = 7 * 86_400_000
const prefix = 'draft '

/** The storage key for a staff member's draft of the form on a page. */
export const draftKeyOf = (person: string, path: string) => `${prefix}${person} ${path}`

/** Unsaved input, stored on the device for seven days. */
export interface Draft {
  version: string
  /** The time when the draft was stored, in milliseconds since 1970. */
  at: number
  values: [name: string, value: string][]
}

/** The storage key for what the staff member typed while the form still offered an earlier draft. */
const newInputKey = (key: string) => `${key} new`

/**
 * The stored draft of a form, if it belongs to the current version of the record. Adds the input that the staff member
 * typed while the form still offered an earlier draft.
 */
export function readDraft(key: string, version: string): Draft | null {
  const [earlier, later] = [readStored(key, version), readStored(newInputKey(key), version)]
  if (!later) return earlier
  const draft = earlier ? { ...later, values: [...new Map([...earlier.values, ...later.values])] } : later
  store(key, draft)
  dropNewInput(key)
  return draft
}

function readStored(key: string, version: string): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (draft && draft.version === version && draft.at > Date.now() - keptMs) return draft
  } catch {
    // If the browser blocks storage, or if the stored text is damaged, there is no draft.
  }
  remove(key)
  return null
}

/**
 * Stores the changed fields as a draft. If `isUndecided`, the form still offers an earlier draft. In that case, this
 * function stores the fields under another key, so that both drafts are kept.
 */
export function keepDraft(
  key: string,
  { version, values, names }: { version: string; values: Values; names: string[] },
  isUndecided: boolean,
): void {
  const draft: Draft = { version, at: Date.now(), values: names.map((name) => [name, values.get(name) ?? '']) }
  store(isUndecided ? newInputKey(key) : key, draft)
}

/**
 * Stores a draft again for a newer version of its record, so that the form still offers the draft. Returns the changed
 * draft.
 */
export function withVersion(key: string, draft: Draft, version: string): Draft {
  const newer = { ...draft, version }
  store(key, newer)
  return newer
}

function store(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If storage is blocked or full, the draft is not stored. The form works without a draft.
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

/** Removes the input that the staff member typed while the form offered an earlier draft. Keeps the earlier draft. */
export const dropNewInput = (key: string): void => remove(newInputKey(key))

export function dropDraft(key: string): void {
  remove(key)
  dropNewInput(key)
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // If the browser blocks storage, there is no draft to remove.
  }
}
