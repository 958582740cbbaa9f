import { textOf } from '../core/attempt.ts'

/** The name of the hidden field with the value that a field had when the page loaded it. */
export const loadedName = (name: string): string => `loaded_${name}`

/**
 * The values of the fields that the staff member changed. The page sends only these, so that it does not undo what
 * another staff member saved in the other fields meanwhile.
 */
export function changedValues<Name extends string>(form: FormData, names: Name[]): Partial<Record<Name, string>> {
  const changed = names.filter((name) => textOf(form, name) !== textOf(form, loadedName(name)))
  // The keys are the changed names, so the cast is safe.
  return Object.fromEntries(changed.map((name) => [name, textOf(form, name)])) as Partial<Record<Name, string>>
}
