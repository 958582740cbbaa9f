import { redirect } from 'react-router'
import { dayMs } from '#contract/durations.ts'
import type { Values } from './form-values.ts'

const retentionMs = 7 * dayMs
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
    if (draft && draft.version === version && draft.at > Date.now() - retentionMs) return draft
  } catch {
    // If the browser blocks storage, or if the stored text is damaged, there is no draft.
  }
  remove(key)
  return null
}

interface FormInput {
  version: string
  values: Values
  /** The names of the changed fields. */
  names: string[]
  /** Whether the form still offers an earlier draft. The input is then stored under another key than that draft. */
  isNew: boolean
}

/** Stores the changed fields of a form as a draft. */
export function saveDraft(key: string, { version, values, names, isNew }: FormInput): void {
  const draft: Draft = { version, at: Date.now(), values: names.map((name) => [name, values.get(name) ?? '']) }
  store(isNew ? newInputKey(key) : key, draft)
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

/** Removes the stored input of the form that the staff member submitted last. */
let dropSentInput = () => {}

/** A form calls this when it is submitted. `drop` removes the form's stored input. */
export function rememberSentInput(drop: () => void): void {
  dropSentInput = drop
}

/**
 * Removes the stored input of the form that was submitted last, and returns a redirect. An action throws this redirect
 * if it opens another page after a save. The form cannot remove the input itself, because it disappears before it
 * receives the result.
 */
export function redirectAfterSave(path: string): Response {
  dropSentInput()
  return redirect(path)
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
