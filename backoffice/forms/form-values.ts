/** For each named field of a form, its value as text. A checkbox is `on` or empty. */
export type Values = ReadonlyMap<string, string>

/** A field that two staff members changed differently. */
export interface Conflict {
  name: string
  was: string
  mine: string
  theirs: string
}

type NamedControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls whose values a staff member can change: all named ones except the version. */
function controlsOf(form: HTMLFormElement): NamedControl[] {
  const isNamed = (element: Element): element is NamedControl =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && (element as NamedControl).name !== ''
  return [...form.elements].filter(isNamed).filter(({ name }) => name !== 'version')
}

const isSwitch = (control: NamedControl): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

/** Reads the values of a form. */
export function readValues(form: HTMLFormElement): Values {
  const values = new Map<string, string>()
  for (const control of controlsOf(form)) {
    const { name, type } = control
    if (type === 'radio') {
      if (!values.has(name) || (control as HTMLInputElement).checked)
        values.set(name, (control as HTMLInputElement).checked ? control.value : '')
    } else values.set(name, isSwitch(control) ? (control.checked ? 'on' : '') : control.value)
  }
  return values
}

/** Writes a value into a form's field. Files cannot be written. */
export function writeValue(form: HTMLFormElement, name: string, value: string): void {
  for (const control of controlsOf(form)) {
    if (control.name !== name || control.type === 'file') continue
    if (control.type === 'radio') (control as HTMLInputElement).checked = control.value === value
    else if (isSwitch(control)) control.checked = value === 'on'
    else control.value = value
  }
}

/** The names of fields that must not be stored in a draft: files, passwords, and fields with `data-secret`. */
export function undraftedNames(form: HTMLFormElement): Set<string> {
  return new Set(
    controlsOf(form)
      .filter(({ type, dataset }) => type === 'password' || type === 'file' || 'secret' in dataset)
      .map(({ name }) => name),
  )
}

/** The visible label of a field, else its name. */
export function labelOf(form: HTMLFormElement, name: string): string {
  const control = controlsOf(form).find((one) => one.name === name)
  return control?.labels?.[0]?.textContent?.trim() || name
}

/** A value as its field shows it, such as the text of a selected option. */
export function shownValue(form: HTMLFormElement, name: string, value: string): string {
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
 * Merges two staff members' changes of the same record. `taken` are the values that only the other staff member
 * changed. A field that both changed differently is a conflict. All other fields keep the values in this form.
 */
export function mergeValues(
  was: Values,
  mine: Values,
  theirs: Values,
): { taken: [name: string, value: string][]; conflicts: Conflict[] } {
  const taken: [string, string][] = []
  const conflicts: Conflict[] = []
  for (const name of changedNames(was, theirs)) {
    const [old, my, their] = [was, mine, theirs].map((values) => values.get(name) ?? '') as [string, string, string]
    if (my === old) taken.push([name, their])
    else if (my !== their) conflicts.push({ name, was: old, mine: my, theirs: their })
  }
  return { taken, conflicts }
}
