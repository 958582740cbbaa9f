import type { Row } from '#contract/languages.ts'
import { columns, locales } from '#contract/languages.ts'
import { logMessages } from '#contract/messages/office-log.ts'
import { logFieldMessages, logValueMessages } from '#contract/messages/office-log-fields.ts'
import { staffPageMessages } from '#contract/messages/office-staff.ts'
import { taxClassMessages } from '#contract/messages/office-tax-classes.ts'
import { formatMoney } from '#contract/money.ts'
import { useFrame } from '../core/me.ts'
import { useLogTexts } from './texts.ts'

type Rows = Record<string, Row>
// The log can contain calls and fields of older releases that no longer exist. So these tables accept any text as a
// key.
const callRows: Rows = logMessages
const fieldRows: Rows = logFieldMessages
/** The texts for the values of fields that have a fixed set of values. */
const valueRows: Rows = {
  ...logValueMessages,
  ...withoutPrefix('role', staffPageMessages),
  ...withoutPrefix('tax', taxClassMessages),
}

/** The names of fields with an amount in minor units of the shop's currency. */
const amountFields = new Set(['amount', 'fee', 'freeFrom', 'givenBack', 'least', 'minimum', 'most', 'price', 'reward'])

/** Keeps the rows whose keys start with this prefix. Removes the prefix from the keys: `role.owner` becomes `owner`. */
function withoutPrefix(prefix: string, rows: Rows): Rows {
  const matching = Object.entries(rows).filter(([key]) => key.startsWith(`${prefix}.`))
  return Object.fromEntries(matching.map(([key, row]) => [key.slice(prefix.length + 1), row]))
}

/**
 * Returns functions for the texts of the activity log: of calls, fields and values. `currency` is the shop's currency.
 */
export function useLogFormats(currency: string) {
  const { locale, say, t, when } = useLogTexts()
  const { me } = useFrame()
  const methods = { PICKUP: 0, DELIVERY: 0, EAT_IN: 0, SHIPPING: 0 }
  const isMethod = (text: string): text is keyof typeof methods => text in methods
  const localized = (row: Row | undefined) => row?.[columns[locale]]
  const storeName = (id: string) => say(me.stores.find((store) => store.id === id)?.name)

  function formatText(value: string): string {
    if (isMethod(value)) return t(`method.${value}`)
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return when(value)
    return localized(valueRows[value]) ?? (storeName(value) || value)
  }

  function valueWords(value: unknown, name: string): string {
    if (value === null || value === undefined || value === '') return '–'
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((one) => valueWords(one, name)).join(', ')
    // The cast is safe: the values come from JSON, so the keys of an object are always texts.
    if (typeof value === 'object') return formatObject(value as Record<string, unknown>)
    if (typeof value === 'number' && amountFields.has(name)) return formatMoney({ amount: value, currency }, locale)
    return formatText(String(value))
  }

  function formatObject(value: Record<string, unknown>): string {
    const { amount, currency: own } = value
    if (typeof amount === 'number' && typeof own === 'string') return formatMoney({ amount, currency: own }, locale)
    const isText = locales.every((language) => typeof value[language] === 'string')
    const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '')
    if (isText) return parts.map(([, part]) => part).join(' / ') || '–'
    return parts
      .map(([name, part]) => [fieldWords(name) || storeName(name), valueWords(part, name)].filter(Boolean).join(' '))
      .join(' · ')
  }

  /**
   * The label of a field: "Minutes of a slot". If the field is about one fulfilment method, the label begins with the
   * method's name.
   */
  function fieldWords(field: string): string {
    const [first = '', name] = field.split(' ')
    if (name && isMethod(first)) return `${t(`method.${first}`)}: ${fieldWords(name)}`
    return localized(fieldRows[field]) ?? ''
  }

  return {
    /** What a call did: "Paused orders". Entries from an older release may name a call that no longer exists. */
    callWords: (call: string) => localized(callRows[call]) ?? call,
    fieldWords,
    storeName,
    valueWords,
  }
}
