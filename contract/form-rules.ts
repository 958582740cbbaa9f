import type { FormField } from './forms.ts'
import { sum } from './sum.ts'

/** Rules for form submissions. The browser checks a submission before sending it, and the server before storing it. */

/** The maximum number of links in one submission; more are treated as spam. */
export const maxLinks = 2

/** What is wrong with one field. `message` is the key of the error text, and `limit` a number that the text shows. */
export interface FieldFault {
  field: string
  message:
    | 'field.required'
    | 'field.too_long'
    | 'field.too_small'
    | 'field.too_big'
    | 'field.email'
    | 'field.type'
    | 'field.links'
  limit?: number
}

const email = /^[^\s@,;:<>"()[\]\\]{1,64}@[^\s@,;:<>"()[\]\\]+\.[^\s@.,;:<>"()[\]\\]{2,63}$/
const phone = /^[+\d][\d\s().+-]{5,28}(\s?(x|ext\.?)\s?\d{1,6})?$/i
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const linkIn = /(?:https?:\/\/|www\.)\S|<a\s|\[url/gi

/**
 * Returns all faults of a submission, in the form's order. Too many links are a fault only if there is no other fault.
 */
export function findFaults(fields: FormField[], values: Record<string, string>): FieldFault[] {
  const faults = fields.flatMap((field) => faultOf(field, (values[field.name] ?? '').trim()) ?? [])
  if (faults.length > 0) return faults
  const fault = linksFault(fields, values)
  return fault ? [fault] : []
}

/** Reports too many links at the field that has most of them. */
function linksFault(fields: FormField[], values: Record<string, string>): FieldFault | null {
  const counts = fields.map(({ name }) => ({ field: name, links: (values[name] ?? '').match(linkIn)?.length ?? 0 }))
  const total = sum(counts.map(({ links }) => links))
  const [most] = counts.toSorted((a, b) => b.links - a.links)
  return most && total > maxLinks ? { field: most.field, message: 'field.links', limit: maxLinks } : null
}

function faultOf(field: FormField, value: string): FieldFault | null {
  const { name, kind, required, maxLength } = field
  if (value === '') return required ? { field: name, message: 'field.required' } : null
  if (value.length > maxLength) return { field: name, message: 'field.too_long', limit: maxLength }
  switch (kind) {
    case 'email':
      return email.test(value) && value.length <= 254 ? null : { field: name, message: 'field.email' }
    case 'number':
      return numberFault(field, value)
    case 'tel':
      return phone.test(value) ? null : typeFault(name)
    case 'date':
      return day.test(value) ? null : typeFault(name)
    case 'select':
      return field.options.some(({ id }) => id === value) ? null : typeFault(name)
    case 'checkbox':
      return value === 'yes' ? null : typeFault(name)
    default:
      // A single-line field accepts no line breaks.
      return kind === 'text' && /[\r\n]/.test(value) ? typeFault(name) : null
  }
}

function numberFault({ name, min, max }: FormField, value: string): FieldFault | null {
  if (!/^-?\d{1,9}(\.\d{1,3})?$/.test(value)) return typeFault(name)
  if (min !== undefined && Number(value) < min) return { field: name, message: 'field.too_small', limit: min }
  if (max !== undefined && Number(value) > max) return { field: name, message: 'field.too_big', limit: max }
  return null
}

const typeFault = (field: string): FieldFault => ({ field, message: 'field.type' })
