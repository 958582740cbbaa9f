import type { ErrorItem } from '#contract/errors.ts'
import { flatten, isRowName, listOf, pathOf, readRows, withValue } from './rows.ts'

/** The values of a form's fields as text, by field name. The value of a checkbox is `on` or empty. */
export type Values = ReadonlyMap<string, string>

/** A field that two staff members changed differently. */
export interface Conflict {
  name: string
  was: string
  mine: string
  theirs: string
}

type NamedControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The texts for the values of a list: `label` names a value, and `show` returns the value as the page shows it. */
export interface RowTexts {
  label(path: string[]): string
  show(path: string[], value: string): string
}
/** The texts for the values of a list, by the field that contains the list. */
export const rowTexts = new WeakMap<Element, RowTexts>()
/** The event that `writeValue` sends to the field of a list after it has changed the field's value. */
export const writtenEvent = 'rows-written'

/**
 * Returns the controls with the values of a form. Leaves out controls without a name, the control for the version, and
 * controls with `data-part`, because the page stores their input in the field of a list.
 */
function controlsOf(form: HTMLFormElement): NamedControl[] {
  const isNamed = (element: Element): element is NamedControl =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && (element as NamedControl).name !== ''
  return [...form.elements].filter(isNamed).filter(({ name, dataset }) => name !== 'version' && !('part' in dataset))
}

const isList = ({ dataset }: NamedControl) => 'rows' in dataset
const listIn = (form: HTMLFormElement, name: string) =>
  isRowName(name) ? controlsOf(form).find((control) => isList(control) && control.name === listOf(name)) : undefined

const isSwitch = (control: NamedControl): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

/** Whether the field with this name is a checkbox. */
export const isSwitchNamed = (form: HTMLFormElement, name: string): boolean =>
  controlsOf(form).some((control) => control.name === name && control.type === 'checkbox')

/** Reads the values of a form. */
export function readValues(form: HTMLFormElement): Values {
  const values = new Map<string, string>()
  for (const control of controlsOf(form)) {
    const { name } = control
    if (isList(control)) {
      for (const [path, value] of flatten(name, readRows(control.value))) values.set(path, value)
    } else if (!isSwitch(control)) values.set(name, control.value)
    else if (control.type === 'checkbox') values.set(name, control.checked ? 'on' : '')
    // The radio buttons of a group share one name. At most one of them is checked.
    else if (control.checked) values.set(name, control.value)
    else if (!values.has(name)) values.set(name, '')
  }
  return values
}

/**
 * Writes a value into a form's field. A script cannot set the file of a file field, so for such a field only an empty
 * value has an effect: it removes the file.
 */
export function writeValue(form: HTMLFormElement, name: string, value: string): void {
  const list = listIn(form, name)
  if (list) {
    list.value = JSON.stringify(withValue(readRows(list.value), name, value))
    list.dispatchEvent(new Event(writtenEvent))
  }
  for (const control of controlsOf(form)) {
    if (control.name !== name || (control.type === 'file' && value !== '')) continue
    if (isSwitch(control)) control.checked = control.type === 'radio' ? control.value === value : value === 'on'
    else control.value = value
  }
}

/**
 * The names of fields that must not be stored in a draft: files, passwords, fields with `data-secret`, and fields with
 * `data-undrafted`, such as a stock number, which is outdated when the draft is restored.
 */
export function undraftedNames(form: HTMLFormElement): Set<string> {
  return new Set(
    controlsOf(form)
      .filter(
        ({ type, dataset }) => type === 'password' || type === 'file' || 'secret' in dataset || 'undrafted' in dataset,
      )
      .map(({ name }) => name),
  )
}

/** The visible label of a field, or its name if it has no label. */
export function labelOf(form: HTMLFormElement, name: string): string {
  const list = listIn(form, name)
  if (list) return rowTexts.get(list)?.label(pathOf(name)) ?? name
  const control = controlsOf(form).find((one) => one.name === name)
  return control?.labels?.[0]?.textContent?.trim() || name
}

/** For each error about a value in a list, the label of this value, by the error's field name. */
export const rowLabels = (form: HTMLFormElement | null, errors: ErrorItem[] = []): Record<string, string> =>
  Object.fromEntries(
    errors.flatMap(({ field }) => (form && field && isRowName(field) ? [[field, labelOf(form, field)]] : [])),
  )

/** A value as its field shows it, such as the text of a selected option. */
export function shownValue(form: HTMLFormElement, name: string, value: string): string {
  const list = listIn(form, name)
  if (list) return rowTexts.get(list)?.show(pathOf(name), value) ?? value
  const control = controlsOf(form).find((one) => one.name === name)
  if (control instanceof HTMLSelectElement) {
    return [...control.options].find((option) => option.value === value)?.text ?? value
  }
  return value
}

/** The names of the fields whose values differ. */
export function changedNames(before: Values, after: Values): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => (before.get(name) ?? '') !== (after.get(name) ?? ''),
  )
}

/**
 * Merges two staff members' changes of the same record: `was` are the values that both began with, `mine` the values in
 * this form, and `theirs` the values that the other staff member saved. `updates` are the values that only the other
 * staff member changed. A field that both changed differently is a conflict. All other fields keep the values in this
 * form.
 */
export function mergeValues(values: Record<'was' | 'mine' | 'theirs', Values>): {
  updates: [name: string, value: string][]
  conflicts: Conflict[]
} {
  const updates: [string, string][] = []
  const conflicts: Conflict[] = []
  for (const name of changedNames(values.was, values.theirs)) {
    const was = values.was.get(name) ?? ''
    const mine = values.mine.get(name) ?? ''
    const theirs = values.theirs.get(name) ?? ''
    if (mine === was) updates.push([name, theirs])
    else if (mine !== theirs) conflicts.push({ name, was, mine, theirs })
  }
  return { updates, conflicts }
}
