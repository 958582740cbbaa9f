import type { OptionValue } from '#contract/conditions.ts'
import { isSameName, isSameValue } from '#contract/conditions.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { defaultLocale, locales, noText } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { OfficeModifierGroupDetail, OptionNames } from '#contract/office/modifiers.ts'
import type { api } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { readAmount } from '../forms/amount.ts'
import { readRows, rowName, rowsInOrder } from '../forms/rows.ts'
import { fieldIn, textPairOf } from '../forms/text-pair.tsx'
import type { Entry } from '../products/lists.ts'
import { newKey, textIn, textValues } from '../products/lists.ts'

/** Reads and fills the form of a modifier group. */

type GroupInput = Parameters<typeof api.staff.writeModifierGroup>[0]

/**
 * The prefixes of the names of the checkboxes with which staff choose a group's condition: `dependsOn` for choices of
 * other groups, `dependsOnValue` for option values.
 */
export const dependsOn = 'depends '
export const dependsOnValue = 'value '

/** The name of the checkbox for an option value. */
export const valueField = ({ option, value }: OptionValue) => dependsOnValue + JSON.stringify({ option, value })

/** Thrown for a field that is not valid, before the form is sent to the server. */
export class InvalidFieldError extends Error {
  readonly field: string
  constructor(field: string) {
    super(field)
    this.field = field
  }
}

/** A new group: shoppers must make exactly one choice, and the group has no choices yet. */
export const emptyGroup = (
  currency: string,
  others: OfficeModifierGroupDetail['others'],
): OfficeModifierGroupDetail => ({
  group: 'new',
  version: '',
  name: noText,
  min: 1,
  max: 1,
  free: 0,
  condition: null,
  modifiers: [],
  products: 0,
  currency,
  usedIn: [],
  dependents: [],
  others,
})

/** An empty row of the list of choices. */
export const newChoice = (): Entry => ({ key: newKey('choice'), row: {} })

/** The choices as rows of the form. For a group without choices, returns two empty rows. */
export const choiceRows = ({ modifiers, currency }: OfficeModifierGroupDetail): Entry[] =>
  modifiers.length === 0
    ? [
        { key: 'choice-1', row: {} },
        { key: 'choice-2', row: {} },
      ]
    : modifiers.map(({ id, name, price, isPreselected }) => ({
        key: id,
        row: {
          ...textValues('name', name),
          isStored: 'on',
          price: price === 0 ? '' : toDecimal({ amount: price, currency }),
          isPreselected: isPreselected ? 'on' : '',
        },
      }))

/** The choices that the form sends, in order. Leaves out new rows without a name. */
const sentChoices = (form: FormData): Entry[] =>
  rowsInOrder(readRows(textOf(form, 'modifiers'))).filter(
    ({ row }) => row.isStored || Object.values(textIn(row, 'name')).some((text) => text.trim()),
  )

/**
 * Returns the errors with the names of the form's fields. The server names a field by its path in the call, such as
 * `modifiers.1.price`. If the path of a choice's name contains no language, the error gets the field for the default
 * language.
 */
export function toFormErrors(form: FormData, errors: ErrorItem[]): ErrorItem[] {
  const choices = sentChoices(form)
  const toFormName = (path: string) => {
    const [field = '', index, part = '', locale] = path.split('.')
    const choice = field === 'modifiers' ? choices[Number(index)] : undefined
    if (!choice) return field
    const language = locales.find((one) => one === locale) ?? defaultLocale
    return rowName(field, choice.key, part === 'name' ? fieldIn(part, language) : part)
  }
  return errors.map((error) => (error.field ? { ...error, field: toFormName(error.field) } : error))
}

/**
 * Reads the form. Throws `InvalidFieldError` if a price is not valid or if a condition names no choice and no option
 * value.
 */
export function readGroup(form: FormData, group: string): GroupInput {
  const currency = textOf(form, 'currency')
  const kind = textOf(form, 'when')
  const tickedSuffixes = (prefix: string) =>
    [...form.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  const modifiers = tickedSuffixes(dependsOn)
  const values: OptionValue[] = tickedSuffixes(dependsOnValue).map((key) => JSON.parse(key))
  const isConditional = kind === 'only' || kind === 'unless'
  if (isConditional && modifiers.length + values.length === 0) throw new InvalidFieldError('when')
  return {
    group,
    version: textOf(form, 'version'),
    name: textPairOf(form, 'name'),
    min: Number(textOf(form, 'min')),
    max: Number(textOf(form, 'max')),
    free: Number(textOf(form, 'free')),
    condition: isConditional ? { kind, modifiers, values } : null,
    modifiers: sentChoices(form).map(({ key, row }) => {
      const price = row.price ? readAmount(row.price, currency) : 0
      if (price === null) throw new InvalidFieldError(rowName('modifiers', key, 'price'))
      const isPreselected = row.isPreselected === 'on'
      return { id: row.isStored ? key : '', name: textIn(row, 'name'), price, isPreselected }
    }),
  }
}

interface ValueCheck extends OptionValue {
  isTicked: boolean
  /** Whether at least one product has the value. */
  isKnown: boolean
}

/**
 * The options, each with the values on which a group can depend. Includes values that the group's condition still names
 * but no product has.
 */
export function valueChecks(
  condition: OfficeModifierGroupDetail['condition'],
  options: OptionNames,
): { option: OptionValue['option']; values: ValueCheck[] }[] {
  const conditionValues = condition?.values ?? []
  const known = options.flatMap(({ option, values }) => values.map((value) => ({ option, value })))
  const checks = [
    ...known.map((one) => ({
      ...one,
      isKnown: true,
      isTicked: conditionValues.some((other) => isSameValue(one, other)),
    })),
    ...conditionValues
      .filter((one) => !known.some((other) => isSameValue(one, other)))
      .map((one) => ({ ...one, isKnown: false, isTicked: true })),
  ]
  const groups: { option: OptionValue['option']; values: ValueCheck[] }[] = []
  for (const check of checks) {
    const group = groups.find(({ option }) => isSameName(option, check.option))
    if (group) group.values.push(check)
    else groups.push({ option: check.option, values: [check] })
  }
  return groups
}
